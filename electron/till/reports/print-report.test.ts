/** A report on the receipt printer: the core's own sums, on paper that holds both widths. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { REPORT_PARTS, type ReportTotals, type ReportView } from '#shared/reports/views.ts'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { formatClp } from '#shared/money/clp.ts'
import { layoutReport, type ReportPaper, type ReportRow } from '#shared/paper/report-layout.ts'
import { lengthOf } from '#shared/reports/before.ts'
import { comparedSections } from '#shared/reports/compared-paper.ts'
import { PAPER_ROWS_MAX, rangePaper } from '#shared/reports/range-paper.ts'
import { addDays, addMonths, DAY_MS, printDate } from '#shared/time/calendar.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { reportOf } from '../../../test/support/report-views.ts'
import { must } from '../../../test/support/must.ts'
import { faultsOf, roundMeasure, textsOf, WIDTHS } from '../../../test/support/paper-samples.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const drawn: ReportPaper[] = []
const { api, fixture } = tillPerTest({
  drawReport: async (paper) => {
    drawn.push(paper)
    return Buffer.from('%PDF-1.7 report')
  },
})
const DAYS = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const FACTS = {
  shop: { tradeName: 'Almacén Doña Rosa', rut: '76192083-9' as never },
  registerName: '1',
  madeBy: 'Camila',
  madeAt: Date.UTC(2026, 10, 23, 12) as EpochMs,
}
const rowsOf = (paper: ReportPaper | undefined) =>
  paper?.sections.flatMap(({ title, rows }) => rows.map((row) => ({ title, ...row }))) ?? []

it('prints what was sold as the screen says it, on the paper of the printer; nothing waits to come out later', async () => {
  for (const codes of [['101', '201'], ['101']]) sellOf(api, ...codes)
  const view = must(await api.report({ part: 'products', ...DAYS }))
  if (view.part !== 'products') throw new Error('asked for products')
  expect(await api.printReport({ part: 'products', ...DAYS })).toEqual({ ok: true, value: null })
  const printed = rowsOf(drawn.at(-1)).filter(({ title }) => title === 'PRODUCTOS')
  const valuesOf = (kind: string) =>
    printed.filter((row) => row.kind === kind).map(({ value }) => value)
  expect(valuesOf('sum')).toEqual([formatClp(view.all.totalClp)])
  expect(valuesOf('amount')).toEqual(view.products.map(({ totalClp }) => formatClp(totalClp)))
  expect(view.all.totalClp).toBeGreaterThan(0)
  fixture.printer.answer = () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
  const waiting = api.status().printQueueCount
  expect(await api.printReport({ part: 'totals', ...DAYS })).toMatchObject({
    refusal: { code: 'PAPER_OUT' },
  })
  expect(api.status().printQueueCount).toBe(waiting)
})

const TODAY = '2026-11-23' as IsoDate
const YEARS = { from: '2025-01-01' as IsoDate, to: '2025-12-31' as IsoDate }
const read = (part: ReportView['part']) => reportOf(part, DAYS)

it.each(WIDTHS)('fits every part within %i mm, compared or not', async (widthMm) => {
  for (const [part, isCompared] of REPORT_PARTS.flatMap(
    (of) =>
      [
        [of, false],
        [of, true],
      ] as const,
  )) {
    const view = read(part)
    const before = isCompared && part !== 'documents' ? { range: YEARS, view, today: TODAY } : null
    const paper = rangePaper({ ...view, since: YEARS.from }, FACTS, widthMm, before)
    const drawing = layoutReport(paper, roundMeasure)
    expect(faultsOf(drawing), part).toEqual([])
    expect(textsOf(drawing).map(({ text }) => text)).toContain('INFORME')
  }
})

it('ends a long list of goods, and says of how many; a year is said by month', async () => {
  const view = read('products')
  if (view.part !== 'products') throw new Error('asked for products')
  const [one] = view.products
  if (one === undefined) throw new Error('no goods')
  const many = Array.from({ length: 80 }, (_, at) => ({ ...one, code: String(at) }))
  const [goods] = rangePaper({ ...view, products: many, productCount: 700 }, FACTS, 80).sections
  expect(goods?.rows.filter(({ kind }) => kind === 'amount')).toHaveLength(PAPER_ROWS_MAX)
  expect(goods?.remark).toBe('Los primeros 50 de 700.')
  const totals = read('totals')
  if (totals.part !== 'totals') throw new Error('asked for totals')
  const days = Array.from({ length: 40 }, (_, at) => ({
    date: `2026-0${at < 25 ? 1 : 2}-01` as IsoDate,
    count: 1,
    totalClp: 1_000 as never,
  }))
  const months = rangePaper({ ...totals, days }, FACTS, 58).sections.find(
    ({ title }) => title === 'POR MES',
  )
  expect(months?.rows.map(({ label, value }) => [label, value])).toEqual([
    ['01-2026 (25)', '$25.000'],
    ['02-2026 (15)', '$15.000'],
  ])
})

it('stands beside the days before, as on the screen: what was, and what has changed', async () => {
  const { clock } = fixture
  sellOf(api, '101')
  const day = santiagoDate(clock.now())
  clock.jumpWallClock(DAY_MS)
  for (const code of ['101', '201']) sellOf(api, code)
  const next = { from: addDays(day, 1), to: addDays(day, 1) }
  must(await api.printReport({ part: 'products', ...next, basis: 'before' }))
  const rows = rowsOf(drawn.at(-1)).map(({ title, label, value }) => [title, label, value])
  expect(rows.filter(([title]) => title === 'COMPARACIÓN')).toEqual([
    ['COMPARACIÓN', 'Antes', printDate(day)],
    ['COMPARACIÓN', 'Todo', '$3.490'],
    ['COMPARACIÓN', 'Antes $1.890', '+$1.600 (+84,7 %)'],
  ])
  expect(rows).toContainEqual(['PRODUCTOS, COMPARADOS', 'Antes $1.890', '$0 (0 %)'])
  // Asked for nothing, it says nothing; of before the first sale it says that there was none.
  must(await api.printReport({ part: 'products', ...next }))
  expect(drawn.at(-1)?.sections.map(({ title }) => title)).not.toContain('COMPARACIÓN')
  must(await api.printReport({ part: 'totals', from: day, to: day, basis: 'lastYear' }))
  expect(drawn.at(-1)?.sections[0]?.remark).toBe('Esta caja no vendió nada en esos días.')
  // Two days on which nothing was sold, of a till that has sold.
  const idle = { from: addDays(day, 40), to: addDays(day, 40) }
  must(await api.printReport({ part: 'totals', ...idle, basis: 'before' }))
  expect(drawn.at(-1)?.sections[0]).toMatchObject({
    title: 'COMPARACIÓN',
    remark: 'No se vendió nada, tampoco antes.',
  })
})

const TOTALS = read('totals') as ReportTotals

it.each([
  ['days', 'DÍAS, COMPARADOS', ['2026-03-02', '2026-03-01', '2026-03-07']],
  ['months', 'MESES, COMPARADOS', ['2026-02-10', '2026-01-10', '2026-12-10']],
] as const)(
  'says %s in the order of the calendar, also those sold on only before',
  (of, title, dates) => {
    const days = dates.map((date) => ({ date, count: 1, totalClp: 1_000 as never }))
    const [now, then] = [days.slice(0, 1) as never, days.slice(1) as never]
    const [from, to] = of === 'days' ? ['03-01', '03-07'] : ['01-01', '12-31']
    const range = { from: `2026-${from}` as IsoDate, to: `2026-${to}` as IsoDate }
    const view: ReportTotals = { ...TOTALS, ...range, since: YEARS.from, days: now }
    const before = { range, view: { ...view, days: then }, today: TODAY }
    const rows = comparedSections(view, before, 999).find((one) => one.title === title)?.rows ?? []
    const said = rows.filter(({ kind }) => kind === 'amount').map(({ label }) => label)
    const length = of === 'days' ? 10 : 7
    const named = dates
      .toSorted()
      .map((date) => date.slice(0, length).split('-').reverse().join('-'))
    expect(said).toEqual(named)
  },
)

it('says every month of ten years, as the list of months does', () => {
  const range = { from: '2016-01-01' as IsoDate, to: '2025-12-31' as IsoDate }
  const days = Array.from({ length: 120 }, (_, at) => ({
    date: addMonths(range.from, at),
    ...{ count: 1, totalClp: 1_000 as never },
  }))
  const view: ReportTotals = { ...TOTALS, ...range, since: range.from, days }
  const sections = comparedSections(view, { range, view, today: TODAY }, PAPER_ROWS_MAX)
  const { rows = [] } = sections.find(({ title }) => title === 'MESES, COMPARADOS') ?? {}
  expect(rows.filter(({ kind }) => kind === 'amount')).toHaveLength(120)
})

it('says by month the days of two years of unlike length, to the peso', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('2024', '2025', '2026'),
      fc.array(fc.record({ day: fc.nat(365), clp: fc.nat(90_000) }), { maxLength: 12 }),
      fc.array(fc.record({ day: fc.nat(365), clp: fc.nat(90_000) }), { maxLength: 12 }),
      (year, now, then) => {
        const of = (name: string, sold: typeof now) => {
          const [from, to] = [`${name}-01-01` as IsoDate, `${name}-12-31` as IsoDate]
          const days = sold.map(({ day, clp }) => ({
            date: addDays(from, Math.min(day, lengthOf({ from, to }) - 1)),
            ...{ count: 1, totalClp: clp as never },
          }))
          return { ...TOTALS, from, to, since: YEARS.from, days }
        }
        const [view, before] = [of(year, now), of(String(Number(year) - 1), then)]
        const paper = { range: before, view: before, today: TODAY }
        const months = comparedSections({ ...view, since: before.from }, paper, 999).find(
          ({ title }) => title === 'MESES, COMPARADOS',
        )
        const sums = (kind: string, read: (row: ReportRow) => string) =>
          (months?.rows ?? [])
            .filter((row) => row.kind === kind)
            .reduce((all, row) => all + Number(read(row).replace(/[^0-9]/g, '')), 0)
        const total = (sold: typeof now) => sold.reduce((all, { clp }) => all + clp, 0)
        expect(sums('amount', ({ value }) => value)).toBe(total(now))
        expect(sums('detail', ({ label }) => label)).toBe(total(then))
      },
    ),
    { numRuns: 25 },
  )
})
