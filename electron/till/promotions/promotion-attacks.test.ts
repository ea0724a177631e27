/** Promotions attacked at the core: odd carts and names, goods that change, parts given back. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyToCart, cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { cataloguedLine, offeredCart } from '#shared/selling/cart/cart-offers.ts'
import type { PromotionRule } from '#shared/promotions/promotion.ts'
import { must } from '../../../test/support/must.ts'
import { promotionRule } from '../../../test/support/promotions.ts'
import { COFFEE, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, giveBack, returnable } = returnTillPerTest()
const BREAD = '101'
const FARE = '201'

const save = (part: Partial<PromotionRule> = {}, name = 'Oferta') =>
  till.api.savePromotion({ promotionId: null, name, rule: promotionRule(part) })
const shown = (cart: Cart) => offeredCart(cart, till.api.offers(), fixture.clock.now())
const orderOf = (cart: Cart) => ({
  ...commitOf(till.api, cart),
  lines: [...cart.lines],
  offersAt: cart.offersAt,
})
const changed = (cart: Cart, ...actions: Parameters<typeof applyToCart>[1][]) =>
  actions.reduce((before, action) => must(applyToCart(before, action)), cart)

const anyDoes: fc.Arbitrary<PromotionRule['does']> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constant('price' as const), unitClp: fc.integer({ min: 1, max: 2_500 }) }),
  fc.record({ kind: fc.constant('group' as const), take: fc.constant(3), pay: fc.nat(1) }),
  fc.record({
    kind: fc.constant('from' as const),
    from: fc.integer({ min: 2, max: 4 }),
    unitClp: fc.integer({ min: 1, max: 2_500 }),
  }),
)
const anySale = fc.record({
  does: fc.array(anyDoes, { minLength: 1, maxLength: 3 }),
  priority: fc.nat(2),
  coffees: fc.integer({ min: 1, max: 9 }),
  breadMilli: fc.integer({ min: 1, max: 3_333 }),
  own: fc.constantFrom('nothing', 'discount', 'price'),
  sale: fc.constantFrom(null, { kind: 'percent', percent: 7 }, { kind: 'amount', amountClp: 333 }),
  card: fc.constantFrom(0, 1, 500),
})

it('any sale with promotions, weights, a price or discount of its own and two ways of paying is charged as shown, and comes back to the peso', () => {
  fc.assert(
    fc.property(anySale, ({ does, priority, coffees, breadMilli, own, sale, card }) => {
      for (const { id } of must(till.api.promotions()))
        must(till.api.switchPromotion({ promotionId: id, to: 'archived' }))
      does.forEach((each, index) => {
        const rule = each.kind === 'group' ? { ...each, pay: each.pay + 1 } : each
        must(save({ does: rule, priority: index === 0 ? priority : 0 }, `Oferta ${index}`))
      })
      const begun = changed(
        cartOf(till.api, COFFEE, COFFEE, BREAD, FARE),
        { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(coffees * 1_000) },
        { type: 'set-quantity', lineNumber: 2, quantity: quantityMilli(breadMilli) },
        ...(own === 'price'
          ? ([{ type: 'set-price', lineNumber: 3, unitGrossClp: 1_501 }] as const)
          : []),
        ...(own === 'discount'
          ? ([
              { type: 'set-discount', lineNumber: 3, discount: { kind: 'percent', percent: 33 } },
            ] as const)
          : []),
      )
      const cart = shown(sale === null ? begun : { ...begun, discount: sale })
      const { totalClp } = cartTotals(cart)
      if (totalClp < 1) return
      const cash = { method: 'EF', amountClp: null, reference: '' }
      const parts = [{ method: 'TC', amountClp: card, reference: '7' }, cash]
      const payments = card === 0 || totalClp <= card ? [cash] : parts
      const { saleId, totalClp: charged } = must(
        till.api.commitSale({ ...orderOf(cart), payments }),
      )
      expect(charged).toBe(totalClp)
      let backClp = 0
      const piece = Math.max(1, Math.floor(breadMilli / 3))
      for (const part of [{ 1: 1_000 }, { 2: piece }, null] as const) {
        const made = giveBack(saleId, part)
        if (made.ok) backClp += made.value.totalClp
        expect(backClp).toBeLessThanOrEqual(charged)
      }
      expect(backClp).toBe(charged)
      expect(till.api.startReturn(saleId)).toMatchObject({ refusal: { code: 'RETURN_ALL_DONE' } })
    }),
    { numRuns: 25 },
  )
})

it.each([
  ['category', { categoryId: 'before' }, {}],
  ['price', {}, { unitGrossClp: 2_500 }],
])(
  'a product of another %s since it was scanned is charged once the screen has read it anew',
  (_, was, is) => {
    const coffee = must(till.api.productByCode(COFFEE))
    must(save({ goods: { kind: 'categories', ids: [coffee.categoryId] } }))
    const scanned = cartOf(till.api, COFFEE)
    const cart = shown({ ...scanned, lines: scanned.lines.map((line) => ({ ...line, ...was })) })
    const { id, code, name, isExempt, unit, categoryId, isFavourite, unitGrossClp } = coffee
    const product = { code, name, isExempt, unit, categoryId, isFavourite, unitGrossClp, ...is }
    must(till.api.saveGoods({ ...product, productId: id, moreCodes: [], costNetClp: null }))
    expect(till.api.commitSale(orderOf(cart))).toMatchObject({ refusal: { code: 'TOTAL_CHANGED' } })
    const now = must(till.api.productByCode(COFFEE))
    const anew = shown({ ...cart, lines: cart.lines.map((line) => cataloguedLine(line, now)) })
    expect(till.api.commitSale(orderOf(anew))).toMatchObject({ ok: true })
  },
)

it.each([
  ['a line that ends', 'Oferta\nTOTAL $1'],
  ['the printer’s own orders', 'Oferta\u001b@\u001dV0'],
  ['another alphabet', 'セール'],
  ['a face', 'Oferta 😀'],
  ['words that turn round', 'Oferta \u202e1$'],
])('no promotion is called by %s', (_, name) => {
  expect(save({}, name)).toMatchObject({ refusal: { code: 'PROMOTION_NAME', field: 'name' } })
})

it('a name that looks like markup stays a name', () => {
  const name = '<img src=x onerror=1> & "\''
  must(save({}, name))
  const cart = shown(cartOf(till.api, COFFEE))
  expect(cart.lines[0]?.offers?.[0]?.name).toBe(name)
  expect(till.api.commitSale(orderOf(cart))).toMatchObject({ ok: true })
})

it('a charge that comes again after its promotion has ended is the same charge', () => {
  must(save())
  const cart = shown(cartOf(till.api, COFFEE))
  const order = orderOf(cart)
  const sold = must(till.api.commitSale(order))
  const [promotion] = must(till.api.promotions())
  must(till.api.switchPromotion({ promotionId: promotion!.id, to: 'archived' }))
  expect(must(till.api.commitSale(order))).toEqual(sold)
})

it('of nothing at all nothing comes off: a peso stays a peso, and the last piece is given back for what is left', () => {
  must(save({ does: { kind: 'percent', percent: 99 } }))
  const cart = shown(cartOf(till.api, COFFEE))
  const sold = must(till.api.commitSale(orderOf(cart)))
  expect(sold.totalClp).toBeGreaterThan(0)
  expect(returnable(sold.saleId).lines[0]?.grossClp).toBe(sold.totalClp)
  expect(giveBack(sold.saleId, null)).toMatchObject({ value: { totalClp: sold.totalClp } })
})
