/**
 * Refusals in the words of an invoice, or of a credit or debit note. The packs speak of receipts,
 * which most refusals are about; of another document the noun alone changes.
 */
import { isInvoice } from '../core/document-type.ts'
import { named, type NamedType } from './document-words.ts'
import type { CoreWords } from './languages.ts'
import { refusalText, type Refusal, type RefusalCode } from './refusals.ts'

/** Those that say of any document what became of it. */
const OF_ANY_DOCUMENT: ReadonlySet<RefusalCode> = new Set([
  'DOCUMENT_REFUSED',
  'DOCUMENT_UNKNOWN_ID',
  'DOCUMENT_DELETED_UNNUMBERED',
  'SERVICE_SAYS_TRIAL',
  'DOCUMENT_TYPE_REFUSED',
  'POISON',
  'REFUSED_WITHOUT_REASON',
  'REFUSED_UNCONFIRMED',
  'SERVICE_CHANGED',
  'RECEIPT_NOT_REFUSED',
  'RECEIPT_NOT_STUCK',
  'RECEIPT_NOT_ISSUED',
])

/** The sentence for a person who looks at a document of this type. */
export function refusalTextOf(refusal: Refusal, words: CoreWords, documentType: string): string {
  if (!isNamed(documentType)) return refusalText(refusal, words)
  const { ofDebitNotes } = words.notes
  if (documentType === '56' && isOwn(refusal.code, ofDebitNotes)) return ofDebitNotes[refusal.code]
  // Of an invoice all is said that is said of a receipt, but what tells the two apart.
  const isOfIt = isInvoice(documentType)
    ? !refusal.code.startsWith('INVOICE_')
    : OF_ANY_DOCUMENT.has(refusal.code)
  if (!isOfIt) return refusalText(refusal, words)
  // What the service says of it is quoted, not translated: it is filled in after the noun has
  // changed.
  const { detail = '', ...params } = refusal.params
  const said = refusalText({ ...refusal, params: { ...params, detail: DETAIL } }, words)
  return named(said, documentType, words).replace(DETAIL, () => detail)
}

function isNamed(documentType: string): documentType is NamedType {
  return isInvoice(documentType) || documentType === '61' || documentType === '56'
}

function isOwn<Own extends object>(code: string, own: Own): code is keyof Own & string {
  return Object.hasOwn(own, code)
}

/** Stands for the service's words meanwhile; no sentence has it. */
const DETAIL = '\u0000'
