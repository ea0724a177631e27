/** The days a report is held against. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IsoDate } from '../core/brand.ts'
import { addDays } from '../time/calendar.ts'
import { BASES, changeOf, earlierThan, lengthOf, shortfallOf } from './before.ts'
import { weekdayOf } from './day-range.ts'

const FIRST = '2019-01-01' as IsoDate
const range = fc
  .tuple(fc.nat(4_000), fc.oneof(fc.nat(40), fc.nat(1_500)))
  .map(([at, more]) => ({ from: addDays(FIRST, at), to: addDays(FIRST, at + more) }))

const days = (from: string, to = from) => ({ from: from as IsoDate, to: to as IsoDate })

it.each([
  ['a day: the day before', 'before', days('2026-11-23'), days('2026-11-22')],
  ['a day: its weekday', 'weekdays', days('2026-11-23'), days('2026-11-16')],
  ['a day: last year', 'lastYear', days('2026-11-23'), days('2025-11-23')],
  ['a first of a month', 'before', days('2026-11-01'), days('2026-10-31')],
  ['a week so far', 'before', days('2026-11-16', '2026-11-18'), days('2026-11-09', '2026-11-11')],
  [
    'three other days',
    'before',
    days('2026-11-17', '2026-11-19'),
    days('2026-11-14', '2026-11-16'),
  ],
  [
    'three other days, by weekdays',
    'weekdays',
    days('2026-11-17', '2026-11-19'),
    days('2026-11-10', '2026-11-12'),
  ],
  ['a month so far', 'before', days('2026-11-01', '2026-11-23'), days('2026-10-01', '2026-10-23')],
  ['March so far', 'before', days('2026-03-01', '2026-03-30'), days('2026-02-01', '2026-02-28')],
  ['a whole month', 'before', days('2026-02-01', '2026-02-28'), days('2026-01-01', '2026-01-31')],
  ['a year so far', 'before', days('2026-01-01', '2026-11-23'), days('2025-01-01', '2025-11-23')],
  ['a leap day', 'lastYear', days('2024-02-29'), days('2023-02-28')],
  ['a leap year', 'lastYear', days('2024-01-01', '2024-12-31'), days('2023-01-01', '2023-12-31')],
  ['four years', 'lastYear', days('2021-01-01', '2024-12-31'), days('2017-01-01', '2020-12-31')],
  ['ten years', 'lastYear', days('2016-11-24', '2026-11-23'), days('2006-11-24', '2016-11-23')],
  ['February', 'lastYear', days('2025-02-01', '2025-02-28'), days('2024-02-01', '2024-02-29')],
] as const)('%s', (_, basis, asked, expected) => {
  expect(earlierThan(asked, basis)).toEqual(expected)
})

it.each([
  ['a week on its Monday', 'week', days('2026-11-30'), days('2026-11-23')],
  ['a month on its first', 'month', days('2026-11-01'), days('2026-10-01')],
  ['a year on its first', 'year', days('2026-01-01'), days('2025-01-01')],
  ['today, though it is a Monday', 'today', days('2026-11-30'), days('2026-11-29')],
] as const)('%s stands beside its like', (_, kind, asked, expected) => {
  expect(earlierThan(asked, 'before', kind)).toEqual(expected)
})

it('ends before the range begins, whatever is asked', () => {
  fc.assert(
    fc.property(range, fc.constantFrom(...BASES), (asked, basis) => {
      const earlier = earlierThan(asked, basis)
      expect(earlier.from <= earlier.to).toBe(true)
      expect(earlier.to < asked.from).toBe(true)
      // A month may have three days more than the one it stands beside.
      expect(Math.abs(lengthOf(asked) - lengthOf(earlier))).toBeLessThanOrEqual(3)
    }),
    { numRuns: 2_000, seed: 16 },
  )
})

it('puts every weekday beside its like', () => {
  fc.assert(
    fc.property(range, (asked) => {
      const earlier = earlierThan(asked, 'weekdays')
      expect(weekdayOf(earlier.from)).toBe(weekdayOf(asked.from))
      expect(lengthOf(earlier)).toBe(lengthOf(asked))
      expect(lengthOf({ from: earlier.to, to: asked.from }) - 2).toBeLessThan(7)
    }),
    { numRuns: 500, seed: 16 },
  )
})

it('says pesos always, and percent only of something', () => {
  expect(changeOf(1_500, 1_000)).toEqual({ clp: 500, tenths: 500 })
  expect(changeOf(1_000, 1_500)).toEqual({ clp: -500, tenths: -333 })
  expect(changeOf(1_000, 0)).toEqual({ clp: 1_000, tenths: null })
  expect(changeOf(1_000, -200)).toEqual({ clp: 1_200, tenths: null })
})

it('says from when on there is anything to compare with, and that today is not over', () => {
  const asked = days('2026-11-01', '2026-11-23')
  const of = { range: asked, earlier: earlierThan(asked, 'before') }
  const told = (first: string | null, today: string) =>
    shortfallOf(of, first as IsoDate | null, today as IsoDate)
  expect(told('2026-10-01', '2026-11-24')).toEqual({
    since: null,
    isEmpty: false,
    isRunning: false,
  })
  expect(told('2026-10-12', '2026-11-23')).toEqual({
    since: '2026-10-12',
    isEmpty: false,
    isRunning: true,
  })
  for (const first of ['2026-10-24', null])
    expect(told(first, '2026-11-24')).toMatchObject({ isEmpty: true, since: null })
})
