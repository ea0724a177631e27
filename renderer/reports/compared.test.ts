/** A report beside one of earlier days: no figure is made up. */
import fc from 'fast-check'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { addDays } from '#shared/time/calendar.ts'
import { reportOf } from '../../test/support/report-views.ts'
import { comparedTables } from './compared.ts'
import { compared } from './comparison.ts'
import { seriesOf } from './report-series.ts'
import { reportTables } from './report-tables.ts'

const t = ((key: string) => key) as unknown as TFunction
const words = { t, locale: 'es-CL' }
const days = { from: '2026-11-01', to: '2026-11-24' } as { from: IsoDate; to: IsoDate }
const earlier = { from: '2026-10-01', to: '2026-10-24' } as { from: IsoDate; to: IsoDate }
const TODAY = '2026-11-30' as IsoDate

function products(codes: readonly (readonly [string, number])[], count = codes.length) {
  const view = reportOf('products', days)
  const [one] = view.products
  if (one === undefined) throw new Error('no goods')
  return {
    ...view,
    products: codes.map(([key, totalClp]) => ({
      ...one,
      key,
      code: key,
      name: key,
      totalClp: clp(totalClp),
    })),
    productCount: count,
  }
}

function productRows(now: ReturnType<typeof products>, before: ReturnType<typeof products>) {
  const [table] = comparedTables(reportTables(now, t), reportTables(before, t), words)
  return table?.rows.slice(0, -1).map((row) => [row[0], ...row.slice(3, 7)])
}

it('says what a product was, what it is and what is between them; sold only before it is nothing now', () => {
  const now = products([
    ['bread', 3_000],
    ['milk', 1_000],
  ])
  const before = products([
    ['milk', 2_000],
    ['tea', 500],
  ])
  expect(productRows(now, before)).toEqual([
    ['bread', 3_000, 0, 3_000, ''],
    ['milk', 1_000, 2_000, -1_000, '-50%'],
    ['tea', 0, 500, -500, '-100%'],
  ])
})

it('does not take what a cut list leaves out for nothing, now or before', () => {
  const now = products([['bread', 3_000]])
  const cut = products([['milk', 2_000]], 700)
  expect(productRows(now, cut)).toEqual([
    ['bread', 3_000, '', '', ''],
    ['milk', 0, 2_000, -2_000, '-100%'],
  ])
  expect(productRows(cut, now)).toEqual([['milk', 2_000, 0, 2_000, '']])
})

const totals = (sold: readonly number[], range = days) => ({
  ...reportOf('totals', range),
  days: sold.flatMap((totalClp, at) =>
    totalClp === 0 ? [] : [{ date: addDays(range.from, at), count: 1, totalClp: clp(totalClp) }],
  ),
})

it('neither loses nor invents a peso of any day', () => {
  const sold = fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 24, maxLength: 24 })
  fc.assert(
    fc.property(sold, sold, (one, other) => {
      const [now, before] = [totals(one), totals(other, earlier)]
      const table = comparedTables(reportTables(now, t), reportTables(before, t), words).find(
        ({ id }) => id === 'days',
      )
      const sum = (column: number) =>
        (table?.rows ?? []).reduce((all, row) => all + Number(row[column]), 0)
      const all = (of: readonly number[]) => of.reduce((total, each) => total + each, 0)
      expect([sum(2), sum(3), sum(4)]).toEqual([all(one), all(other), all(one) - all(other)])
      const { points } = seriesOf(now, before, { today: TODAY, hour: 23 })
      expect(points.map((point) => point.now)).toEqual(one)
      expect(points.map((point) => point.before)).toEqual(other)
    }),
    { numRuns: 60, seed: 16 },
  )
})

it('says that there is nothing to compare with, instead of a rise from nothing', () => {
  const view = { ...totals([1_000]), since: '2026-10-25' as IsoDate }
  const told = compared({ view, earlier, before: totals([], earlier) }, TODAY, words)
  expect(told).toMatchObject({ hasBefore: false, remarks: ['reports.compare.nothing'] })
  expect(told.tables.map(({ columns, rows }) => [columns, rows])).toEqual(
    reportTables(view, t).map(({ columns, rows }) => [columns, rows]),
  )
})

it('says from when on the till sold, that today is not over, and what could not be read', () => {
  const view = { ...totals([1_000]), since: '2026-10-12' as IsoDate }
  const before = totals([500], earlier)
  const today = '2026-11-24' as IsoDate
  expect(compared({ view, earlier, before }, today, words)).toMatchObject({
    hasBefore: true,
    remarks: ['reports.compare.with', 'reports.compare.since', 'reports.compare.running'],
  })
  expect(compared({ view, earlier, before: null }, today, words)).toMatchObject({
    hasBefore: false,
    remarks: ['reports.compare.failed'],
  })
  expect(compared({ view, earlier: null, before: null }, today, words).remarks).toEqual([])
})

it('draws nothing where nobody can know: before the first sale, after today', () => {
  const view = { ...totals([0, 0, 700]), since: '2026-11-02' as IsoDate }
  const { by, points } = seriesOf(view, null, { today: '2026-11-04' as IsoDate, hour: 23 })
  expect(by).toBe('day')
  expect(points.slice(0, 6).map(({ now }) => now)).toEqual([null, 0, 700, 0, null, null])
})

it('says a day by hour and a year by month, with the same sum', () => {
  const year = { from: '2026-01-01' as IsoDate, to: '2026-12-31' as IsoDate }
  const sold = Array.from({ length: 365 }, (_, at) => (at * 37) % 900)
  const months = seriesOf(totals(sold, year), null, { today: '2026-12-31' as IsoDate, hour: 23 })
  expect([months.by, months.points.length]).toEqual(['month', 12])
  expect(months.points.reduce((all, { now }) => all + (now ?? 0), 0)).toBe(
    sold.reduce((all, each) => all + each, 0),
  )
  const day = { from: '2026-11-20' as IsoDate, to: '2026-11-20' as IsoDate }
  const hours = [7, 13].map((hour) => ({ weekday: 4, hour, count: 1, totalClp: clp(hour * 100) }))
  const { by, points } = seriesOf({ ...totals([], day), hours }, null, { today: TODAY, hour: 23 })
  expect(by).toBe('hour')
  // A day is as long as the shop is usually open, and longer where something was sold then.
  expect(points.map(({ at }) => at)).toEqual(Array.from({ length: 14 }, (_, at) => 7 + at))
  expect(points.filter(({ now }) => now !== 0).map(({ at, now }) => [at, now])).toEqual([
    [7, 700],
    [13, 1_300],
  ])
})
