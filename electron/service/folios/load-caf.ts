import type { Kysely } from 'kysely'
import type { ApiError } from '../core/errors.ts'
import { apiError } from '../core/errors.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { localDate } from '../core/local-time.ts'
import type { Clock, CompanyId, FolioRangeId, Random } from '../core/ports.ts'
import { findDocumentType } from '../catalogues/catalogues.ts'
import type { FolioRangeRow, Tables } from '../storage/tables.ts'
import { holdCompany } from '../companies/hold-company.ts'
import { defaultEnd } from './add-range.ts'
import { AUTHORITY_KEYS, isOfTrials, signatureError, type AuthorityKeys } from './authority-keys.ts'
import type { CafFile } from './caf-file.ts'

interface CafPorts {
  readonly random: Random
  readonly clock: Clock
  /** Whose documents alone are to have its folios; null, or nothing: everybody's. */
  readonly branch?: number | null
  readonly keys?: AuthorityKeys
}

/**
 * Adds the range of an authorization to the company it names. Refuses one of another company, of a
 * type nobody issues here, that the authority did not sign or not for now, and folios that a range
 * of its kind has already: trials keep none from what counts. Of the company as it is
 * now, whatever it was when the authorization was asked for. Inside a write job, in turn with
 * others of its kind.
 */
export async function loadCaf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  caf: CafFile,
  { random, clock, branch = null, keys = AUTHORITY_KEYS }: CafPorts,
): Promise<Result<FolioRangeRow, ApiError>> {
  const company = await holdCompany(db, companyId)
  if (company.country !== 'CHL' || caf.issuerRut !== company.document_number)
    return refuse(apiError('CAF_OF_ANOTHER', 'caf_xml', { rut: caf.issuerRut }))
  if (findDocumentType('CHL', String(caf.documentCode)) === null)
    return refuse(apiError('DOCUMENT_TYPE_NOT_FOUND', 'caf_xml', { type: `${caf.documentCode}` }))
  const dateEnd = defaultEnd(company.country, caf.documentCode, caf.authorizedOn)
  const isTest = company.is_test === 1
  const unsigned = signatureError(caf, isTest, keys)
  if (unsigned !== null) return refuse(unsigned)
  const today = localDate('CHL', clock.now())
  if (caf.authorizedOn > today)
    return refuse(apiError('CAF_NOT_YET', 'caf_xml', { day: caf.authorizedOn }))
  if (dateEnd !== null && dateEnd < today)
    return refuse(apiError('CAF_ENDED', 'caf_xml', { day: dateEnd }))
  const isTrial = isOfTrials(caf, keys) ? 1 : 0
  const taken = await db
    .selectFrom('folio_ranges')
    .select(['first_folio', 'last_folio'])
    .where('company_id', '=', company.id)
    .where('document_code', '=', caf.documentCode)
    .where('is_trial', '=', isTrial)
    .where('first_folio', '<=', caf.lastFolio)
    .where('last_folio', '>=', caf.firstFolio)
    .executeTakeFirst()
  if (taken !== undefined) {
    const range = `${taken.first_folio}-${taken.last_folio}`
    return refuse(apiError('RANGE_EXISTS', 'caf_xml', { range }))
  }
  const row = {
    id: random.uuid() as FolioRangeId,
    company_id: company.id,
    branch_office: branch,
    document_code: caf.documentCode,
    serie: null,
    first_folio: caf.firstFolio,
    last_folio: caf.lastFolio,
    next_folio: caf.firstFolio,
    date_from: caf.authorizedOn,
    date_end: dateEnd,
    status: 'ACT' as const,
    is_trial: isTrial,
    caf_xml: caf.cafXml,
    private_key_pem: caf.privateKeyPem,
    low_notified_at_ms: null,
    expiry_notified_at_ms: null,
  }
  await db.insertInto('folio_ranges').values(row).execute()
  await db
    .updateTable('folio_ranges')
    .set({ more_due_at_ms: null })
    .where('company_id', '=', company.id)
    .where('is_trial', '=', isTrial)
    .where('document_code', '=', caf.documentCode)
    // Of a branch's own the next one is still wanted.
    .where('branch_office', branch === null ? 'is' : '=', branch)
    .execute()
  return ok(row)
}
