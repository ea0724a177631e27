import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyToCart, cartLineTotal, EMPTY_CART } from '../selling/cart/cart.ts'
import { clp, sumClp } from '../money/clp.ts'
import { quantityMilli } from '../money/quantity.ts'
import { quantityLeft, shareOf, type ReturnableLine } from './return-shares.ts'

interface Sold {
  readonly unitGrossClp: number
  readonly quantity: number
}
/** Pieces and weights, cheap and dear, also weights so small that a share is less than a peso. */
const sold: fc.Arbitrary<Sold> = fc.record({
  unitGrossClp: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2_000_000 })),
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 60 }).map((pieces) => pieces * 1000),
    fc.integer({ min: 1, max: 40_000 }),
  ),
})

/** Lines as a sale keeps them, with a discount on the whole sale that fell on each to the peso. */
function sell(lines: readonly Sold[], discountPercent: number): ReturnableLine[] {
  const cart = lines.reduce((before, { unitGrossClp, quantity }, index) => {
    const added = applyToCart(before, {
      type: 'add-free-line',
      name: `P${index}`,
      unitGrossClp,
      isExempt: index % 3 === 2,
    })
    const sized = added.ok
      ? applyToCart(added.value, {
          type: 'set-quantity',
          lineNumber: index + 1,
          quantity: quantityMilli(quantity),
        })
      : added
    if (!sized.ok) throw new Error(sized.refusal.code)
    return sized.value
  }, EMPTY_CART)
  const totalClp = sumClp(cart.lines.map(cartLineTotal))
  const discounted = applyToCart(cart, {
    type: 'set-cart-discount',
    discount: { kind: 'amount', amountClp: Math.floor((totalClp * discountPercent) / 100) },
  })
  if (!discounted.ok) throw new Error(discounted.refusal.code)
  return discounted.value.lines.map((line) => ({
    ...line,
    grossClp: cartLineTotal(line),
    returnedQuantity: 0,
    returnedClp: clp(0),
  }))
}

it('any partial returns of any sale: each line gives back to the peso what was paid for it, never more on the way, the last one the rest', () => {
  const sale = fc.tuple(fc.array(sold, { minLength: 1, maxLength: 6 }), fc.nat(100))
  const steps = fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 25 })
  let partial = 0
  fc.assert(
    fc.property(sale, steps, ([lines, discountPercent], parts) => {
      const now = sell(lines, discountPercent)
      const giveBack = (index: number, quantity: number) => {
        const line = now[index] as ReturnableLine
        const backClp = shareOf(line, quantity)
        expect(backClp).toBeGreaterThanOrEqual(0)
        const returnedClp = clp(line.returnedClp + backClp)
        expect(returnedClp).toBeLessThanOrEqual(line.grossClp)
        now[index] = { ...line, returnedQuantity: line.returnedQuantity + quantity, returnedClp }
      }
      for (const [at, percent] of parts) {
        const index = at % now.length
        const quantity = Math.floor((quantityLeft(now[index] as ReturnableLine) * percent) / 100)
        if (quantity > 0) partial += 1
        giveBack(index, quantity)
        // A part is worth its share: half of what was bought never gives back more than half of the
        // money and a peso.
        const line = now[index] as ReturnableLine
        expect(
          Math.abs(line.returnedClp - (line.grossClp * line.returnedQuantity) / line.quantity),
        ).toBeLessThanOrEqual(0.5)
      }
      now.forEach((line, index) => giveBack(index, quantityLeft(line)))
      for (const line of now)
        expect([line.returnedQuantity, line.returnedClp]).toEqual([line.quantity, line.grossClp])
    }),
    { numRuns: 300 },
  )
  expect(partial).toBeGreaterThan(500)
})

it('refuses to value more than is left', () => {
  const [line] = sell([{ unitGrossClp: 1000, quantity: 2000 }], 0)
  if (line === undefined) throw new Error('nothing was sold')
  expect(() => shareOf({ ...line, returnedQuantity: 1500 }, 501)).toThrow('no more comes back')
})
