/** A paper in the queue, as it is read. */
import type { EpochMs, PrintJobId, SaleId } from '#shared/core/brand.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { StoredPrintState } from '#shared/paper/print-moves.ts'
import type { PaperKind } from '#shared/receipts/views.ts'

export interface PrintJobRow {
  readonly id: PrintJobId
  /** Papers are ordered in the order of their sales. */
  readonly seq: number
  /** Of a paper of a sale; a report has none. */
  readonly saleId: SaleId | null
  readonly reportId: string | null
  readonly kind: PaperKind | 'report'
  readonly printerId: string
  readonly widthMm: PaperWidthMm
  readonly opensDrawer: number
  /** The sale has no receipt, so every paper of it is a slip. */
  readonly isVoucher: number
  readonly state: StoredPrintState
  readonly tries: number
  /** Null for a slip or a report, which are drawn here. */
  readonly pdfFile: string | null
  /** Of the PDF as the service sent it: a file that differs has been damaged since. */
  readonly pdfSha256: string | null
  /** What was last wrong with the PDF of this sale, or null. */
  readonly pdfTrouble: string | null
  readonly createdAt: EpochMs
  /** When it was ordered, or when a person last said that it is wanted. */
  readonly wantedAt: EpochMs
  /** Of its sale; null where there is none, or no folio yet. */
  readonly documentType: string | null
  readonly totalClp: number | null
  readonly folio: number | null
  /** Its sale is of before this till was in doubt: 1 if so. */
  readonly isDoubted: number
  /** A person wants it although its stamp cannot be read. */
  readonly stampWaived: number
}
