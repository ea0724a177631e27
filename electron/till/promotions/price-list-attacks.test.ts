/** Price lists in the hands of who wants more of them than was said. */
import { beforeEach, describe, expect, it } from 'vitest'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { commitInputOf } from '#shared/selling/open-sale/charge.ts'
import { newSale } from '#shared/selling/open-sale/open-sale.ts'
import { offeredCart } from '#shared/selling/cart/cart-offers.ts'
import type { PriceListView } from '#shared/promotions/inputs.ts'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'
import { promotionRule } from '../../../test/support/promotions.ts'
import { cartOf, openedOf } from '../../../test/support/till-fixture.ts'

const { api, fixture, serve, idOf, auditRows } = crewTillPerTest()
const COFFEE = '7801040000037'
let wholesale: PriceListView

beforeEach(async () => {
  await serve('owner')
  const percents = [{ categoryId: '', percent: 20 }]
  must(api.savePriceList({ priceListId: null, name: 'Mayorista', percents, prices: [] }))
  wholesale = must(api.priceLists())[0]!
  await serve('cashier')
})

/** So many coffees by the list, as the screen charges them. */
function bought(pieces: number) {
  const { saleId } = openedOf(api)
  const codes = Array.from({ length: pieces }, () => COFFEE)
  const cart = { ...cartOf(api, ...codes), priceListId: wholesale.id }
  const sale = { ...newSale(saleId), cart: offeredCart(cart, api.offers(), fixture.clock.now()) }
  const order = commitInputOf(sale, api.bootstrap().paymentMethods)
  return { order, totalClp: cartTotals(sale.cart).totalClp }
}

const allow = ({ order }: ReturnType<typeof bought>) => {
  const { lines, priceListId, saleId } = order
  const subject = { kind: 'sale' as const, lines, priceListId, saleId }
  return api.approve({ staffId: idOf('supervisor'), pin: PINS.supervisor, subject })
}

describe('a PIN for a price list', () => {
  it('allowed for two coffees is for two coffees', async () => {
    must(await allow(bought(2)))
    for (const pieces of [60, 1])
      expect(api.commitSale(bought(pieces).order)).toMatchObject({
        refusal: { code: 'APPROVAL_REQUIRED' },
      })
    must(api.commitSale(bought(2).order))
    await serve('owner')
    const used = auditRows().find(({ action }) => action === 'price-list-used')
    expect(used).toMatchObject({ approverName: 'Rodrigo' })
  })

  it('says what the promotions take off that only this list opens, too', async () => {
    await serve('owner')
    const rule = promotionRule({
      does: { kind: 'percent', percent: 90 },
      priceListId: wholesale.id,
    })
    must(api.savePromotion({ promotionId: null, name: 'Solo mayor', rule }))
    await serve('cashier')
    const { order, totalClp } = bought(2)
    const { lines, priceListId } = order
    const amountClp = cartTotals(cartOf(api, COFFEE, COFFEE)).totalClp - totalClp
    expect(api.saleNeeds({ lines, priceListId })).toMatchObject([
      { kind: 'right', right: 'promotions', subject: 'Mayorista', amountClp },
    ])
  })
})
