/** What stands before a document: whose it is, what it is, and everything that is wrong with it. */
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { buyerLimitOf } from '#shared/selling/sale/buyer-limit.ts'
import type { Principal } from '../auth/keys.ts'
import { findDocumentType, type DocumentTypeEntry } from '../catalogues/catalogues.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import { localDate } from '../core/local-time.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { CompanyId, DocumentId } from '../core/ports.ts'
import { readCandidate, type Candidate } from '../rules/candidate.ts'
import { movesCredit } from '../rules/credit-rules.ts'
import type { RuleContext } from '../rules/rule.ts'
import { ruleErrors } from '../rules/rules.ts'
import type { CompanyRow } from '../storage/tables.ts'
import type { KnownCompany } from '../companies/company-directory.ts'
import { spellingsOf } from '../companies/named-company.ts'
import { loadCredited } from './credits.ts'
import { findReference } from '../storage/hot-queries.ts'

interface Validation {
  readonly errors: readonly ApiError[]
  /** Set when there are no errors. */
  readonly accepted: AcceptedDocument | null
  /** The document that already has the reference. */
  readonly duplicateOf: DocumentId | null
}

export interface AcceptedDocument {
  readonly request: DocumentRequest
  readonly company: CompanyRow
  readonly type: DocumentTypeEntry
}

/**
 * Judges a parsed body by shape, access, every rule of issuance, and whether its reference is free.
 * Never writes.
 */
export async function validate(
  parts: ServiceParts,
  principal: Principal,
  body: unknown,
): Promise<Validation> {
  const { validation, companyId, reference } = await validateExceptReference(parts, principal, body)
  if (companyId === null || reference === undefined) return validation
  const [existing] = await findReference.run(parts.storage.read, { companyId, reference })
  if (existing === undefined) return validation
  return {
    errors: [duplicateError(reference), ...validation.errors],
    accepted: null,
    duplicateOf: existing.id,
  }
}

interface ReferenceLeftOpen {
  readonly validation: Validation
  /**
   * Whose documents the reference has to be looked for among; null when the company is not known.
   */
  readonly companyId: CompanyId | null
  readonly reference: string | undefined
}

/** The same without the reference, which creation looks up inside its own transaction. */
export async function validateExceptReference(
  parts: ServiceParts,
  principal: Principal,
  body: unknown,
): Promise<ReferenceLeftOpen> {
  const candidate = readCandidate(body)
  const reference = candidate.document.external_reference
  if (candidate.errors.some(({ field }) => field === ''))
    return { validation: rejected(candidate.errors), companyId: null, reference }
  const found = await findCompany(parts, principal, candidate)
  if (!('company' in found))
    return { validation: rejected([found.error, ...candidate.errors]), companyId: null, reference }
  const { row: company } = found.company
  const errors: ApiError[] = []
  if (company.status === 'SUSPENDED')
    errors.push(apiError('COMPANY_SUSPENDED', 'issuer.document_number'))
  errors.push(...candidate.errors)
  const type = typeOf(company, candidate)
  const given = candidate.document.invoice_type
  if (type !== null) {
    const context = await contextOf(parts, candidate, found.company, type)
    // What has no sound shape is told as that alone.
    const told = new Set(candidate.errors.map(({ field }) => field))
    errors.push(...ruleErrors(candidate, context).filter(({ field }) => !told.has(field)))
  } else if (given !== undefined)
    errors.push(apiError('DOCUMENT_TYPE_NOT_FOUND', 'invoice_type', { type: given }))
  const isAccepted = errors.length === 0 && candidate.complete !== null && type !== null
  const validation = isAccepted
    ? { errors, duplicateOf: null, accepted: { request: candidate.complete, company, type } }
    : rejected(errors)
  return { validation, companyId: company.id, reference }
}

export function duplicateError(reference: string): ApiError {
  return apiError('DUPLICATE_EXTERNAL_REFERENCE', 'external_reference', { reference })
}

function rejected(errors: readonly ApiError[]): Validation {
  return { errors, duplicateOf: null, accepted: null }
}

function typeOf(company: CompanyRow, { document }: Candidate): DocumentTypeEntry | null {
  return document.invoice_type === undefined
    ? null
    : findDocumentType(company.country, document.invoice_type)
}

async function contextOf(
  parts: ServiceParts,
  { document }: Candidate,
  { row: company, certifiedUntilMs }: KnownCompany,
  type: DocumentTypeEntry,
): Promise<RuleContext> {
  const now = parts.clock.now()
  const today = localDate(company.country, now)
  return {
    company,
    type,
    today,
    hasValidCertificate: certifiedUntilMs > now,
    identifyFromClp: buyerLimitOf(
      parts.settings.buyerLimits,
      Number((document.invoice_date ?? today).slice(0, 4)),
    ),
    credited: movesCredit(type)
      ? await loadCredited(parts.storage.read, company.id, document)
      : null,
  }
}

/** The issuer of the body, or the only company of the key (house decision). */
async function findCompany(
  { companies }: ServiceParts,
  principal: Principal,
  { document }: Candidate,
): Promise<{ company: KnownCompany } | { error: ApiError }> {
  const number = document.issuer?.document_number
  if (number === undefined) {
    const only = await principal.reach.only()
    if (only === null) return { error: apiError('COMPANY_REQUIRED', 'issuer.document_number') }
    const company = await companies.byId(only)
    return company === null ? { error: apiError('COMPANY_NOT_FOUND') } : { company }
  }
  const spellings = spellingsOf(number)
  const known = spellings.length === 0 ? [] : await companies.byNumber(spellings)
  for (const company of known) if (await principal.reach.has(company.row.id)) return { company }
  const code = known.length === 0 ? 'COMPANY_NOT_FOUND' : 'COMPANY_NOT_ACCESSIBLE'
  return { error: apiError(code, 'issuer.document_number') }
}
