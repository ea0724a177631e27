import { DAY_MS } from '#shared/time/calendar.ts'
import { firstOutsideLatin1, foldToLatin1 } from '#shared/text/latin1.ts'
import { findDocumentType, hasCode } from '../catalogues/catalogues.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import { isExport, isNote } from '../catalogues/document-kind.ts'
import type { Rule } from './rule.ts'

/** EnvioBOLETA: UnmdItem is free text of this length. */
const CHILEAN_UNIT_CHARS_MAX = 4
const REFERENCE_CODE = /^(\d{3}|[A-Z]{3})$/

export const certificateIsThere: Rule = (_, { hasValidCertificate }) =>
  hasValidCertificate ? [] : [apiError('CERTIFICATE_NOT_FOUND')]

/** One day of grace: a till whose clock runs fast sells shortly after its own midnight. */
export const dateIsNotInFuture: Rule = ({ document: { invoice_date: date } }, { today }) =>
  date !== undefined && Date.parse(date) > Date.parse(today) + DAY_MS
    ? [apiError('DATE_IN_FUTURE', 'invoice_date', { date })]
    : []

export const datesAreInOrder: Rule = ({ document }) => {
  const errors: ApiError[] = []
  const {
    service_start_date: start,
    service_end_date: end,
    payment_due_date: due,
    invoice_date: date,
  } = document
  if (start !== undefined && end !== undefined && end < start)
    errors.push(apiError('DATES_OUT_OF_ORDER', 'service_end_date'))
  if (date !== undefined && due !== undefined && due < date)
    errors.push(apiError('DATES_OUT_OF_ORDER', 'payment_due_date'))
  return errors
}

export const unitsAreKnown: Rule = ({ items }, { company }) =>
  items.flatMap((item, index) => {
    const code = item?.code_unit_of_measure
    if (code === undefined || code === '') return []
    const field = `items[${index}].code_unit_of_measure`
    if (company.country === 'CHL') {
      return code.length > CHILEAN_UNIT_CHARS_MAX ? [apiError('UNIT_TOO_LONG', field)] : []
    }
    return hasCode('measurement-units', code.toUpperCase(), company.country)
      ? []
      : [apiError('UNIT_NOT_FOUND', field, { code })]
  })

export const paymentMethodsAreKnown: Rule = ({ document }, { company, type }) => {
  const errors: ApiError[] = []
  const code = document.payment_method?.code
  if (code !== undefined && code !== '' && !hasCode('payment-types', code, company.country)) {
    errors.push(apiError('PAYMENT_METHOD_NOT_FOUND', 'payment_method.code', { code }))
  }
  const exportCode = document.export_payment_method_code
  if (
    exportCode !== undefined &&
    isExport(type) &&
    !hasCode('export-payment-methods', exportCode, company.country)
  ) {
    errors.push(
      apiError('PAYMENT_METHOD_NOT_FOUND', 'export_payment_method_code', { code: exportCode }),
    )
  }
  return errors
}

export const notesReferToTheirDocument: Rule = ({ document }, { type, company }) => {
  const references = document.billing_reference ?? []
  const errors = references.flatMap(({ invoice_type: code }, index) =>
    findDocumentType(company.country, code) !== null ||
    REFERENCE_CODE.test(code) ||
    hasCode('document-reference-types', code, company.country)
      ? []
      : [
          apiError('DOCUMENT_TYPE_NOT_FOUND', `billing_reference[${index}].invoice_type`, {
            type: code,
          }),
        ],
  )
  if (isNote(type) && references.length === 0)
    errors.push(apiError('BILLING_REFERENCE_REQUIRED', 'billing_reference'))
  const reason = document.reason_code
  if (reason !== undefined && !hasCode('document-cancellation-reasons', reason, company.country)) {
    errors.push(apiError('CANCELLATION_REASON_NOT_FOUND', 'reason_code', { code: reason }))
  }
  return errors
}

/**
 * Chilean documents travel in ISO-8859-1 and are signed in it. Line breaks and tabs in long texts
 * become spaces.
 */
export const textsAreLatin1: Rule = ({ document, items }, { company }) => {
  if (company.country !== 'CHL') return []
  const { issuer, recipient, observations, payment_method: payment } = document
  const texts: (readonly [string, string | undefined])[] = [
    ['issuer.legal_name', issuer?.legal_name],
    ['recipient.legal_name', recipient?.legal_name],
    ['recipient.address.address', recipient?.address?.address],
    ['recipient.address.city', recipient?.address?.city],
    ['recipient.address.phone', recipient?.address?.phone],
    ['observations', observations],
    ['payment_method.description', payment?.description],
    ...items.map((item, index) => [`items[${index}].description`, item?.description] as const),
    ...items.map(
      (item, index) =>
        [`items[${index}].code_unit_of_measure`, item?.code_unit_of_measure] as const,
    ),
    ...infoTexts('additional_header_info', document.additional_header_info),
    ...infoTexts('additional_footer_info', document.additional_footer_info),
  ]
  return texts.flatMap(([field, text]) => {
    const character = text === undefined ? null : firstOutsideLatin1(asOneLine(text))
    return character === null ? [] : [apiError('CHARACTER_NOT_LATIN1', field, { character })]
  })
}

/**
 * Text as it enters the document: composed, typographic characters respelled, white space as single
 * spaces.
 */
export function asOneLine(text: string): string {
  return foldToLatin1(text.replace(/[\t\n\r ]+/g, ' ').trim())
}

function infoTexts(
  field: string,
  entries: readonly { key?: string | undefined; value?: string | undefined }[] | undefined,
): (readonly [string, string | undefined])[] {
  return (entries ?? []).flatMap(({ key, value }, index) => [
    [`${field}[${index}].key`, key] as const,
    [`${field}[${index}].value`, value] as const,
  ])
}
