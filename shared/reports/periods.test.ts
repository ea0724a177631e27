/** What is kept of years, months and days, put together for a range. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IsoDate } from '../core/brand.ts'
import { addDays } from '../time/calendar.ts'
import { dateOfPeriod, dayPeriod, periodsOf, periodsOfDay } from './periods.ts'

const FIRST = '2023-11-20' as IsoDate
const DAYS = Array.from({ length: 900 }, (_, index) => addDays(FIRST, index))
const day = fc.constantFrom(...DAYS)

it('holds every day of the range once and no other, among the days there are', () => {
  fc.assert(
    fc.property(day, day, day, day, (one, other, early, late) => {
      const range = { from: one < other ? one : other, to: one < other ? other : one }
      const known = { from: early < late ? early : late, to: early < late ? late : early }
      const runs = periodsOf(range, known)
      for (const date of DAYS.filter((each) => each >= known.from && each <= known.to)) {
        const held = runs.filter(([first, last]) =>
          periodsOfDay(date).some((period) => period >= first && period <= last),
        )
        expect(held.length, date).toBe(date >= range.from && date <= range.to ? 1 : 0)
      }
      expect(runs.length).toBeLessThan(30)
    }),
    { numRuns: 60 },
  )
})

it('asks for one number where everything there is was asked for', () => {
  const known = { from: '2026-03-04' as IsoDate, to: '2026-11-23' as IsoDate }
  const all = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
  expect(periodsOf(all, known)).toEqual([[2026, 2026]])
  expect(periodsOf({ from: '2026-11-01' as IsoDate, to: known.to }, known)).toEqual([
    [202_611, 202_611],
    [202_612, 202_612],
  ])
  expect(periodsOf({ from: known.to, to: '2026-11-22' as IsoDate }, known)).toEqual([])
})

it('names a day by its number and finds it again', () => {
  expect(dateOfPeriod(dayPeriod('2026-11-03'))).toBe('2026-11-03')
})
