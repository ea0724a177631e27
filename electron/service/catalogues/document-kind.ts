import type { DocumentTypeEntry } from './catalogues.ts'

type Kinded = Pick<DocumentTypeEntry, 'kind'>

export function isReceipt({ kind }: Kinded): boolean {
  return kind === 'RECEIPT' || kind === 'EXEMPT_RECEIPT'
}

export function isExport({ kind }: Kinded): boolean {
  return kind === 'EXPORT' || kind === 'EXPORT_CREDIT_NOTE' || kind === 'EXPORT_DEBIT_NOTE'
}

/**
 * Chilean documents whose lines are all there is to their total. Purchase and settlement invoices
 * keep a tax or a commission back, a dispatch guide may move goods without a price, and an export
 * adds freight and insurance.
 */
const CHILEAN_SUMS_OF_LINES: readonly string[] = ['33', '34', '56', '61']

export function isSumOfLines(type: Pick<DocumentTypeEntry, 'kind' | 'country' | 'invoice_type'>) {
  return (
    isReceipt(type) || (type.country === 'CHL' && CHILEAN_SUMS_OF_LINES.includes(type.invoice_type))
  )
}

/** Credit and debit notes: they only exist about another document. */
export function isNote({ kind }: Kinded): boolean {
  return kind.endsWith('CREDIT_NOTE') || kind.endsWith('DEBIT_NOTE')
}
