/**
 * A table beside the same one of earlier days: what it was, and what has changed in pesos and in
 * percent. What nobody knows is left empty: it is not nothing.
 */
import type { TableCell } from '#shared/catalogue/export/goods-table.ts'
import { changeOf } from '#shared/reports/before.ts'
import { money, percent, type Comparable, type ReportTable, type T } from './table.ts'

type Row = readonly TableCell[]
interface Keyed {
  readonly key: string
  readonly row: Row
}

/** Tables that cannot be compared stay as they are. */
export function comparedTables(
  tables: readonly ReportTable[],
  earlier: readonly ReportTable[],
  { t, locale }: { readonly t: T; readonly locale: string },
): ReportTable[] {
  return tables.map((table) => {
    const before = earlier.find(({ id }) => id === table.id)
    if (table.compared === undefined || before?.compared === undefined) return table
    return withBefore(table, table.compared, before, before.compared, { t, locale })
  })
}

function withBefore(
  table: ReportTable,
  of: Comparable,
  before: ReportTable,
  ofBefore: Comparable,
  { t, locale }: { readonly t: T; readonly locale: string },
): ReportTable {
  const { column } = of
  const then = new Map(keyed(before, ofBefore).map(({ key, row }) => [key, row]))
  const rows = orderedRows(
    table,
    of,
    [...then].map(([key, row]) => ({ key, row })),
  )
  const beforeOf = (key: string) => {
    const row = then.get(key)
    if (row !== undefined) return Number(row[column])
    return ofBefore.isCut === true ? null : 0
  }
  const after = <Cell>(row: readonly Cell[], more: readonly Cell[]) => [
    ...row.slice(0, column + 1),
    ...more,
    ...row.slice(column + 1),
  ]
  return {
    ...table,
    ...(rows.some(({ key }) => beforeOf(key) === null)
      ? { note: [table.note, t('reports.compare.unknown')].filter(Boolean).join(' ') }
      : {}),
    columns: after(table.columns, [
      money(t('reports.compare.before')),
      money(t('reports.compare.change')),
      percent(t('reports.compare.percent')),
    ]),
    rows: rows.map(({ key, row }) =>
      after(row, cellsOf(Number(row[column]), beforeOf(key), locale)),
    ),
    compared: { ...of, keys: rows.map(({ key }) => key) },
  }
}

function keyed(table: ReportTable, { keys }: Comparable): Keyed[] {
  return table.rows.map((row, at) => ({ key: keys[at] ?? '', row }))
}

/** With what was sold only before, as nothing sold now; not where the list of now is cut. */
function orderedRows(table: ReportTable, of: Comparable, then: readonly Keyed[]): Keyed[] {
  const now = keyed(table, of)
  if (of.isCut === true) return now
  const here = new Set(of.keys)
  const gone = then
    .filter(({ key }) => !here.has(key))
    .map(({ key, row }) => ({ key, row: nothingOf(table, row, of.label?.(Number(key)) ?? null) }))
  if (of.label !== undefined)
    return [...now, ...gone].sort((one, other) => Number(one.key) - Number(other.key))
  const beforeTotal = now.length - (table.hasTotal === true ? 1 : 0)
  return now.toSpliced(beforeTotal, 0, ...gone)
}

/** The row of before with its words, and with nothing in it. */
function nothingOf({ columns }: ReportTable, row: Row, label: string | null): Row {
  return columns.map(({ kind }, at) => {
    if (kind === 'percent') return ''
    if (kind !== 'text') return 0
    return at === 0 && label !== null ? label : (row[at] ?? '')
  })
}

function cellsOf(now: number, before: number | null, locale: string): TableCell[] {
  if (before === null) return ['', '', '']
  const { clp, tenths } = changeOf(now, before)
  return [before, clp, percentOf(tenths, locale)]
}

/** With its sign; empty where there is none to say. */
export function percentOf(tenths: number | null, locale: string): string {
  if (tenths === null) return ''
  const said = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  return said.format(tenths / 1_000)
}
