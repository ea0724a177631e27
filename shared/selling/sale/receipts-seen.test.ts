import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IsoDate } from '../../core/brand.ts'
import { addDays } from '../../time/calendar.ts'
import { isSeen, SEEN_WAYS, sightOf, type SeenNow, type SoldFacts } from './receipts-seen.ts'

const TODAY = '2026-11-19' as IsoDate
const shift = fc.constantFrom('s1', 's2')
const now: fc.Arbitrary<SeenNow> = fc.record({
  today: fc.constant(TODAY),
  usesShifts: fc.boolean(),
  openShiftId: fc.option(shift),
  name: fc.constantFrom('Camila', 'Rosa'),
})
const sold: fc.Arbitrary<SoldFacts> = fc.record({
  date: fc.integer({ min: -40, max: 0 }).map((days) => addDays(TODAY, days)),
  shiftId: fc.option(shift),
  soldBy: fc.constantFrom('Camila', 'Rosa'),
})
const days = fc.integer({ min: 1, max: 30 })

it('shows the less the narrower the way, and what was sold now by whoever serves in every way', () => {
  fc.assert(
    fc.property(now, sold, days, (at, one, count) => {
      const [all, byDays, ofShift, own] = SEEN_WAYS.map((by) =>
        isSeen(sightOf({ by, days: count }, at), one),
      )
      expect(all).toBe(true)
      expect(byDays).toBe(one.date >= addDays(TODAY, 1 - count))
      expect(ofShift).toBe(
        at.usesShifts
          ? at.openShiftId !== null && one.shiftId === at.openShiftId
          : one.date === TODAY,
      )
      expect(own).toBe(ofShift === true && one.soldBy === at.name)
      const mine = { date: TODAY, shiftId: at.openShiftId ?? 's1', soldBy: at.name }
      fc.pre(!at.usesShifts || at.openShiftId !== null)
      for (const by of SEEN_WAYS) expect(isSeen(sightOf({ by, days: count }, at), mine)).toBe(true)
    }),
  )
})
