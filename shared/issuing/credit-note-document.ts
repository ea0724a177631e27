/**
 * A return as the document of the contract: a credit note (61) over one receipt, with lines, taxes
 * and totals made exactly as the receipt's own.
 */
import type { IsoDate } from '../core/brand.ts'
import type { DocumentRequest } from './document-request.ts'
import type { SaleType } from '../core/document-type.ts'
import { toCommon, toInfo, type ReceiptSource } from './receipt-document.ts'

export const CREDIT_NOTE_TYPE = '61'
const DEBIT_NOTE_TYPE = '56'
/** "Comprobante de pago electrónico" among the authority's document types. */
export const PAYMENT_VOUCHER_TYPE = '48'

/**
 * Codes of the catalogue of cancellation reasons: what the note does to its document (CodRef of the
 * authority).
 */
export const CREDIT_REASONS = { annuls: '1', correctsText: '2', correctsAmounts: '3' } as const
type CreditReason = (typeof CREDIT_REASONS)[keyof typeof CREDIT_REASONS]

/** The authority's schema has room for this much of a reason (RazonRef). */
export const CREDIT_REASON_CHARS_MAX = 90

export interface CreditNoteSource extends Omit<ReceiptSource, 'documentType'> {
  /**
   * The document that is taken back, as it was issued: a debit note takes back a credit note (61);
   * 48 is the voucher of a card terminal that counted as a receipt.
   */
  readonly receipt: {
    readonly documentType: SaleType | '61' | typeof PAYMENT_VOUCHER_TYPE
    readonly folio: number
    readonly date: IsoDate
  }
  /**
   * `annuls` only for a note over the whole receipt with no note before it; the service checks it.
   */
  readonly reason: CreditReason
  /** In words, for the paper and the authority. */
  readonly reasonText: string
}

/**
 * Builds the request for a credit note. Pure: the same source always gives the same document. A
 * note is never dated before its receipt, which a till whose clock was set back would otherwise do.
 */
export function toCreditNoteRequest(source: CreditNoteSource): DocumentRequest {
  const { receipt } = source
  return {
    branch_office: source.branchOffice,
    invoice_type: receipt.documentType === CREDIT_NOTE_TYPE ? DEBIT_NOTE_TYPE : CREDIT_NOTE_TYPE,
    invoice_date: source.date < receipt.date ? receipt.date : source.date,
    reason_code: source.reason,
    observations: source.reasonText.slice(0, CREDIT_REASON_CHARS_MAX),
    ...toCommon(source),
    billing_reference: [
      {
        invoice_type: receipt.documentType,
        branch_office: source.branchOffice,
        number: receipt.folio,
        invoice_date: receipt.date,
      },
    ],
    ...toInfo(source),
  }
}
