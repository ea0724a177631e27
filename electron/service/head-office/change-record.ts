/**
 * Records of the shop, changed from the head office as by one of its tills, which hear of it with
 * their next look; but what somebody changed since it was read here stands.
 */
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { EDITS_MAX, type Edit } from '#shared/fleet/contract.ts'
import { isSameValue, type SharedFields, type SharedKind } from '#shared/fleet/shared-records.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import { HEAD_OFFICE } from '../fleet/merge.ts'
import { stampsOf, takeEditsIn } from '../fleet/shop-store.ts'
import type { FleetRecordRow, Tables } from '../storage/tables.ts'
import type { OfficePorts } from './people.ts'

export const recordIn = (db: Kysely<Tables>, companyId: CompanyId, kind: SharedKind, id: string) =>
  db
    .selectFrom('fleet_records')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()

export const recordsIn = (db: Kysely<Tables>, companyId: CompanyId, kinds: readonly SharedKind[]) =>
  db
    .selectFrom('fleet_records')
    .select(['kind', 'id', 'version', 'fields'])
    .where('company_id', '=', companyId)
    .where('kind', 'in', kinds)
    .where('is_deleted', '=', 0)
    .orderBy('id')
    .execute()

/** Of what is said, a field that has another value since a later version than was read. */
export function unseen(row: FleetRecordRow, said: SharedFields, version: number) {
  const stands = JSON.parse(row.fields) as SharedFields
  const { stamps } = stampsOf(row.stamps)
  return Object.keys(said).find(
    (field) =>
      (stamps[field]?.version ?? 0) > version && !isSameValue(said[field] ?? null, stands[field]),
  )
}

export type OfficeEdit = Pick<Edit, 'kind' | 'id' | 'fields'> & { readonly is_deleted?: true }

/** All of them or none. Inside a write job that has locked the shop. */
export async function changeRecords(
  { db, clock, random }: OfficePorts,
  companyId: CompanyId,
  said: readonly OfficeEdit[],
  heardVersion = Number.MAX_SAFE_INTEGER,
): Promise<Result<{ readonly version: number }, ApiError>> {
  const edits = said.map((edit) => ({
    ...{ edit_id: random.uuid(), is_deleted: false, ...edit },
    ...{ age_ms: 0, heard_version: heardVersion },
  }))
  const from = { companyId, number: HEAD_OFFICE }
  let version = 0
  for (let at = 0; at < edits.length; at += EDITS_MAX) {
    const taken = await takeEditsIn(db, from, edits.slice(at, at + EDITS_MAX), clock.now())
    const failed = taken.results.find(({ outcome, lost }) => outcome !== 'taken' || lost.length > 0)
    if (failed !== undefined)
      return refuse(apiError('PRODUCT_NOT_CHANGED', failed.field ?? failed.lost[0]?.field ?? ''))
    version = taken.version
  }
  return ok({ version })
}
