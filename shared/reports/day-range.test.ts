/** Days at the counter, also those that begin late or last 25 hours. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EpochMs, IsoDate } from '../core/brand.ts'
import { addDays } from '../time/calendar.ts'
import { santiagoDate } from '../time/santiago.ts'
import { instantsOf } from './day-range.ts'

const FIRST = '2000-01-01' as IsoDate
/** Chile sets its clock at the end of the first Saturday of April and of September. */
const CHANGES = ['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06', '2025-09-07', '2024-04-06']
const HOUR_MS = 3_600_000

it('a day begins with its first millisecond and ends with its last, and the next begins there', () => {
  const day = fc.oneof(
    fc.nat(73_000).map((days) => addDays(FIRST, days)),
    fc.constantFrom(...(CHANGES as IsoDate[])),
  )
  fc.assert(
    fc.property(day, (date) => {
      const { from, before } = instantsOf({ from: date, to: date })
      const dates = [from - 1, from, before - 1, before].map((at) => santiagoDate(at as EpochMs))
      expect(dates).toEqual([addDays(date, -1), date, date, addDays(date, 1)])
    }),
    { numRuns: 300, examples: CHANGES.map((date) => [date as IsoDate]) },
  )
})

it('the Saturday of April has 25 hours, the Sunday of September 23', () => {
  const hours = ['2026-04-04', '2026-09-06', '2026-09-05', '2026-04-05'].map((date) => {
    const { from, before } = instantsOf({ from: date as IsoDate, to: date as IsoDate })
    return (before - from) / HOUR_MS
  })
  expect(hours).toEqual([25, 23, 24, 24])
})
