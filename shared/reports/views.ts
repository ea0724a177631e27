/** What a shop earned over any days: what a screen may ask, and what it is told. */
import { z } from 'zod'
import type { EpochMs, IsoDate, SaleId } from '../core/brand.ts'
import type { DocumentedBy, DocumentType } from '../core/document-type.ts'
import type { Clp } from '../money/clp.ts'
import { BASES } from './before.ts'
import { RANGE_KINDS, type DayRange } from './day-range.ts'
import type { F29Sums } from './f29.ts'
import type { RangeSums } from './range-sums.ts'
import type { Tally } from '../shifts/shift-report.ts'

/** A time in which there are tills. */
export const REPORT_DAYS = { from: '2000-01-01', to: '2199-12-31' } as DayRange

const day = z.iso
  .date()
  .refine((text) => text >= REPORT_DAYS.from && text <= REPORT_DAYS.to) as unknown as z.ZodType<
  IsoDate,
  IsoDate
>

/** Each is read on its own: none waits for another. */
export const REPORT_PARTS = ['totals', 'products', 'documents'] as const

/** Both days belong to it, in either order. */
export const reportInput = z.object({ part: z.enum(REPORT_PARTS), from: day, to: day })
export type ReportInput = z.output<typeof reportInput>
/** On paper, beside the days a basis names; documents are compared with nothing. */
export const printReportInput = reportInput.extend({
  basis: z.enum(BASES).optional(),
  kind: z.enum(RANGE_KINDS).optional(),
})

/** Rows of a table of one answer. */
export const REPORT_ROWS_MAX = 500

/** Of every part. */
interface OfReport extends DayRange {
  /** The first day this till sold anything; null where it never did. */
  readonly since: IsoDate | null
}

export interface HourSums extends Tally {
  /** 0 is Monday. */
  readonly weekday: number
  readonly hour: number
}

export interface DaySums extends Tally {
  readonly date: IsoDate
}

export interface ReportTotals extends OfReport {
  readonly part: 'totals'
  /** Sales less returns and deletions, as in a shift's own report. */
  readonly sums: RangeSums
  readonly f29: F29Sums
  /** Sales by the hour they were charged, deleted ones too: when the shop is busy. */
  readonly hours: readonly HourSums[]
  /** Sales less returns and deletions; a day without any has no row. */
  readonly days: readonly DaySums[]
}

/** Of what was sold, less what came back, was deleted, or both. */
export interface SoldGoods {
  /** Tells it from others, in a report of any days. */
  readonly key: string
  readonly name: string
  /** Thousandths. */
  readonly quantityMilli: number
  readonly totalClp: Clp
  readonly discountClp: Clp
  /** Without IVA, of what has a cost in the catalogue. */
  readonly knownNetClp: Clp
  /** Of the same part: at the cost of its day, at today's where none was kept. */
  readonly costClp: Clp
}

export interface ReportProducts extends OfReport {
  readonly part: 'products'
  /** The largest first, at most `REPORT_ROWS_MAX`. */
  readonly products: readonly (SoldGoods & { readonly code: string })[]
  readonly productCount: number
  readonly categories: readonly SoldGoods[]
  /** Of everything. */
  readonly all: SoldGoods
  readonly discounts: { readonly ofLinesClp: Clp; readonly ofSalesClp: Clp }
  /** What each promotion took off, the largest first; `count` is its lines. */
  readonly promotions: readonly {
    readonly name: string
    readonly count: number
    readonly discountClp: Clp
  }[]
}

export interface ReportDocument {
  readonly saleId: SaleId
  readonly at: EpochMs
  readonly documentType: DocumentType
  readonly documentedBy: DocumentedBy
  readonly folio: number | null
  readonly externalReference: string
  readonly totalClp: Clp
  readonly cashierName: string
  /** Why it was refused or deleted; empty where nothing is to be said. */
  readonly note: string
}

export interface DocumentList {
  /** The newest first, at most `REPORT_ROWS_MAX`. */
  readonly rows: readonly ReportDocument[]
  readonly all: Tally
}

export interface FolioGap {
  readonly documentType: DocumentType
  readonly from: number
  readonly to: number
  /** Folios of it that this till has seen at the service under another document. */
  readonly elsewhere: number
}

export interface ReportDocuments extends OfReport {
  readonly part: 'documents'
  /** Not issued yet. */
  readonly pending: DocumentList
  /** By the service, or by the tax authority. */
  readonly refused: DocumentList
  /** By the day they were deleted. */
  readonly deleted: DocumentList
  /** Of 135 UF and more, which name their buyer. */
  readonly large: DocumentList
  /** Between folios of this till. */
  readonly gaps: readonly FolioGap[]
}

export type ReportView = ReportTotals | ReportProducts | ReportDocuments
