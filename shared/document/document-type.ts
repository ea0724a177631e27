/** What kinds of documents there are. */
export type ReceiptType = '39' | '41'

/** Receipts, the credit notes (61) of what comes back, and the debit notes (56) that undo one. */
export type DocumentType = ReceiptType | '61' | '56'

/**
 * What proves the sale to the tax authority: a receipt that is issued, or the card terminal's
 * voucher.
 */
export type DocumentedBy = 'receipt' | 'voucher'
