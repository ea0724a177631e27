/** Promotions in the hands of who wants to pay less than the shop said. */
import { beforeEach, expect, it } from 'vitest'
import { eanCheckDigit } from '#shared/catalogue/barcode.ts'
import { EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import { clp } from '#shared/money/clp.ts'
import { offeredCart } from '#shared/selling/cart/cart-offers.ts'
import type { PromotionRule } from '#shared/promotions/promotion.ts'
import { change, crewTillPerTest } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'
import { promotionRule } from '../../../test/support/promotions.ts'
import { commitOf } from '../../../test/support/till-fixture.ts'

const { fixture, api, serve, commit, approve, coffee } = crewTillPerTest()
const save = (part: Partial<PromotionRule> = {}) =>
  api.savePromotion({ promotionId: null, name: 'Oferta', rule: promotionRule(part) })
const shown = (cart: Cart) => offeredCart(cart, api.offers(), fixture.clock.now())
const APPROVAL = { refusal: { code: 'APPROVAL_REQUIRED' } }

/** What the cashier may: nothing of promotions, ten percent of a sale. */
beforeEach(async () => {
  await serve('owner')
  must(save({ does: { kind: 'price', unitClp: 500 } }))
  await serve('cashier')
})

it('a cashier neither makes, changes nor switches one', async () => {
  await serve('owner')
  const id = must(api.promotions())[0]?.id ?? ''
  await serve('cashier')
  const refused = { refusal: { code: 'RIGHT_REQUIRED' } }
  expect(save()).toMatchObject(refused)
  expect(api.switchPromotion({ promotionId: id, to: 'off' })).toMatchObject(refused)
  expect(api.promotions()).toMatchObject(refused)
})

it('a discount on the sale is judged by what promotions leave, whatever the screen says they do', async () => {
  const discount = { kind: 'amount', amountClp: 190 } as const
  const cart = shown(change(coffee(), { type: 'set-cart-discount', discount }))
  expect(commit(cart)).toMatchObject(APPROVAL)
  const bare = { ...cart, lines: cart.lines.map(({ offers: _, ...line }) => line) }
  expect(await approve(bare, 'supervisor')).toMatchObject({ ok: true })
  expect(commit(cart)).toMatchObject(APPROVAL)
})

it('the price a scale has printed takes part in none, also where the screen hides the label', () => {
  const body = '240010109000'
  const code = `${body}${eanCheckDigit(body)}`
  const product = must(api.productByCode(code))
  expect(product.unitGrossClp).toBe(9_000)
  const cart = shown(change(EMPTY_CART, { type: 'add-product', product, isScanned: true }))
  const [line] = cart.lines
  expect(line).not.toHaveProperty('offers')
  const { label: _, ...hidden } = line!
  const order = { ...commitOf(api, cart), lines: [hidden] }
  expect(api.commitSale({ ...order, expectedTotalClp: clp(500) })).toMatchObject({
    refusal: { code: 'TOTAL_CHANGED', params: { total: '$9.000' } },
  })
})
