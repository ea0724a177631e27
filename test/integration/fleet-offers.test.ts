/** Promotions and price lists of a shop of several tills: one sale costs the same at each. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { NO_TEXTS } from '#shared/customers/decide-customer.ts'
import type { PromotionRule } from '#shared/promotions/promotion.ts'
import type { SavePriceListInput } from '#shared/promotions/inputs.ts'
import { must } from '../support/must.ts'
import { promotionRule } from '../support/promotions.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  addProduct,
  byCode,
  byName,
  change,
  COFFEE,
  cut,
  joined,
  NEW_CODE,
  one,
  openDb,
  RUT,
  said as saidAt,
  settled,
  stolen,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'

useTwoTills()

const promotionsOf = ({ till }: PlayedTill) => must(till.api.promotions())
const promote = (played: PlayedTill, rule: Partial<PromotionRule>, name = 'Verano') => {
  const [before] = promotionsOf(played)
  const known = before === undefined ? {} : { readAt: before.changedAt }
  const promotionId = before?.id ?? null
  return must(
    played.till.api.savePromotion({ promotionId, ...known, name, rule: promotionRule(rule) }),
  )
}
const off = (percent: number): Partial<PromotionRule> => ({ does: { kind: 'percent', percent } })
const inForce = ({ till }: PlayedTill) => till.api.offers().promotions
const percentOf = (played: PlayedTill) => {
  const does = inForce(played)[0]?.rule.does
  return does?.kind === 'percent' ? does.percent : null
}

const listsOf = ({ till }: PlayedTill) => must(till.api.priceLists())
const listOf = (played: PlayedTill) => listsOf(played)[0]
function keepList(played: PlayedTill, given: Partial<SavePriceListInput>): void {
  const before = listOf(played)
  const known = before && { priceListId: before.id, readAt: before.changedAt }
  const { name = 'Mayorista', percents = [], prices = [] } = { ...before, ...given }
  const typed = { percents: [...percents], prices: [...prices], name }
  must(played.till.api.savePriceList({ priceListId: null, ...known, ...typed }))
}
const LIST = { priceListId: null, prices: [], percents: [] }
const idOf = (played: PlayedTill, code: string) => byCode(played, code)?.id ?? ''
const pricesOf = (played: PlayedTill) =>
  Object.fromEntries(
    (listOf(played)?.priced ?? []).map(({ name, unitGrossClp }) => [name, unitGrossClp]),
  )
const keepBuyer = ({ till }: PlayedTill, priceListId: string | null, isNew = false) =>
  must(till.api.saveCustomer({ ...NO_TEXTS, rut: RUT, legalName: 'Rosa', isNew, priceListId }))
const buyerList = ({ till }: PlayedTill) =>
  till.api.findCustomers({ text: RUT, limit: 1 })[0]?.priceListId
const within = async (condition: () => boolean) => {
  const saidMs = one.fixture.clock.now()
  await world.until(condition)
  return one.fixture.clock.now() - saidMs
}

describe('a promotion', () => {
  it('made at one till takes its part off at the other within two seconds, and ends there too', async () => {
    await joined()
    promote(one, off(25))
    expect(await within(() => percentOf(two) === 25)).toBeLessThanOrEqual(2_000)
    const promotionId = promotionsOf(two)[0]?.id ?? ''
    must(two.till.api.switchPromotion({ promotionId, to: 'off' }))
    expect(await within(() => inForce(one).length === 0)).toBeLessThanOrEqual(2_000)
    must(one.till.api.switchPromotion({ promotionId, to: 'archived' }))
    await settled(one, two)
    expect(promotionsOf(two)[0]?.state).toBe('archived')
  })

  it('changed at both apart is one of them whole, and who lost it is told', async () => {
    await joined()
    promote(one, off(10))
    await settled(one, two)
    cut(true, one, two)
    const goods = { kind: 'products' as const, ids: [idOf(one, COFFEE)] }
    promote(one, { ...off(90), goods })
    await wait(5_000)
    promote(two, off(15))
    cut(false, two)
    await settled(two)
    cut(false, one)
    await settled(one, two)
    for (const played of [one, two])
      expect(inForce(played)).toMatchObject([{ rule: { ...off(15), goods: { kind: 'all' } } }])
    expect(view(one).overruled).toMatchObject([{ name: 'Verano', field: 'rule', byNumber: 2 }])
    expect(view(two).overruled).toEqual([])
  })

  it('is of the same products and list also where a till has them under other ids', async () => {
    addProduct(one, NEW_CODE, 'Leche')
    addProduct(two, NEW_CODE, 'Leche')
    keepList(one, {})
    keepList(two, {})
    await joined()
    const ids = [idOf(one, NEW_CODE)]
    expect(ids).not.toEqual([idOf(two, NEW_CODE)])
    const priceListId = listOf(one)?.id ?? null
    promote(one, { ...off(30), goods: { kind: 'products', ids }, priceListId })
    await world.until(() => percentOf(two) === 30)
    expect(inForce(two)[0]?.rule).toMatchObject({
      goods: { ids: [idOf(two, NEW_CODE)] },
      priceListId: listOf(two)?.id,
    })
    // And back: what the other one saves of it is of the first one's products.
    promote(two, { ...inForce(two)[0]?.rule, ...off(40) })
    await world.until(() => percentOf(one) === 40)
    expect(inForce(one)[0]?.rule).toMatchObject({ goods: { ids }, priceListId })
  })

  it('saved over what the other till changed meanwhile is refused', async () => {
    await joined()
    promote(one, off(10))
    await settled(one, two)
    const [read] = promotionsOf(two)
    promote(one, off(20))
    await world.until(() => percentOf(two) === 20)
    expect(
      two.till.api.savePromotion({
        ...{ promotionId: read?.id ?? '', readAt: read?.changedAt, name: 'Verano' },
        rule: promotionRule(off(50)),
      }),
    ).toMatchObject({ refusal: { code: 'PROMOTION_CHANGED' } })
  })
})

describe('a price list', () => {
  it('is at the other till within two seconds, with its prices, its percents and its buyers', async () => {
    await joined()
    const prices = [{ productId: idOf(one, COFFEE), unitGrossClp: 1_500 }]
    const category = byName(one, 'Pasaje')?.categoryId ?? ''
    const percents = [
      { categoryId: '', percent: 5 },
      { categoryId: category, percent: 10 },
    ]
    keepList(one, { prices, percents })
    keepBuyer(one, listOf(one)?.id ?? null, true)
    const hasAll = () => buyerList(two) != null && pricesOf(two)['Café molido'] === 1_500
    expect(await within(hasAll)).toBeLessThanOrEqual(2_500)
    expect(listOf(two)).toMatchObject({ name: 'Mayorista', percents, customerCount: 1 })
    expect(two.till.api.offers().priceLists[0]?.prices).toEqual(prices)
    keepList(two, { prices: [], percents: [] })
    keepBuyer(two, null)
    await world.until(() => buyerList(one) === null)
    await settled(one, two)
    for (const played of [one, two])
      expect(listOf(played)).toMatchObject({ prices: [], percents: [], customerCount: 0 })
    keepList(one, { prices })
    await world.until(() => pricesOf(two)['Café molido'] === 1_500)
  })

  it('is taken from a buyer by the later word, and nothing says who bought once they are erased', async () => {
    await joined()
    keepList(one, {})
    keepBuyer(one, listOf(one)?.id ?? null, true)
    await settled(one, two)
    cut(true, one, two)
    must(one.till.api.savePriceList({ ...LIST, name: 'Otra' }))
    keepBuyer(one, listsOf(one).find(({ name }) => name === 'Otra')?.id ?? null)
    await wait(5_000)
    keepBuyer(two, null)
    cut(false, two)
    await settled(two)
    cut(false, one)
    await settled(one, two)
    for (const played of [one, two]) expect(buyerList(played)).toBeNull()
    expect(view(one).overruled).toMatchObject([{ kind: 'customer_list', name: 'Rosa' }])
    keepBuyer(two, listOf(two)?.id ?? null)
    await settled(one, two)
    must(await saidAt(two, two.till.api.erasePerson({ rut: RUT })))
    await settled(one, two)
    for (const played of [one, two]) {
      const db = openDb(played)
      for (const table of ['known', 'edit', 'overruled', 'noted', 'heard'])
        expect(JSON.stringify(db.prepare(`SELECT * FROM fleet_${table}`).all())).not.toContain(RUT)
      db.close()
    }
    const { rows } = await sql<{
      fields: string
    }>`SELECT fields FROM fleet_records WHERE id = ${RUT}`.execute(world.service.storage.read)
    expect(rows).toEqual([{ fields: '{}' }, { fields: '{}' }])
  })

  it('of one name at both before they join is one, and the shop’s prices stand', async () => {
    addProduct(one, NEW_CODE, 'Leche')
    addProduct(two, NEW_CODE, 'Leche')
    const price = (played: PlayedTill, code: string, unitGrossClp: number) => ({
      productId: idOf(played, code),
      unitGrossClp,
    })
    keepList(one, { prices: [price(one, NEW_CODE, 700)] })
    keepList(two, { prices: [price(two, NEW_CODE, 800), price(two, COFFEE, 900)] })
    keepBuyer(two, listOf(two)?.id ?? null, true)
    await joined()
    for (const played of [one, two]) {
      expect(listsOf(played)).toHaveLength(1)
      expect(pricesOf(played)).toEqual({ Leche: 700, 'Café molido': 900 })
      expect(buyerList(played)).toBe(listOf(played)?.id)
    }
    keepList(two, { prices: [price(two, NEW_CODE, 650)] })
    await world.until(() => pricesOf(one)['Leche'] === 650)
    await settled(one, two)
    expect(pricesOf(one)).toEqual({ Leche: 650 })
  })

  it('keeps two prices that were changed apart, and of one the later word', async () => {
    await joined()
    addProduct(one, NEW_CODE, 'Leche')
    await settled(one, two)
    const both = (played: PlayedTill, coffee: number | null, milk: number | null) =>
      keepList(played, {
        prices: [
          ...(coffee === null ? [] : [{ productId: idOf(played, COFFEE), unitGrossClp: coffee }]),
          ...(milk === null ? [] : [{ productId: idOf(played, NEW_CODE), unitGrossClp: milk }]),
        ],
      })
    both(one, 1_000, 500)
    await settled(one, two)
    cut(true, one, two)
    both(one, 1_100, null)
    await wait(5_000)
    both(two, 1_000, 550)
    cut(false, one)
    await settled(one)
    cut(false, two)
    await settled(one, two)
    // It was taken away before it was changed: the later word is that it costs 550.
    for (const played of [one, two])
      expect(pricesOf(played)).toEqual({ 'Café molido': 1_100, Leche: 550 })
    cut(true, one, two)
    both(two, 1_100, 600)
    await wait(5_000)
    both(one, 1_100, null)
    cut(false, one)
    await settled(one)
    cut(false, two)
    await settled(one, two)
    for (const played of [one, two]) expect(pricesOf(played)).toEqual({ 'Café molido': 1_100 })
    expect(view(two).overruled).toMatchObject([{ name: 'Leche', lost: 600, won: null }])
  })

  it('that is archived leaves its name to another one at both', async () => {
    await joined()
    keepList(one, {})
    await settled(one, two)
    const priceListId = listOf(two)?.id ?? ''
    must(two.till.api.archivePriceList({ priceListId, isArchived: true }))
    await world.until(() => listOf(one)?.isArchived === true)
    must(
      one.till.api.savePriceList({
        ...{ priceListId: null, name: 'Mayorista', prices: [] },
        percents: [{ categoryId: '', percent: 7 }],
      }),
    )
    await settled(one, two)
    expect(listsOf(two).map(({ isArchived, percents }) => [isArchived, percents.length])).toEqual([
      [false, 1],
      [true, 0],
    ])
  })
})

describe('a till or a service of before', () => {
  const isTold = (played: PlayedTill) => promotionsOf(played).length > 0

  it('hears and says what it knows, and the rest as soon as it knows it', async () => {
    two.wire.isOld = true
    await joined()
    promote(one, off(25))
    change(one, 'Café molido', { unitGrossClp: 1_234 })
    keepList(two, { prices: [{ productId: idOf(two, COFFEE), unitGrossClp: 1_000 }] })
    await settled(one, two)
    expect(byCode(two, COFFEE)?.unitGrossClp).toBe(1_234)
    expect([isTold(two), listsOf(one).length]).toEqual([false, 0])
    two.wire.isOld = false
    await settled(one, two)
    await world.until(() => percentOf(two) === 25 && pricesOf(one)['Café molido'] === 1_000)
    expect(view(two)).toMatchObject({ toSend: 0, overruled: [] })
  })

  it('is told of no value of a kind it does not know', async () => {
    await joined()
    promote(two, off(10))
    await settled(one, two)
    cut(true, two)
    promote(two, off(20))
    await wait(2_000)
    two.wire.isOld = true
    promote(one, off(30))
    change(one, 'Café molido', { unitGrossClp: 1_234 })
    cut(false, two)
    await world.until(() => byCode(two, COFFEE)?.unitGrossClp === 1_234)
    two.wire.isOld = false
    await world.until(() => percentOf(two) === 30)
    await settled(one, two)
    expect(percentOf(one)).toBe(30)
  })
})

describe('a thief with the key of a till', () => {
  const rule = JSON.stringify(promotionRule(off(90)))

  it('gets nothing in that no owner could have typed', async () => {
    await joined()
    keepList(one, { prices: [{ productId: idOf(one, COFFEE), unitGrossClp: 1_000 }] })
    await settled(one, two)
    const promotion = { name: 'X', rule, state: 'on' }
    for (const wrong of [
      { rule: 'no rule' },
      { rule: rule.replace('90', '100') },
      { rule: rule.replace('90', '-1') },
      { name: ' ' },
      { name: '好' },
      { state: 'always' },
    ]) {
      const answer = await stolen(two, 'promotion', 'x', { ...promotion, ...wrong })
      expect(answer.results).toMatchObject([{ refusal: 'FIELD_WRONG' }])
    }
    const list = listOf(one)?.id ?? ''
    const coffee = idOf(one, COFFEE)
    const wrong = await stolen(two, 'list_price', `${list}/${coffee}`, { unit_clp: 0 })
    expect(wrong.results).toMatchObject([{ refusal: 'FIELD_WRONG' }])
    // These the service takes; no till can do anything with them.
    for (const [kind, id, fields] of [
      ['list_price', 'no slash', { unit_clp: 1 }],
      ['list_price', `${list}/nobody`, { unit_clp: 1 }],
      ['list_price', `nobody/${coffee}`, { unit_clp: 1 }],
      ['list_percent', `${list}/nobody`, { percent: 99 }],
      ['list_percent', '/', { percent: 99 }],
      ['customer_list', RUT, { price_list: 'nobody' }],
      ['customer_list', '../', { price_list: list }],
    ] as const)
      expect((await stolen(two, kind, id, fields)).results).toMatchObject([{ outcome: 'taken' }])
    await settled(one, two)
    promote(one, off(25))
    await world.until(() => percentOf(two) === 25)
    for (const played of [one, two]) {
      expect(promotionsOf(played)).toHaveLength(1)
      expect(pricesOf(played)).toEqual({ 'Café molido': 1_000 })
      expect(listOf(played)?.percents).toEqual([])
    }
    // The owner saves the list on as ever.
    keepList(one, { percents: [{ categoryId: '', percent: 3 }] })
    await world.until(() => listOf(two)?.percents.length === 1)
  })

  it('cannot take away what no till takes away: the shop gets it back', async () => {
    await joined()
    promote(one, off(25))
    await settled(one, two)
    const id = promotionsOf(one)[0]?.id ?? ''
    await stolen(two, 'promotion', id, {}, { is_deleted: true })
    await settled(one, two)
    const three = await world.open()
    await world.join(one, three)
    await settled(one, two, three)
    for (const played of [one, two, three]) expect(percentOf(played)).toBe(25)
  })
})
