/** A chart says what its table says: no day is drawn twice, left out or made up. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ReportTotals } from '#shared/reports/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { lengthOf } from '#shared/reports/before.ts'
import { addDays } from '#shared/time/calendar.ts'
import { reportOf } from '../../test/support/report-views.ts'
import { axisMoney, DAYS_DRAWN_MAX, seriesOf } from './report-series.ts'

const FROM = '2024-02-10' as IsoDate
const TODAY = '2026-11-23' as IsoDate
const NOW = { today: TODAY, hour: 23 }
const SAMPLE = reportOf('totals', { from: FROM, to: TODAY })

function soldOn(from: IsoDate, to: IsoDate, days: ReadonlyMap<number, number>): ReportTotals {
  const rows = [...days]
    .map(([day, totalClp]) => ({ date: addDays(FROM, day), count: 1, totalClp: clp(totalClp) }))
    .filter(({ date }) => date >= from && date <= to)
    .sort((one, other) => one.date.localeCompare(other.date))
  return { ...SAMPLE, from, to, since: FROM, days: rows }
}

it('adds up to its table by day and by month, also where more came back than was sold', () => {
  const sold = fc.tuple(fc.integer({ min: 0, max: 1_017 }), fc.integer({ min: -9e8, max: 9e8 }))
  fc.assert(
    fc.property(
      fc.uniqueArray(sold, { selector: ([day]) => day, maxLength: 60 }),
      fc.integer({ min: 0, max: 900 }),
      fc.oneof(fc.integer({ min: 2, max: 62 }), fc.integer({ min: 63, max: 30_000 })),
      (days, start, length) => {
        const from = addDays(FROM, start)
        const view = soldOn(from, addDays(from, length - 1), new Map(days))
        const { by, points } = seriesOf(view, null, NOW)
        expect(by).toBe(lengthOf(view) > DAYS_DRAWN_MAX ? 'month' : 'day')
        const drawn = points.reduce((sum, { now }) => sum + (now ?? 0), 0)
        expect(drawn).toBe(view.days.reduce((sum, { totalClp }) => sum + totalClp, 0))
        expect(new Set(points.map(({ at }) => at)).size).toBe(points.length)
      },
    ),
  )
})

it('of two centuries only the months anybody can know are drawn, wide enough for a finger', () => {
  const [from, to] = ['2000-01-01', '2199-12-31'] as IsoDate[] as [IsoDate, IsoDate]
  const { points } = seriesOf(soldOn(from, to, new Map([[3, 500]])), null, NOW)
  expect([points[0]?.at, points.at(-1)?.at, points.length]).toEqual([
    '2024-02-01',
    '2026-11-01',
    34,
  ])
  expect(seriesOf({ ...soldOn(from, to, new Map()), since: null }, null, NOW).points).toEqual([])
})

it('one hour, one day and nothing at all are what they are', () => {
  const hour = { weekday: 0, hour: 12, count: 2, totalClp: clp(700) }
  const one = { ...soldOn(FROM, FROM, new Map()), hours: [hour] }
  const { by, points } = seriesOf(one, null, NOW)
  expect([by, points.filter(({ now }) => now !== 0)]).toEqual([
    'hour',
    [{ at: 12, now: 700, before: null }],
  ])
  expect(seriesOf({ ...one, hours: [] }, null, NOW).points).toEqual([])
})

it('says nothing of hours still to come, which are no hours without a sale', () => {
  const sold = { weekday: 0, hour: 9, count: 1, totalClp: clp(900) }
  const today = { ...soldOn(TODAY, TODAY, new Map()), hours: [sold] }
  const { points } = seriesOf(today, null, { today: TODAY, hour: 11 })
  expect(points.slice(0, 5).map(({ at, now }) => [at, now])).toEqual([
    [8, 0],
    [9, 900],
    [10, 0],
    [11, 0],
    [12, null],
  ])
})

it('an axis below nothing has its sign before its money, as the tables have', () => {
  expect(axisMoney(-1_200_000, 'es-CL')).toMatch(/^-\$1,2/)
  expect(axisMoney(0, 'es-CL')).toBe('$0')
  expect(axisMoney(40_000, 'es-CL')).toMatch(/^\$40\smil$/)
})
