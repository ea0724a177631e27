/** Which document a Chilean credit note is about. */
import type { DocumentRequest } from '#shared/contract/document-request.ts'
import { findDocumentType, type DocumentTypeEntry } from '../catalogues/catalogues.ts'
import { isExport } from './document-kind.ts'

export interface TaxReference {
  /** Place in `billing_reference`. */
  readonly index: number
  readonly type: DocumentTypeEntry
  readonly number: number | undefined
  readonly date: string | undefined
}

/** References to Chilean tax documents; the others (an order, a contract) only accompany them. */
export function taxReferencesOf(document: Pick<Partial<DocumentRequest>, 'billing_reference'>): TaxReference[] {
  return (document.billing_reference ?? []).flatMap(({ invoice_type: code, number, invoice_date: date }, index) => {
    const type = findDocumentType('CHL', code)
    return type === null ? [] : [{ index, type, number, date }]
  })
}

export interface CreditedReference extends TaxReference {
  readonly number: number
}

/** The one document a credit note is about; null when it names none, several, or one that cannot be credited. */
export function creditedReferenceOf(document: Pick<Partial<DocumentRequest>, 'billing_reference'>): CreditedReference | null {
  const [only, ...others] = taxReferencesOf(document)
  if (only === undefined || others.length > 0 || !isCreditable(only.type)) return null
  const { number } = only
  return number === undefined || number < 1 ? null : { ...only, number }
}

/** A debit note annuls a credit note; exports have notes of their own. */
export function isCreditable(type: DocumentTypeEntry): boolean {
  return type.kind !== 'CREDIT_NOTE' && !isExport(type)
}

/** A document's total in whole pesos, as its stamp says it. */
export function totalInPesos({ totals, currency }: Pick<DocumentRequest, 'totals' | 'currency'>): number {
  return Math.round(totals.total * (currency.exchange_rate ?? 1))
}
