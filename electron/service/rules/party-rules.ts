import { FOREIGN_RUT, ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import { isInvoice } from '#shared/core/document-type.ts'
import { DOCUMENT_LIMITS } from '#shared/issuing/document-limits.ts'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { ALPHA2, isSubdivision, resolveCountry } from '../catalogues/catalogues.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import { isReceipt, isExport } from '../catalogues/document-kind.ts'
import type { Rule, RuleContext } from './rule.ts'
import { hasCheckDigit, readTaxNumber } from './tax-numbers.ts'

type Party = NonNullable<DocumentRequest['issuer']>

/** Recipient of exports: the RUT the authority reserves for buyers abroad. */
const CLASS_A_TYPES: readonly string[] = ['FCA', 'NDA', 'NCA']
/** Spec part 8, limits. Its check digits are the bank's and the authority's to judge. */
const CBU_FORM = /^\d{22}$/

export const taxNumbersAreValid: Rule = ({ document: { issuer, recipient } }, context) => [
  ...numberErrors(issuer, 'issuer', context),
  ...numberErrors(recipient, 'recipient', context),
]

function numberErrors(
  party: Party | undefined,
  field: string,
  { company }: RuleContext,
): ApiError[] {
  if (party === undefined || !hasCheckDigit(company.country, party.document_type)) return []
  if (readTaxNumber(company.country, party.document_number) !== null) return []
  return [
    apiError('DOCUMENT_NUMBER_INVALID', `${field}.document_number`, { type: party.document_type }),
  ]
}

/** What the paper calls the Contact: phone and e-mail of the recipient of a Chilean receipt. */
export function contactOf(party: Party | undefined): string {
  return [party?.address?.phone, party?.address?.email]
    .filter((part) => part !== undefined && part !== '')
    .join(' / ')
}

export const contactFits: Rule = ({ document: { recipient } }, { type }) =>
  isReceipt(type) &&
  type.country === 'CHL' &&
  contactOf(recipient).length > DOCUMENT_LIMITS.contactCharsMax
    ? [
        apiError(
          'CONTACT_TOO_LONG',
          `recipient.address.${recipient?.address?.email === undefined ? 'phone' : 'email'}`,
        ),
      ]
    : []

export const addressesAreKnown: Rule = ({ document: { issuer, recipient } }, context) => [
  ...addressErrors(issuer, 'issuer', context),
  ...addressErrors(recipient, 'recipient', context),
]

function addressErrors(
  party: Party | undefined,
  field: string,
  { company }: RuleContext,
): ApiError[] {
  const address = party?.address
  if (address === undefined) return []
  const country =
    address.country === undefined ? ALPHA2[company.country] : resolveCountry(address.country)
  if (country === null)
    return [
      apiError('COUNTRY_NOT_FOUND', `${field}.address.country`, { code: address.country ?? '' }),
    ]
  const key = address.state === undefined ? 'region' : 'state'
  const code = address.state ?? address.region
  return code === undefined || isSubdivision(country, code)
    ? []
    : [apiError('STATE_NOT_FOUND', `${field}.address.${key}`, { code, country })]
}

/** Exports name the buyer's nationality, and it is not the seller's. */
export const exportRecipientIsForeign: Rule = ({ document: { recipient } }, { type, company }) => {
  if (!isExport(type) || recipient === undefined) return []
  const code = recipient.address?.country
  if (code === undefined) return [apiError('COUNTRY_REQUIRED', 'recipient.address.country')]
  return resolveCountry(code) === ALPHA2[company.country]
    ? [apiError('COUNTRY_NOT_FOREIGN', 'recipient.address.country')]
    : []
}

/** Res. Ex. 44/2025: from 135 UF a receipt names its buyer. */
export const largeReceiptsNameTheBuyer: Rule = (
  { document: { recipient, totals } },
  { type, identifyFromClp },
) => {
  if (!isReceipt(type) || type.country !== 'CHL' || recipient === undefined || totals === undefined)
    return []
  if (totals.total < identifyFromClp) return []
  const rut = readTaxNumber('CHL', recipient.document_number)
  return rut === ANONYMOUS_RUT || rut === FOREIGN_RUT
    ? [
        apiError('RECIPIENT_IDENTIFICATION_REQUIRED', 'recipient.document_number', {
          limit: String(identifyFromClp),
        }),
      ]
    : []
}

/** An invoice (33, 34) is for a taxpayer: nobody takes off the IVA of the RUT of nobody. */
export const invoicesNameTheBuyer: Rule = ({ document: { recipient } }, { type }) => {
  if (type.country !== 'CHL' || !isInvoice(type.invoice_type) || recipient === undefined) return []
  return readTaxNumber('CHL', recipient.document_number) === ANONYMOUS_RUT
    ? [
        apiError('INVOICE_RECIPIENT_REQUIRED', 'recipient.document_number', {
          rut: recipient.document_number,
        }),
      ]
    : []
}

/** Argentine class A legends of the issuer: which types may say them, and not both. */
export const argentineLegends: Rule = ({ document: { issuer } }, { type, company }) => {
  const information = issuer?.tax_information
  const hasCbu = information?.cbu !== undefined
  const hasRetention = information?.subject_to_retention === true
  const field = 'issuer.tax_information'
  if (!hasCbu && !hasRetention) return []
  if (company.country !== 'ARG' || !CLASS_A_TYPES.includes(type.invoice_type)) {
    return [
      apiError(
        'TAX_INFORMATION_NOT_APPLICABLE',
        hasCbu ? `${field}.cbu` : `${field}.subject_to_retention`,
      ),
    ]
  }
  return [
    ...(hasCbu && !CBU_FORM.test(information.cbu ?? '')
      ? [apiError('CBU_INVALID', `${field}.cbu`)]
      : []),
    ...(hasCbu && hasRetention ? [apiError('TAX_INFORMATION_EXCLUSIVE', `${field}.cbu`)] : []),
  ]
}
