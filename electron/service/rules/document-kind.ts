import type { DocumentTypeEntry } from '../catalogues/catalogues.ts'

type Kinded = Pick<DocumentTypeEntry, 'kind'>

export function isReceipt({ kind }: Kinded): boolean {
  return kind === 'RECEIPT' || kind === 'EXEMPT_RECEIPT'
}

export function isExport({ kind }: Kinded): boolean {
  return kind === 'EXPORT' || kind === 'EXPORT_CREDIT_NOTE' || kind === 'EXPORT_DEBIT_NOTE'
}

/** Credit and debit notes: they only exist about another document. */
export function isNote({ kind }: Kinded): boolean {
  return kind.endsWith('CREDIT_NOTE') || kind.endsWith('DEBIT_NOTE')
}
