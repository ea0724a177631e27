/**
 * Refusals in the words of a credit or debit note. The catalogue speaks of receipts, which most of
 * them are about; both are feminine in Spanish, so the noun alone changes.
 */
import { refusalText, type Language, type Refusal, type RefusalCode } from './refusals.ts'

type NoteType = '61' | '56'

/** Those that say of any document what became of it. */
const OF_ANY_DOCUMENT: ReadonlySet<RefusalCode> = new Set([
  'DOCUMENT_REFUSED',
  'DOCUMENT_UNKNOWN_ID',
  'DOCUMENT_TYPE_REFUSED',
  'POISON',
  'REFUSED_WITHOUT_REASON',
  'REFUSED_UNCONFIRMED',
  'SERVICE_CHANGED',
  'RECEIPT_NOT_REFUSED',
  'RECEIPT_NOT_STUCK',
  'RECEIPT_NOT_ISSUED',
])

const NOUNS: Readonly<Record<NoteType, Readonly<Record<Language, string>>>> = {
  '61': { es: 'nota de crédito', en: 'credit note' },
  '56': { es: 'nota de débito', en: 'debit note' },
}

/** What is said otherwise of the debit note that undoes a return. */
const OF_DEBIT_NOTES: Readonly<Partial<Record<RefusalCode, Readonly<Record<Language, string>>>>> = {
  RETURN_OF_RETURN: {
    es: 'Esto anula una devolución: no hay nada que devolver. Abra la boleta original.',
    en: 'This undoes a return: there is nothing to give back. Open the original receipt.',
  },
  DELETE_RETURN: {
    es: 'La anulación de una devolución no se elimina: el dinero ya se recibió.',
    en: 'What undoes a return is not deleted: the money has been received.',
  },
  RETURN_ORIGINAL_STUCK: {
    es: 'La nota de crédito que se anula requiere atención y no tiene folio. Resuélvala: la nota de débito sale sola después.',
    en: 'The credit note that is undone needs attention and has no folio. Resolve it: the debit note goes out by itself after that.',
  },
  RETURN_ORIGINAL_DELETED: {
    es: 'La nota de crédito que se anula fue eliminada en el servicio: la nota de débito no tiene qué corregir. Apártela con el motivo.',
    en: 'The credit note that is undone was deleted at the service: the debit note has nothing to correct. Set it aside with the reason.',
  },
}

/** The sentence for a person who looks at a document of this type. */
export function refusalTextOf(refusal: Refusal, language: Language, documentType: string): string {
  if (documentType !== '61' && documentType !== '56') return refusalText(refusal, language)
  const own = documentType === '56' ? OF_DEBIT_NOTES[refusal.code] : undefined
  if (own !== undefined) return own[language]
  if (!OF_ANY_DOCUMENT.has(refusal.code)) return refusalText(refusal, language)
  const noun = NOUNS[documentType][language]
  // What the service says of it is quoted, not translated: it is filled in after the noun has
  // changed.
  const { detail = '', ...params } = refusal.params
  const said = refusalText({ ...refusal, params: { ...params, detail: DETAIL } }, language)
  const named =
    language === 'es' ? said.replace(/\bboleta\b/g, noun) : said.replace(/\breceipt\b/g, noun)
  return named.replace(DETAIL, () => detail)
}

/** Stands for the service's words meanwhile; no sentence has it. */
const DETAIL = '\u0000'
