/**
 * From trying out to what counts. A company in test mode has papers that say SIN VALIDEZ, whatever
 * ranges it has; what it made then keeps saying so (`production_at_ms`), and is over before it
 * starts in earnest. Once one document counts there is no way back: its paper would say that it
 * does not, and the sale would be missing from what the shop owes.
 */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import type { CompanyRow, RangeStatus, Tables } from '../storage/tables.ts'

/** By this mark Chilean software knows an authorization that no authority ever signed. */
export const TEST_KEY_ID = 666
/** The authority's own for who tries a program out. */
export const TRIAL_KEY_ID = 100

/** Its number stands on every paper that counts. */
export function resolutionError(company: CompanyRow, isTest: boolean): ApiError | null {
  const isMissing = !isTest && company.country === 'CHL' && company.resolution_number === 0
  return isMissing ? apiError('RESOLUTION_REQUIRED', 'resolution_number') : null
}

/** Why a company cannot change its mode now; null when it can. */
export function modeError(
  db: Kysely<Tables>,
  company: CompanyRow,
  toTest: boolean,
  now: EpochMs,
): Promise<ApiError | null> {
  return toTest ? backToTestError(db, company) : toProductionError(db, company, now)
}

async function toProductionError(
  db: Kysely<Tables>,
  company: CompanyRow,
  now: EpochMs,
): Promise<ApiError | null> {
  const certificate = await db
    .selectFrom('certificates')
    .select('id')
    .where('company_id', '=', company.id)
    .where('expires_at_ms', '>', now)
    .limit(1)
    .executeTakeFirst()
  if (certificate === undefined) return apiError('CERTIFICATE_NOT_FOUND', 'is_test')
  const onTheirWay = db
    .selectFrom('documents')
    .select('id')
    .where('company_id', '=', company.id)
    .where('status', 'in', ['PEN', 'EMS'])
    .where('authority_due_at_ms', 'is not', null)
  // Without a number it is nowhere, and may wait for one for ever. In Argentina it gets it there.
  const mayCount =
    company.country === 'CHL' ? onTheirWay.where('number', 'is not', null) : onTheirWay
  const waiting = await mayCount.limit(1).executeTakeFirst()
  return waiting === undefined ? null : apiError('TEST_DOCUMENTS_WAIT', 'is_test')
}

async function backToTestError(db: Kysely<Tables>, company: CompanyRow): Promise<ApiError | null> {
  const real = await db
    .selectFrom('documents')
    .select('id')
    .where('company_id', '=', company.id)
    .where('is_trial', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return real === undefined ? null : apiError('DOCUMENTS_COUNT', 'is_test')
}

/** Whatever the authority said of its ranges, it said of the other environment. */
export async function askAboutRanges(db: Kysely<Tables>, companyId: CompanyId): Promise<void> {
  await db
    .updateTable('folio_ranges')
    .set({ is_heard: 0 })
    .where('company_id', '=', companyId)
    .where('status', '=', 'ACT')
    .execute()
}

/** Trials that have no number get none any more: whoever waits for one is told so. */
export async function endUnnumberedTrials(
  db: Kysely<Tables>,
  companyId: CompanyId,
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ status: 'DELETED', deleted_at_ms: now, authority_due_at_ms: null })
    .where('company_id', '=', companyId)
    .where('status', '=', 'PEN')
    .where('number', 'is', null)
    .where('is_trial', '=', 1)
    .execute()
}

/** What counts has none of the folios of the trials, and nobody is asked for more of them. */
export async function leaveTrialFolios(db: Kysely<Tables>, companyId: CompanyId): Promise<void> {
  await db
    .updateTable('folio_ranges')
    .set({
      status: sql<RangeStatus>`CASE status WHEN 'ACT' THEN 'ANU' ELSE status END`,
      more_due_at_ms: null,
    })
    .where('company_id', '=', companyId)
    .where('is_trial', '=', 1)
    .execute()
}
