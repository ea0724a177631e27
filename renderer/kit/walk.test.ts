import fc from 'fast-check'
import { expect, it } from 'vitest'
import { walkTo } from './walk.ts'

const KEYS = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'] as const

it.each([
  ['ArrowDown', 5],
  ['ArrowUp', 3],
  ['PageDown', 13],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 19_999],
  ['Enter', null],
  ['a', null],
])('%s leads from the fifth row of 20,000 to %s', (key, to) => {
  expect(walkTo(key, { active: 4, total: 20_000, page: 10 })).toBe(to)
})

it('never leaves the list, and comes to each end of it by any of the keys', () => {
  const places = fc.record({
    active: fc.nat(30_000),
    total: fc.integer({ min: 1, max: 20_000 }),
    page: fc.nat(40),
  })
  fc.assert(
    fc.property(places, fc.constantFrom(...KEYS), ({ active, total, page }, key) => {
      const to = walkTo(key, { active, total, page }) ?? -1
      expect(to).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThan(total)
      if (active > 0 && active < total - 1) expect(to).not.toBe(active)
    }),
  )
  expect(walkTo('End', { active: 0, total: 0, page: 10 })).toBeNull()
})
