/** What kinds of documents there are. */
export type ReceiptType = '39' | '41'

/** Invoices to a taxpayer: 33, or 34 where everything on it is exempt. */
type InvoiceType = '33' | '34'

/** What a sale may be documented by. */
export type SaleType = ReceiptType | InvoiceType

/**
 * Receipts and invoices, the credit notes (61) of what comes back, and the debit notes (56) that
 * undo one.
 */
export type DocumentType = SaleType | '61' | '56'

/**
 * What proves the sale to the tax authority: a receipt that is issued, or the card terminal's
 * voucher.
 */
export type DocumentedBy = 'receipt' | 'voucher'

export function isInvoice(documentType: string): documentType is InvoiceType {
  return documentType === '33' || documentType === '34'
}

/** Nothing on it carries IVA. */
export function isExemptType(documentType: string): documentType is '41' | '34' {
  return documentType === '41' || documentType === '34'
}

/** Of a document type in a query: what was sold, whichever document says so. */
export const SALE_TYPES_SQL = "('39', '41', '33', '34')"
