/** A report on the receipt printer: the core's own sums, on paper that holds both widths. */
import { expect, it } from 'vitest'
import { REPORT_PARTS, type ReportView } from '#shared/bridge/reports.ts'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { formatClp } from '#shared/money/clp.ts'
import { layoutReport, type ReportPaper } from '#shared/paper/report-layout.ts'
import { PAPER_ROWS_MAX, rangePaper } from '#shared/reports/range-paper.ts'
import { MEMORY_REPORTS } from '../../../test/renderer/memory-reports.ts'
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

const read = async (part: ReportView['part']) =>
  must(await MEMORY_REPORTS.report({ part, ...DAYS }))

it.each(WIDTHS)('fits every part within %i mm', async (widthMm) => {
  for (const part of REPORT_PARTS) {
    const drawing = layoutReport(rangePaper(await read(part), FACTS, widthMm), roundMeasure)
    expect(faultsOf(drawing), part).toEqual([])
    expect(textsOf(drawing).map(({ text }) => text)).toContain('INFORME')
  }
})

it('ends a long list of goods, and says of how many; a year is said by month', async () => {
  const view = await read('products')
  if (view.part !== 'products') throw new Error('asked for products')
  const [one] = view.products
  if (one === undefined) throw new Error('no goods')
  const many = Array.from({ length: 80 }, (_, at) => ({ ...one, code: String(at) }))
  const [goods] = rangePaper({ ...view, products: many, productCount: 700 }, FACTS, 80).sections
  expect(goods?.rows.filter(({ kind }) => kind === 'amount')).toHaveLength(PAPER_ROWS_MAX)
  expect(goods?.remark).toBe('Los primeros 50 de 700.')
  const totals = await read('totals')
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
