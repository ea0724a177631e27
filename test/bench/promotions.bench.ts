/**
 * `npm run bench -- promotions`: a cart of 200 lines priced with 500 promotions, beside the same
 * cart's totals without any; in turns, in one run.
 */
import { cartTotals, type Cart, type CartLine } from '#shared/selling/cart/cart.ts'
import type { EpochMs, ProductId } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { offeredCart } from '#shared/selling/cart/cart-offers.ts'
import { PROMOTIONS_MAX, type Promotion, type PromotionRule } from '#shared/promotions/promotion.ts'
import { promotionRule } from '../support/promotions.ts'
import { figuresOf, row } from './figures.ts'

const ROUNDS = 200
const LINES = 200
const AT = Date.UTC(2026, 10, 23, 15) as EpochMs
const say = (line: string) => process.stdout.write(`${line}\n`)

const lines = Array.from(
  { length: LINES },
  (_, index): CartLine => ({
    lineNumber: index + 1,
    productId: `p${index}` as ProductId,
    code: String(index),
    name: `Producto ${index}`,
    unit: null,
    unitGrossClp: clp(500 + ((index * 7_919) % 9_500)),
    isExempt: index % 9 === 0,
    quantity: quantityMilli(1_000 * (1 + (index % 7))),
    categoryId: `c${index % 12}`,
  }),
)
const cart: Cart = { lines, nextLineNumber: LINES + 1, offersAt: AT }

/** Of every kind, for single products, for shelves and for all. */
const promotions = Array.from({ length: PROMOTIONS_MAX }, (_, index): Promotion => {
  const goods: PromotionRule['goods'] =
    index % 5 === 0
      ? { kind: 'all' }
      : index % 5 === 1
        ? { kind: 'categories', ids: [`c${index % 12}`] }
        : { kind: 'products', ids: [0, 1, 2].map((step) => `p${(index + step) % LINES}`) }
  const does: readonly PromotionRule['does'][] = [
    { kind: 'percent', percent: 1 + (index % 30) },
    { kind: 'group', take: 2 + (index % 4), pay: 1 + (index % 2) },
    { kind: 'from', from: 3 + (index % 5), unitClp: 900 },
    { kind: 'price', unitClp: 1_000 + index },
  ]
  const rule = promotionRule({ goods, does: does[index % 4]!, priority: index % 3 })
  return { id: `x${index}`, name: `Promo ${index}`, rule }
})

function timed(work: () => unknown): number {
  const before = performance.now()
  work()
  return performance.now() - before
}

const priced: number[] = []
const bare: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(timed(() => cartTotals(cart)))
  priced.push(timed(() => cartTotals(offeredCart(cart, { promotions, priceLists: [] }, AT))))
}
const { offersClp } = cartTotals(offeredCart(cart, { promotions, priceLists: [] }, AT))
say(`${LINES} lines, ${PROMOTIONS_MAX} promotions, ${offersClp} pesos saved`)
say(row('totals without promotions', figuresOf(bare)))
say(row('the same with them', figuresOf(priced)))
