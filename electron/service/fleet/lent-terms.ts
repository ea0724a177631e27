/** Whether what was lent to a hub is here again without its word (hub-worth-contract.ts). */
import type { Kysely } from 'kysely'
import { TILLS_MAX } from '#shared/fleet/contract.ts'
import type { CompanyId } from '../core/ports.ts'
import type { FleetHubRow, FleetHubTillRow } from '../storage/fleet-tables.ts'
import type { FleetTillRow, Tables } from '../storage/tables.ts'
import type { AskingTill } from './till-keys.ts'

export async function hubOfTerm(
  db: Kysely<Tables>,
  companyId: CompanyId,
  term: number,
): Promise<FleetHubRow | null> {
  const row = await db
    .selectFrom('fleet_hubs')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('term', '=', term)
    .executeTakeFirst()
  return row ?? null
}

export const tillsThere = (db: Kysely<Tables>, companyId: CompanyId): Promise<FleetTillRow[]> =>
  db
    .selectFrom('fleet_tills')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('retired_at_ms', 'is', null)
    .limit(TILLS_MAX)
    .execute()

/** Whoever is told of a hub, as it begins. */
export const freshTold = (
  { company_id, term }: Pick<FleetHubRow, 'company_id' | 'term'>,
  till_id: string,
  told_visit: number,
): FleetHubTillRow => ({
  ...{ company_id, term, till_id, told_visit, left_at_ms: null, granted_json: '[]', is_whole: 1 },
  ...{ kept_json: '', owes: 1, is_named: 1 },
})

/** Of a hub that the database has forgotten (forgotten-hubs.ts). */
export const NO_SALT = ''
export const isForgotten = ({ salt }: Pick<FleetHubRow, 'salt'>): boolean => salt === NO_SALT

/**
 * Its term has ended, and the hub has left it, has lost no data meanwhile and owes no word: it has
 * given back all it ever had. Or so has every other till that was told of it: all that was granted
 * there is known here, as a hub grants itself nothing.
 */
export async function isLendingOver(
  db: Kysely<Tables>,
  companyId: CompanyId,
  term: number,
): Promise<boolean> {
  const hub = await hubOfTerm(db, companyId, term)
  if (hub === null || hub.ended_at_ms === null || isForgotten(hub)) return false
  const tills = await db
    .selectFrom('fleet_hub_tills')
    .select(['till_id', 'left_at_ms', 'is_whole', 'owes'])
    .where('company_id', '=', companyId)
    .where('term', '=', term)
    .limit(2 * TILLS_MAX)
    .execute()
  const isIn = ({ left_at_ms: at, is_whole: isWhole, owes }: (typeof tills)[number]) =>
    at === null || isWhole === 0 || owes === 1
  const ofHub = tills.find(({ till_id: id }) => id === hub.till_id)
  const isGivenBack = ofHub !== undefined && !isIn(ofHub)
  return isGivenBack || tills.every((till) => till === ofHub || !isIn(till))
}

/** What was lent to hubs whose lending is over is here again. Under the lock of the shop. */
export async function takeBackOver(db: Kysely<Tables>, companyId: CompanyId): Promise<void> {
  const terms = await db
    .selectFrom('fleet_worths')
    .select('lent_term')
    .distinct()
    .where('company_id', '=', companyId)
    .where('lent_term', '>', 0)
    .execute()
  for (const { lent_term: term } of terms)
    if (await isLendingOver(db, companyId, term))
      await db
        .updateTable('fleet_worths')
        .set({ lent_term: 0, lent_asked: 0 })
        .where('company_id', '=', companyId)
        .where('lent_term', '=', term)
        .execute()
}

type OfTill = Pick<AskingTill, 'companyId' | 'id'>

export const toldTo = (db: Kysely<Tables>, { companyId, id }: OfTill) =>
  db.updateTable('fleet_hub_tills').where('company_id', '=', companyId).where('till_id', '=', id)

/**
 * What it was granted before its data were put back, or lost, it cannot say any more; its visits
 * are counted from what it knows now.
 */
export const doubtGranted = (db: Kysely<Tables>, till: OfTill) =>
  toldTo(db, till)
    .set({ is_whole: 0, told_visit: 0 })
    .where((eb) => eb.or([eb('left_at_ms', 'is', null), eb('owes', '=', 1)]))
    .execute()

/** The last term of a hub that a till was told of and lost its data in; 0 for none. */
export async function doubtedTerm(
  db: Kysely<Tables>,
  { companyId, number }: { readonly companyId: CompanyId; readonly number: number },
): Promise<number> {
  const row = await db
    .selectFrom('fleet_hub_tills')
    .innerJoin('fleet_tills', 'fleet_tills.id', 'fleet_hub_tills.till_id')
    .select('term')
    .where('fleet_tills.company_id', '=', companyId)
    .where('fleet_tills.number', '=', number)
    .where('fleet_hub_tills.company_id', '=', companyId)
    .where('is_whole', '=', 0)
    .orderBy('term', 'desc')
    .executeTakeFirst()
  return row?.term ?? 0
}
