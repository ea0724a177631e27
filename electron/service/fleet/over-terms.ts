/** Terms of hubs that are over: what was granted there, and when nobody will name them any more. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { TILLS_MAX } from '#shared/fleet/contract.ts'
import { TAKEN_KEPT_DAYS } from '#shared/fleet/parked-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Tables } from '../storage/tables.ts'
import { hubOfTerm, isForgotten, tillsThere } from './lent-terms.ts'

/**
 * Ended for good so long ago that no till is put back to before it, and not the last one of its
 * till; every till that was told of it was told of a later one, has left it whole, and neither owes
 * nor waits for anything of it; nothing is lent to it. A till says which it was told of last: one
 * that is not here any more would be a hub the database has forgotten (forgotten-hubs.ts). Under
 * the lock of the shop, with each new term.
 */
export async function forgetTerms(
  db: Kysely<Tables>,
  companyId: CompanyId,
  now: EpochMs,
): Promise<void> {
  const over = await db
    .selectFrom('fleet_hubs as hub')
    .select('term')
    .where('company_id', '=', companyId)
    .where('ended_at_ms', '<=', (now - TAKEN_KEPT_DAYS * DAY_MS) as EpochMs)
    .where('comes_back', '=', 0)
    .where(
      sql<boolean>`EXISTS (SELECT 1 FROM fleet_hubs later WHERE later.company_id = hub.company_id
        AND later.till_id = hub.till_id AND later.term > hub.term)`,
    )
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM fleet_hub_tills told
        WHERE told.company_id = hub.company_id AND told.term = hub.term
          AND (told.is_named = 1 OR NOT EXISTS (SELECT 1 FROM fleet_hub_tills later
            WHERE later.company_id = told.company_id AND later.till_id = told.till_id
              AND later.term > told.term)))`,
    )
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM fleet_worths lent
        WHERE lent.company_id = hub.company_id AND lent.lent_term = hub.term
          AND lent.lent_term > 0)`,
    )
    .execute()
  for (const { term } of over)
    for (const table of ['fleet_hub_tills', 'fleet_hubs'] as const)
      await db
        .deleteFrom(table)
        .where('company_id', '=', companyId)
        .where('term', '=', term)
        .execute()
}

interface Granted {
  readonly granted: ReadonlySet<string>
  /**
   * False: all but what its hub took up itself, which was retired unheard, or lost its data; of one
   * that is forgotten, all that those say who are known.
   */
  readonly isAll: boolean
}

/**
 * What was granted in a term that is over; null while one that may be granted something there has
 * not left, and for good where nobody can say what was granted.
 */
export async function grantedIn(
  db: Kysely<Tables>,
  companyId: CompanyId,
  term: number,
): Promise<Granted | null> {
  const hub = await hubOfTerm(db, companyId, term)
  if (hub === null || hub.ended_at_ms === null) return null
  const rows = await db
    .selectFrom('fleet_hub_tills')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('term', '=', term)
    .limit(2 * TILLS_MAX)
    .execute()
  const there = new Set((await tillsThere(db, companyId)).map(({ id }) => id))
  const isIn = rows.some(({ till_id: id, left_at_ms: at }) => at === null && there.has(id))
  if (isIn) return null
  const whole = new Set(
    rows.flatMap(({ left_at_ms: at, is_whole: isWhole, till_id: id }) =>
      at !== null && isWhole === 1 ? [id] : [],
    ),
  )
  const own = rows.flatMap(({ granted_json: json }) => JSON.parse(json) as string[])
  const wasForgotten = isForgotten(hub)
  if (whole.size === rows.length && !wasForgotten) return { granted: new Set(own), isAll: true }
  // The hub knows of all it granted, and of the others each of its own.
  const kept = rows.find(({ till_id: id }) => id === hub.till_id && whole.has(id))?.kept_json ?? ''
  const areOthers = rows.every(({ till_id: id }) => id === hub.till_id || whole.has(id))
  if (kept === '') return areOthers || wasForgotten ? { granted: new Set(own), isAll: false } : null
  const others = Object.entries(JSON.parse(kept) as Record<string, string>)
  const ofOthers = others.flatMap(([id, till]) => (whole.has(till) ? [] : [id]))
  return { granted: new Set([...own, ...ofOthers]), isAll: !wasForgotten }
}
