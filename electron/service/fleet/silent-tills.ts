/**
 * Tills that have not heard that the database was put back. One that is a hub, or was, may have
 * what the service has forgotten that it lent (shared/fleet/hub-worth-contract.ts). Of a place with
 * a hub that it has forgotten (hubs.ts), that may be any of them, until that hub has said it is it.
 */
import type { Kysely } from 'kysely'
import { placeOf, TILLS_MAX } from '#shared/fleet/contract.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Tables } from '../storage/tables.ts'
import { epochOf } from './epochs.ts'
import type { AskingTill } from './till-keys.ts'

/** It has heard the shop in that epoch, and has given back all it was lent before. */
export async function noteHeard(
  db: Kysely<Tables>,
  { companyId, id }: Pick<AskingTill, 'companyId' | 'id'>,
  heardIn: string,
): Promise<void> {
  if (heardIn === '') return
  await db
    .updateTable('fleet_tills')
    .set({ is_silent: 0 })
    .where('id', '=', id)
    .where('is_silent', '=', 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('fleet_counters')
          .select('version')
          .where('company_id', '=', companyId)
          .where('epoch', '=', epochOf(heardIn)),
      ),
    )
    .execute()
}

/** Of a forgotten hub nobody knows yet which till it is. */
export const NO_TILL = ''

/** The name of one that is or was the hub of that place, or may have been; null for none. */
export async function silentAt(
  db: Kysely<Tables>,
  companyId: CompanyId,
  place: string,
): Promise<string | null> {
  const silent = await db
    .selectFrom('fleet_tills')
    .select(['id', 'name', 'branch'])
    .where('company_id', '=', companyId)
    .where('is_silent', '=', 1)
    .where('retired_at_ms', 'is', null)
    .limit(TILLS_MAX)
    .execute()
  if (silent.length === 0) return null
  const hubs = await db
    .selectFrom('fleet_hubs')
    .select('till_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where('place', '=', place)
    .execute()
  const ids = new Set(hubs.map(({ till_id: id }) => id))
  const isHub = ({ id, branch }: (typeof silent)[number]) =>
    ids.has(id) || (ids.has(NO_TILL) && placeOf(branch) === place)
  return silent.find(isHub)?.name ?? null
}

/** Of the till of that number, which gave something. */
export async function silentBeside(
  db: Kysely<Tables>,
  companyId: CompanyId,
  number: number,
): Promise<string | null> {
  const place = await placeOfNumber(db, companyId, number)
  return place === null ? null : silentAt(db, companyId, place)
}

/** Where the till of that number stands, or did; null where there was none. */
export async function placeOfNumber(
  db: Kysely<Tables>,
  companyId: CompanyId,
  number: number,
): Promise<string | null> {
  const till = await db
    .selectFrom('fleet_tills')
    .select('branch')
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .executeTakeFirst()
  return till === undefined ? null : placeOf(till.branch)
}
