/** What becomes of a company after it was entered: by the service's tool or over HTTP. */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { isPng, mayBeDecoded, pictureSize } from '#shared/core/picture-size.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import type { CompanyRow, Tables } from '../storage/tables.ts'
import { holdCompany } from './hold-company.ts'
import { COMPANY_FACTS, COMPANY_TAX_FACTS } from './new-company.ts'
import {
  askAboutRanges,
  endUnnumberedTrials,
  leaveTrialFolios,
  modeError,
  resolutionError,
} from './production.ts'

/** What stands on its papers. Its tax number and country are what it is: another is another. */
export const companyChangesSchema = z.strictObject(COMPANY_FACTS).partial()

/** What decides whether its documents are taken in, and what they are worth. */
export const companySettingsSchema = z
  .strictObject({
    ...COMPANY_TAX_FACTS,
    status: z.enum(['ACTIVE', 'SUSPENDED']),
    is_test: z.boolean(),
  })
  .partial()

type CompanyChanges = z.output<typeof companyChangesSchema>
export type CompanySettings = z.output<typeof companySettingsSchema>

/** Who runs the service, or who owns the company. */
type ChangedBy = NonNullable<CompanyRow['suspended_by']>

const LOGO_BYTES_MAX = 256 * 1024
/** In Base64, as it comes over HTTP. */
export const LOGO_TEXT_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4

export async function changeCompany(
  db: Kysely<Tables>,
  id: CompanyId,
  changes: CompanyChanges,
): Promise<Result<CompanyRow, ApiError>> {
  await holdCompany(db, id)
  const facts = said(changes)
  return isEmpty(facts) ? refuse(apiError('NOTHING_TO_CHANGE')) : ok(await update(db, id, facts))
}

type Said<Given> = { [Key in keyof Given]?: Exclude<Given[Key], undefined> }

/** Without what was not said. */
function said<Given extends object>(given: Given): Said<Given> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Said<Given>
}

const isEmpty = (said: object) => Object.keys(said).length === 0

/** Answers the company as it is now. Whatever of it does not go, nothing of it is done. */
export async function changeSettings(
  db: Kysely<Tables>,
  id: CompanyId,
  settings: CompanySettings,
  { now, by }: { readonly now: EpochMs; readonly by: ChangedBy },
): Promise<Result<CompanyRow, ApiError>> {
  const company = await holdCompany(db, id)
  const { status, is_test: isTest, ...facts } = said(settings)
  if (isEmpty(said(settings))) return refuse(apiError('NOTHING_TO_CHANGE'))
  const suspension = status === undefined ? ok({}) : suspended(company, status, by)
  if (!suspension.ok) return suspension
  const changes = { ...facts, ...suspension.value }
  const stays = isTest === undefined || isTest === (company.is_test === 1)
  const toTest = stays ? company.is_test === 1 : isTest
  const problem =
    resolutionError({ ...company, ...facts }, toTest) ??
    (stays ? null : await modeError(db, company, toTest, now))
  if (problem !== null) return refuse(problem)
  if (stays) return ok(await update(db, id, changes))
  await askAboutRanges(db, id)
  if (!toTest) {
    await leaveTrialFolios(db, id)
    await endUnnumberedTrials(db, id, now)
  }
  const mode = toTest ? { is_test: 1 } : { is_test: 0, production_at_ms: now }
  return ok(await update(db, id, { ...changes, ...mode }))
}

/** What the one who runs the service suspended, only he lets go on. */
function suspended(
  company: CompanyRow,
  status: CompanyRow['status'],
  by: ChangedBy,
): Result<Partial<CompanyRow>, ApiError> {
  const isHis = status === 'SUSPENDED' && by === 'OPERATOR'
  if (status === company.status && !isHis) return ok({})
  if (status === 'SUSPENDED') return ok({ status, suspended_by: by })
  return by === 'OWNER' && company.suspended_by !== 'OWNER'
    ? refuse(apiError('SUSPENDED_BY_OPERATOR', 'status'))
    : ok({ status, suspended_by: null })
}

/** Null takes it away. */
export async function setLogo(
  db: Kysely<Tables>,
  id: CompanyId,
  logo: Uint8Array | null,
): Promise<Result<CompanyRow, ApiError>> {
  // It is served as what it says it is, and every paper waits until it is drawn.
  if (logo !== null && !(isPng(logo) && mayBeDecoded(pictureSize(logo))))
    return refuse(apiError('LOGO_NOT_VALID', 'content'))
  if (logo !== null && logo.length > LOGO_BYTES_MAX)
    return refuse(apiError('TOO_LONG', 'content', { limit: String(LOGO_BYTES_MAX) }))
  await holdCompany(db, id)
  return ok(await update(db, id, { logo }))
}

function update(
  db: Kysely<Tables>,
  id: CompanyId,
  changes: Partial<CompanyRow>,
): Promise<CompanyRow> {
  return db
    .updateTable('companies')
    .set((eb) => ({ status: eb.ref('status'), ...changes }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
