/** Price lists on the real core: kept, given to a customer, chosen by hand, charged. */
import { describe, expect, it } from 'vitest'
import { cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { applyToSale, newSale, type SaleAction } from '#shared/selling/open-sale/open-sale.ts'
import { commitInputOf } from '#shared/selling/open-sale/charge.ts'
import { offeredCart } from '#shared/selling/cart/cart-offers.ts'
import { NO_RIGHTS } from '#shared/staff/rights.ts'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'
import { promotionRule } from '../../../test/support/promotions.ts'
import { ROSA, rowsOf } from '../../../test/support/people-story.ts'
import { cartOf, openedOf } from '../../../test/support/till-fixture.ts'

const { api, fixture, serve, idOf, auditRows } = crewTillPerTest()
const COFFEE = '7801040000037'
const coffee = () => must(api.productByCode(COFFEE))
const list = (name = 'Mayorista', percent = 20, priceListId: string | null = null) =>
  api.savePriceList({ priceListId, name, percents: [{ categoryId: '', percent }], prices: [] })
const only = () => must(api.priceLists())[0]!
const { legalName, phone, email } = ROSA
const rosa = { ...ROSA, activity: '', address: '', commune: '', notes: '' }
const giveRosa = (priceListId: string | null, isNew = true) =>
  api.saveCustomer({ ...rosa, isNew, priceListId })
const known = () => api.findCustomers({ text: ROSA.rut, limit: 1 })[0]!
const shown = (cart: Cart) => offeredCart(cart, api.offers(), fixture.clock.now())

/** The sale as the screen has it after these actions, and as it charges it. */
function saleAfter(...actions: readonly SaleAction[]) {
  const { saleId } = openedOf(api)
  let sale = { ...newSale(saleId), cart: cartOf(api, COFFEE, COFFEE) }
  for (const action of actions) sale = { ...sale, ...must(applyToSale(sale, action, saleId)) }
  const priced = { ...sale, cart: shown(sale.cart) }
  const methods = api.bootstrap().paymentMethods
  return {
    sale: priced,
    totalClp: cartTotals(priced.cart).totalClp,
    order: () => commitInputOf(priced, methods),
  }
}
const buys = (): SaleAction => ({
  type: 'choose-customer',
  customer: { rut: ROSA.rut, legalName, phone, email },
  priceListId: known().priceListId,
})
const byHand = (): SaleAction => ({ type: 'set-price-list', priceListId: only().id })

describe('a sale with a price list', () => {
  it('takes that of its customer at once; core and screen agree, and the paper says the price and no name', async () => {
    await serve('owner')
    must(list())
    must(giveRosa(only().id))
    await serve('cashier')
    const { unitGrossClp } = coffee()
    const unitClp = Math.round(unitGrossClp * 0.8)
    const { totalClp, order } = saleAfter(buys())
    expect(totalClp).toBe(unitClp * 2)
    expect(api.saleNeeds({ lines: order().lines })).toEqual([])
    must(api.commitSale(order()))
    const [{ text }] = rowsOf(
      fixture.dataDir,
      'SELECT CAST(body AS TEXT) AS text FROM receipt',
    ) as [{ text: string }]
    const [item] = (JSON.parse(text) as { items: { unit_price: number; discount?: unknown }[] })
      .items
    expect(Math.round(item!.unit_price * 1.19)).toBe(unitClp)
    expect(item).not.toHaveProperty('discount')
    expect(text).not.toContain('Mayorista')
    expect(text).not.toContain('Ahorró')
    expect(rowsOf(fixture.dataDir, 'SELECT name, discount_clp FROM sale_line_promotion')).toEqual([
      { name: 'Mayorista', discount_clp: (unitGrossClp - unitClp) * 2 },
    ])
  })

  it('whose customer is somebody else, or nobody, pays the shelf again', async () => {
    await serve('owner')
    must(list())
    must(giveRosa(only().id))
    const { unitGrossClp } = coffee()
    const other: SaleAction = { type: 'set-customer', field: 'rut', text: '11.111.111-1' }
    expect(saleAfter(buys(), other).totalClp).toBe(unitGrossClp * 2)
    const points: SaleAction = { type: 'set-customer', field: 'rut', text: '12.345.678-5' }
    expect(saleAfter(buys(), points).totalClp).toBeLessThan(unitGrossClp * 2)
  })

  it('archived, or taken from its customer, while the sale is open is not charged silently', async () => {
    await serve('owner')
    must(list())
    must(giveRosa(only().id))
    const { order } = saleAfter(buys())
    must(giveRosa(null, false))
    expect(api.commitSale(order())).toMatchObject({ refusal: { code: 'TOTAL_CHANGED' } })
    must(giveRosa(only().id, false))
    must(api.archivePriceList({ priceListId: only().id, isArchived: true }))
    expect(api.commitSale(order())).toMatchObject({ refusal: { code: 'TOTAL_CHANGED' } })
    const renewed = saleAfter(buys())
    expect(renewed.totalClp).toBe(coffee().unitGrossClp * 2)
    expect(api.commitSale(renewed.order())).toMatchObject({ ok: true })
  })

  it('chosen by hand needs the right or a PIN, for just that list, and stands in the log', async () => {
    await serve('owner')
    must(list())
    await serve('cashier')
    const offered = api.offers().priceLists[0]!
    const { sale, order } = saleAfter({ type: 'set-price-list', priceListId: offered.id })
    const { lines, priceListId } = order()
    expect(api.saleNeeds({ lines, priceListId })).toEqual([
      expect.objectContaining({ kind: 'right', right: 'promotions', subject: 'Mayorista' }),
    ])
    expect(api.commitSale(order())).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
    const subject = { kind: 'sale' as const, lines, priceListId, saleId: sale.saleId }
    must(await api.approve({ staffId: idOf('supervisor'), pin: PINS.supervisor, subject }))
    must(api.commitSale(order()))
    await serve('owner')
    expect(auditRows()).toContainEqual(
      expect.objectContaining({ action: 'price-list-used', approverName: 'Rodrigo' }),
    )
  })

  it('kept, put aside and taken up again is still priced by it', async () => {
    await serve('owner')
    must(list())
    const { sale, totalClp } = saleAfter(byHand())
    must(api.parkSale({ sale, replaces: null, name: 'Mesa 1' }))
    const { parkedId } = { parkedId: api.parkedSales()[0]!.id }
    const back = must(
      api.recallSale({ sale: newSale(openedOf(api).saleId), replaces: null, parkedId }),
    )
    expect(cartTotals(shown(back.cart))).toMatchObject({ totalClp })
    expect(back.cart.priceListId).toBe(only().id)
  })

  it('opens the promotions that are only for it', async () => {
    await serve('owner')
    must(list('Mayorista', 5))
    const rule = promotionRule({ does: { kind: 'percent', percent: 50 }, priceListId: only().id })
    must(api.savePromotion({ promotionId: null, name: 'Solo mayor', rule }))
    const full = coffee().unitGrossClp * 2
    expect(saleAfter().totalClp).toBe(full)
    const { totalClp, order } = saleAfter(byHand())
    expect(totalClp).toBe(Math.round(full / 4) * 2)
    must(api.commitSale(order()))
  })
})

describe('an owner of price lists', () => {
  it('makes, renames, prices, archives and brings back; each stands in the log', async () => {
    await serve('owner')
    must(list('Mayor'))
    const { id } = coffee()
    const readAt = only().changedAt
    const priced = { priceListId: only().id, readAt, name: 'Mayorista', percents: [] }
    must(api.savePriceList({ ...priced, prices: [{ productId: id, unitGrossClp: 990 }] }))
    const row = { productId: id, shelfClp: coffee().unitGrossClp, unitGrossClp: 990 }
    expect(only()).toMatchObject({ name: 'Mayorista', priced: [row], percents: [] })
    must(api.archivePriceList({ priceListId: only().id, isArchived: true }))
    expect(api.offers().priceLists).toEqual([])
    must(list())
    const [, archived] = must(api.priceLists())
    const back = { priceListId: archived!.id, isArchived: false }
    expect(api.archivePriceList(back)).toMatchObject({ refusal: { code: 'PRICE_LIST_TAKEN' } })
    const log = auditRows().filter(({ action }) => action.startsWith('price-list-'))
    expect(log.map(({ action, detail }) => [action, detail['from'], detail['to']])).toEqual([
      ['price-list-saved', null, 'Mayorista: 1 rebajas, 0 precios'],
      ['price-list-switched', 'en uso', 'archivada'],
      ['price-list-saved', 'Mayor: 1 rebajas, 0 precios', 'Mayorista: 0 rebajas, 1 precios'],
      ['price-list-saved', null, 'Mayor: 1 rebajas, 0 precios'],
    ])
  })

  it('is told what is wrong with a list, and where; nothing of it is kept', async () => {
    await serve('owner')
    must(list('Mayorista'))
    const bad = { priceListId: null, name: 'Otra', percents: [], prices: [] }
    const percents = [{ categoryId: '', percent: 100 }]
    const prices = [{ productId: 'gone', unitGrossClp: 1 }]
    expect(api.savePriceList({ ...bad, name: ' ' })).toMatchObject({
      refusal: { code: 'PRICE_LIST_NAME', field: 'name' },
    })
    expect(api.savePriceList({ ...bad, name: 'MAYORISTA' })).toMatchObject({
      refusal: { code: 'PRICE_LIST_TAKEN', field: 'name' },
    })
    expect(api.savePriceList({ ...bad, percents })).toMatchObject({
      refusal: { code: 'PRICE_LIST_PERCENT', field: 'percent.' },
    })
    expect(api.savePriceList({ ...bad, prices })).toMatchObject({
      refusal: { code: 'PRICE_LIST_GOODS' },
    })
    expect(list('Nueva', 10, 'gone')).toMatchObject({ refusal: { code: 'PRICE_LIST_GONE' } })
    expect(must(api.priceLists())).toHaveLength(1)
  })

  it('alone says who buys by a list, whoever keeps the customers', async () => {
    await serve('owner')
    must(list())
    must(giveRosa(null))
    const rights = { ...NO_RIGHTS, customers: true }
    const role = { roleId: null, name: 'Atención', rights, isArchived: false }
    const roleIds = must(api.saveRole(role)).ownRoles.map(({ id: roleId }) => roleId)
    const cashier = { staffId: idOf('cashier'), name: 'Camila', role: 'cashier' as const }
    must(await api.saveStaff({ ...cashier, roleIds, pin: null }))
    const { id } = only()
    await serve('cashier')
    expect(giveRosa(id, false)).toMatchObject({
      refusal: { code: 'RIGHT_REQUIRED', field: 'priceListId' },
    })
    must(api.saveCustomer({ ...rosa, isNew: false, phone: '+56 9 0000 0000' }))
    expect(known().priceListId).toBeNull()
  })
})
