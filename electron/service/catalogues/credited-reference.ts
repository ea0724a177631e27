/** Which document a Chilean credit note is about, and which credit note a debit note undoes. */
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { findDocumentType, type DocumentTypeEntry } from './catalogues.ts'
import { isExport } from './document-kind.ts'

export interface TaxReference {
  /** Place in `billing_reference`. */
  readonly index: number
  readonly type: DocumentTypeEntry
  readonly number: number | undefined
  readonly date: string | undefined
}

/**
 * The voucher of a card terminal that counts as a receipt. Nobody issues one here; it is a document
 * that another system made, which a credit note may take back.
 */
const PAYMENT_VOUCHER: DocumentTypeEntry = {
  country: 'CHL',
  invoice_type: '48',
  code: 48,
  alias: '48',
  description: 'Comprobante de pago electrónico',
  kind: 'RECEIPT',
}

/** References to Chilean tax documents; the others (an order, a contract) only accompany them. */
export function taxReferencesOf(
  document: Pick<Partial<DocumentRequest>, 'billing_reference'>,
): TaxReference[] {
  return (document.billing_reference ?? []).flatMap(
    ({ invoice_type: code, number, invoice_date: date }, index) => {
      const type =
        code === PAYMENT_VOUCHER.invoice_type ? PAYMENT_VOUCHER : findDocumentType('CHL', code)
      return type === null ? [] : [{ index, type, number, date }]
    },
  )
}

export interface CreditedReference extends TaxReference {
  readonly number: number
}

/**
 * The one document a credit note is about, or the credit note that a debit note undoes; null when
 * it names none, several, or one that cannot be that.
 */
export function creditedReferenceOf(
  document: Pick<Partial<DocumentRequest>, 'billing_reference' | 'invoice_type'>,
): CreditedReference | null {
  const [only, ...others] = taxReferencesOf(document)
  if (only === undefined || others.length > 0) return null
  if (isDebitNote(document) ? only.type.kind !== 'CREDIT_NOTE' : !isCreditable(only.type))
    return null
  const { number } = only
  return number === undefined || number < 1 ? null : { ...only, number }
}

export function isDebitNote({
  invoice_type: code,
}: Pick<Partial<DocumentRequest>, 'invoice_type'>): boolean {
  return code !== undefined && findDocumentType('CHL', code)?.kind === 'DEBIT_NOTE'
}

/** A debit note annuls a credit note; exports have notes of their own. */
export function isCreditable(type: DocumentTypeEntry): boolean {
  return type.kind !== 'CREDIT_NOTE' && !isExport(type)
}

/** A document's total in whole pesos, as its stamp says it. */
export function totalInPesos({
  totals,
  currency,
}: Pick<DocumentRequest, 'totals' | 'currency'>): number {
  return Math.round(totals.total * (currency.exchange_rate ?? 1))
}
