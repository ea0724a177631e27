/** What a table of a report is, and how a later one stands beside an earlier one. */
import type { TFunction } from 'i18next'
import type { SaleId } from '#shared/core/brand.ts'
import type { TableCell } from '#shared/catalogue/export/goods-table.ts'
import type { StandingDocuments } from '#shared/reports/f29.ts'

/**
 * `clp` is money, `count` a plain number, `percent` a text at the right; `heat` is a number whose
 * field is the darker the larger it is; a bar says how much of the largest it is.
 */
export type ColumnKind = 'text' | 'count' | 'clp' | 'percent' | 'heat' | 'bar'

export interface ReportTable {
  readonly id: string
  readonly title: string
  readonly note?: string
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
  readonly rows: readonly (readonly TableCell[])[]
  /** The last row is the sum of those before. */
  readonly hasTotal?: boolean
  /** Can stand beside the same table of other days. */
  readonly compared?: Comparable
  /** The receipt each row leads to. */
  readonly opens?: readonly SaleId[]
}

export interface Comparable {
  /** What tells each row from the others, on any days. */
  readonly keys: readonly string[]
  /** The column of money that is compared. */
  readonly column: number
  /** Not all rows are here: what is missing may have been sold all the same. */
  readonly isCut?: boolean
  /** Rows stand in the order of their keys, which are numbers; their first cell by its key. */
  readonly label?: (key: number) => string | null
}

export type T = TFunction
type Column = ReportTable['columns'][number]

export const text = (name: string): Column => ({ name, kind: 'text' })
export const count = (name: string): Column => ({ name, kind: 'count' })
export const money = (name: string): Column => ({ name, kind: 'clp' })
export const percent = (name: string): Column => ({ name, kind: 'percent' })
export const BAR: Column = { name: '', kind: 'bar' }

const NAMES = {
  33: 'reports.document.dte33',
  34: 'reports.document.dte34',
  39: 'reports.document.dte39',
  41: 'reports.document.dte41',
  61: 'reports.document.dte61',
  56: 'reports.document.dte56',
} as const

const SOLD = 'reports.document.voucher'
const VOUCHER_NAMES = {
  33: SOLD,
  34: SOLD,
  39: SOLD,
  41: 'reports.document.voucherExempt',
  61: 'reports.document.voucherBack',
  56: 'reports.document.voucherUndone',
} as const

/** What the document is called. */
export function nameOf(of: Pick<StandingDocuments, 'documentType' | 'documentedBy'>, t: T): string {
  const { documentType, documentedBy } = of
  return t(documentedBy === 'voucher' ? VOUCHER_NAMES[documentType] : NAMES[documentType])
}

/** All tables one under another, as one sheet. */
export function asSheet(tables: readonly ReportTable[]): TableCell[][] {
  return tables.flatMap(({ title, columns, rows }) => [
    [title],
    columns.filter(({ kind }) => kind !== 'bar').map(({ name }) => name),
    ...rows.map((row) => row.filter((_, at) => columns[at]?.kind !== 'bar')),
    [],
  ])
}
