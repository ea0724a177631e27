/**
 * Hubs that were chosen after the copy was made to which the database was put back. That there was
 * one its tills say, by the term they went by last; which till it is, that one alone. Nothing of
 * such a term is known to be over, but what its hub says itself.
 */
import type { Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { placeOf } from '#shared/fleet/contract.ts'
import { TERMS_MAX } from '#shared/fleet/hub-contract.ts'
import { TAKEN_KEPT_DAYS } from '#shared/fleet/parked-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { CompanyId } from '../core/ports.ts'
import type { FleetHubRow } from '../storage/fleet-tables.ts'
import type { Tables } from '../storage/tables.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { beginEpoch } from './epochs.ts'
import { lockShop } from './shop-store.ts'
import { insertNew } from '../storage/many-rows.ts'
import { freshTold, hubOfTerm, isForgotten, NO_SALT, tillsThere } from './lent-terms.ts'
import { NO_TILL } from './silent-tills.ts'
import type { AskingTill } from './till-keys.ts'

type OfPlace = Pick<AskingTill, 'companyId' | 'place'>

/**
 * A till of that place went by that term. Any other one there may have been told of it: each is
 * waited for until it goes by another. Under the lock of the shop.
 */
export async function noteForgotten(
  db: Kysely<Tables>,
  { companyId, place }: OfPlace,
  term: number,
  now: EpochMs,
): Promise<void> {
  if (term === 0 || (await hubOfTerm(db, companyId, term)) !== null) return
  const known = await db
    .selectFrom('fleet_hubs')
    .select('term')
    .where('company_id', '=', companyId)
    .where('place', '=', place)
    .where('salt', '=', NO_SALT)
    .limit(TERMS_MAX)
    .execute()
  if (known.length >= TERMS_MAX) return
  await db
    .insertInto('fleet_hubs')
    .values({
      ...{ company_id: companyId, term, place, till_id: NO_TILL, salt: NO_SALT },
      ...{ addresses_json: '[]', chosen_at_ms: now, ended_at_ms: now },
      ...{ missed_from_ms: null, missed_at_ms: null, comes_back: 0 },
    })
    .execute()
  const tills = (await tillsThere(db, companyId)).filter(({ branch }) => placeOf(branch) === place)
  const told = tills.map(({ id }) => freshTold({ company_id: companyId, term }, id, 0))
  const key = ['company_id', 'term', 'till_id'] as const
  await insertNew(db, 'fleet_hub_tills', key, told, key)
}

/**
 * A till waits for a term that is not here: it was forgotten, or, as where the till's own data were
 * put back, it is so long over that it was deleted. Whether it is the latter. Under the lock.
 */
export async function isLongOver(
  db: Kysely<Tables>,
  till: OfPlace,
  term: number,
  now: EpochMs,
): Promise<boolean> {
  if ((await hubOfTerm(db, till.companyId, term)) !== null) return false
  if (term <= now - TAKEN_KEPT_DAYS * DAY_MS) return true
  await noteForgotten(db, till, term, now)
  return false
}

/**
 * The highest there was, as far as the clock may have come: a till may say any number, and none is
 * given any more after the last one there is. Under the lock of the shop.
 */
export async function highestTerm(
  db: Kysely<Tables>,
  companyId: CompanyId,
  now: EpochMs,
): Promise<number> {
  const { highest } = await db
    .selectFrom('fleet_hubs')
    .select((eb) => eb.fn.max('term').as('highest'))
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('salt', '<>', NO_SALT), eb('term', '<=', now + DAY_MS)]))
    .executeTakeFirstOrThrow()
  return Number(highest ?? 0)
}

/** Whoever gives back what it had in that term was the hub of it: it is heard. Under the lock. */
export const nameForgotten = (
  db: Kysely<Tables>,
  { companyId, place, id }: OfPlace & Pick<AskingTill, 'id'>,
  term: number,
) =>
  db
    .updateTable('fleet_hubs')
    .set({ till_id: id, place })
    .where('company_id', '=', companyId)
    .where('term', '=', term)
    .where('salt', '=', NO_SALT)
    .execute()

/** The hub of that term; one that is forgotten is the till that shares as it. Under the lock. */
export async function hubThatShares(
  db: Kysely<Tables>,
  till: OfPlace & Pick<AskingTill, 'id'>,
  term: number,
  now: EpochMs,
): Promise<FleetHubRow | null> {
  const known = await hubOfTerm(db, till.companyId, term)
  if (known !== null && !isForgotten(known)) return known
  await noteForgotten(db, till, term, now)
  await nameForgotten(db, till, term)
  return hubOfTerm(db, till.companyId, term)
}

interface PutBack {
  /** As its question was refused. */
  readonly code: string
  readonly after: number
  readonly epoch: string
  /** Of the hub that till was told of last. */
  readonly term: number
}

/** From its first word on nothing is granted that a hub may have that was forgotten. */
export const notePutBack = (
  { storage, clock, random }: Pick<ServiceParts, 'storage' | 'clock' | 'random'>,
  till: OfPlace,
  { code, term, ...heard }: PutBack,
) =>
  storage.write(async (db) => {
    if (code === 'VERSION_AHEAD') await beginEpoch({ db, random }, till.companyId, heard)
    if (!Number.isSafeInteger(term) || term <= 0) return
    await lockShop(db, till.companyId)
    await noteForgotten(db, till, term, clock.now())
  })
