/**
 * Chilean credit notes (61): one document each, which exists, and never more than is left of it.
 * What is known of that document is loaded before, so these rules are pure; creation asks them
 * again inside its transaction.
 */
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { DocumentStatus } from '../storage/tables.ts'
import {
  creditedReferenceOf,
  isCreditable,
  isDebitNote,
  taxReferencesOf,
  totalInPesos,
  type TaxReference,
} from '../catalogues/credited-reference.ts'
import type { Rule, RuleContext, Credited } from './rule.ts'

/** Codes of the catalogue of cancellation reasons. */
const ANNULS = '1'
const CORRECTS_TEXT = '2'
export const VOID_STATUSES: readonly DocumentStatus[] = ['DELETED', 'RCH']

export function isChileanCreditNote({ country, kind }: RuleContext['type']): boolean {
  return country === 'CHL' && kind === 'CREDIT_NOTE'
}

/**
 * A debit note gives back what the credit note it names has taken; over any other document it takes
 * and gives no credit.
 */
export function movesCredit({ country, kind }: RuleContext['type']): boolean {
  return country === 'CHL' && (kind === 'CREDIT_NOTE' || kind === 'DEBIT_NOTE')
}

/** A debit note over a credit note names that one alone, with its folio. */
export const debitNotesNameOneNote: Rule = ({ document }, { type: { country, kind } }) => {
  if (country !== 'CHL' || kind !== 'DEBIT_NOTE') return []
  const references = taxReferencesOf(document)
  const note = references.find(({ type }) => type.kind === 'CREDIT_NOTE')
  if (note === undefined) return []
  const errors = references
    .filter((other) => other !== note)
    .map(({ index }) =>
      apiError('BILLING_REFERENCE_NOT_SINGLE', `billing_reference[${index}].invoice_type`),
    )
  return [...errors, ...mistakesIn(note, document.invoice_date)]
}

export const creditNotesNameOneDocument: Rule = ({ document }, { type }) => {
  if (
    !isChileanCreditNote(type) ||
    document.billing_reference === undefined ||
    document.billing_reference.length === 0
  )
    return []
  const [reference, ...others] = taxReferencesOf(document)
  if (reference === undefined) return [apiError('BILLING_REFERENCE_REQUIRED', 'billing_reference')]
  const errors = others.map((other) =>
    apiError('BILLING_REFERENCE_NOT_SINGLE', `billing_reference[${other.index}].invoice_type`),
  )
  if (!isCreditable(reference.type)) {
    errors.push(
      apiError('DOCUMENT_NOT_CREDITABLE', fieldOf(reference, 'invoice_type'), {
        type: reference.type.invoice_type,
      }),
    )
  }
  return [...errors, ...mistakesIn(reference, document.invoice_date)]
}

export const textCorrectionsCarryNoAmount: Rule = (
  { document: { reason_code: reason, totals } },
  { type },
) =>
  isChileanCreditNote(type) &&
  reason === CORRECTS_TEXT &&
  totals !== undefined &&
  totals.total !== 0
    ? [apiError('TEXT_CORRECTION_WITH_AMOUNT', 'totals.total')]
    : []

export const creditStaysWithinItsDocument: Rule = ({ document }, { credited }) =>
  credited === null ? [] : creditErrors(document, credited)

/** What is wrong between a credit note and its document. */
export function creditErrors(document: Partial<DocumentRequest>, credited: Credited): ApiError[] {
  const reference = creditedReferenceOf(document)
  if (reference === null || credited.kind === 'ELSEWHERE') return []
  const { invoice_type: type } = reference.type
  const number = String(reference.number)
  if (credited.kind === 'MISSING')
    return [apiError('CREDITED_DOCUMENT_NOT_FOUND', fieldOf(reference, 'number'), { type, number })]
  const { status, date } = credited
  if (VOID_STATUSES.includes(status))
    return [
      apiError('CREDITED_DOCUMENT_VOID', fieldOf(reference, 'number'), { type, number, status }),
    ]
  const errors: ApiError[] = []
  if (reference.date !== undefined && reference.date !== date) {
    errors.push(apiError('CREDITED_DATE_DIFFERS', fieldOf(reference, 'invoice_date'), { date }))
  }
  if (credited.isExempt && (document.totals?.taxes ?? []).length > 0)
    errors.push(apiError('TAX_NOT_ALLOWED', 'totals.taxes'))
  return [...errors, ...amountErrors(document, credited)]
}

function amountErrors(
  document: Partial<DocumentRequest>,
  { totalClp, creditedClp }: Extract<Credited, { kind: 'HERE' }>,
): ApiError[] {
  const { totals, currency, reason_code: reason } = document
  if (totals === undefined || currency === undefined) return []
  const creditClp = totalInPesos({ totals, currency })
  const left = String(totalClp - creditedClp)
  if (creditClp > totalClp - creditedClp) {
    return [
      apiError(
        isDebitNote(document) ? 'DEBIT_ABOVE_NOTE' : 'CREDIT_ABOVE_DOCUMENT',
        'totals.total',
        { left },
      ),
    ]
  }
  return reason === ANNULS && creditClp !== totalClp
    ? [apiError('ANNULMENT_NOT_WHOLE', 'totals.total', { total: String(totalClp) })]
    : []
}

function fieldOf({ index }: TaxReference, name: string): string {
  return `billing_reference[${index}].${name}`
}

/** A note names its document by number and day, and is no older than it. */
function mistakesIn(reference: TaxReference, noteDate: string | undefined): ApiError[] {
  const { number, date } = reference
  const errors: ApiError[] = []
  if (number === undefined || number < 1)
    errors.push(apiError('BILLING_REFERENCE_INCOMPLETE', fieldOf(reference, 'number')))
  if (date === undefined)
    errors.push(apiError('BILLING_REFERENCE_INCOMPLETE', fieldOf(reference, 'invoice_date')))
  else if (noteDate !== undefined && noteDate < date)
    errors.push(apiError('NOTE_BEFORE_ITS_DOCUMENT', 'invoice_date', { date }))
  return errors
}
