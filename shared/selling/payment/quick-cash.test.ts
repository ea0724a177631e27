import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clp } from '../../money/clp.ts'
import { quickCash } from './quick-cash.ts'

const NOTES = [1_000, 2_000, 5_000, 10_000, 20_000]
const dues = fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 50_000_000 }))

/** Whether notes of this size and larger make up the sum: counted up from nothing, in thousands. */
function isPayable(sumClp: number, smallestClp: number): boolean {
  const notes = NOTES.filter((note) => note >= smallestClp).map((note) => note / 1_000)
  const reachable = new Set([0])
  const target = sumClp / 1_000
  for (let thousands = 1; thousands <= target; thousands += 1) {
    if (notes.some((note) => reachable.has(thousands - note))) reachable.add(thousands)
  }
  return Number.isInteger(target) && reachable.has(target)
}

it('offers what can be handed over: exact to the coin of ten, then notes none of which could stay in the purse', () => {
  fc.assert(
    fc.property(dues, fc.integer({ min: 1, max: 5 }), (due, most) => {
      const [exact, ...others] = quickCash(clp(due), most)
      expect(exact).toBe(Math.ceil(due / 10) * 10)
      expect(others.length).toBeLessThanOrEqual(most - 1)
      expect([...new Set(others)].sort((a, b) => a - b)).toEqual(others)
      for (const sum of others) {
        expect(sum).toBeGreaterThan(exact ?? 0)
        // Some way to pay it has no note that the due amount could do without.
        expect(
          NOTES.some((note) => sum - note < due && isPayable(sum, note)),
          `${due}: ${sum}`,
        ).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

it('never leaves out the one note that pays everything', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), (due) => {
      const note = NOTES.find((each) => each >= Math.ceil(due / 10) * 10) ?? 0
      expect(quickCash(clp(due), 4)).toContain(note)
    }),
  )
})

it.each([
  [3_490, [3_490, 5_000, 10_000, 20_000]],
  [12_490, [12_490, 13_000, 15_000, 20_000]],
  [9_990, [9_990, 10_000, 20_000]],
  [20_000, [20_000]],
  [123_490, [123_490, 125_000, 130_000, 140_000]],
  [996, [1_000, 2_000, 5_000, 10_000]],
])('for $%i', (due, sums) => {
  expect(quickCash(clp(due), 4)).toEqual(sums)
})

it('offers nothing for nothing', () => {
  expect(quickCash(clp(0))).toEqual([])
})
