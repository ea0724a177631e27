import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BULK_ROUNDINGS, changedPrice } from './bulk-change.ts'

it.each([
  [1_990, 100, 10, 2_190],
  [1_990, 35, 10, 2_060],
  [1_000, -100, 1, 900],
  [995, 0, 10, 1_000],
  [994, 0, 10, 990],
  [45, 0, 100, 0],
])('%d pesos by %d tenths to steps of %d are %d', (price, tenths, step, expected) =>
  expect(changedPrice(price, tenths, step)).toBe(expected),
)

it('is a whole number of steps, half a step from the exact price at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500_000_000 }),
      fc.integer({ min: -999, max: 5_000 }),
      fc.constantFrom(...BULK_ROUNDINGS),
      (price, tenths, step) => {
        const changed = changedPrice(price, tenths, step)
        expect(changed % step).toBe(0)
        expect(Math.abs(changed * 1_000 - price * (1_000 + tenths))).toBeLessThanOrEqual(step * 500)
      },
    ),
  )
})
