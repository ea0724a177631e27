/** Hubs that are not heard while other tills of their place are (shared/fleet/hub-silence.ts). */
import type { Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { missHub } from '#shared/fleet/hub-silence.ts'
import type { FleetHubRow } from '../storage/fleet-tables.ts'
import type { Tables } from '../storage/tables.ts'

const ofTerm = (db: Kysely<Tables>, { company_id: companyId, term }: FleetHubRow) =>
  db.updateTable('fleet_hubs').where('company_id', '=', companyId).where('term', '=', term)

/** Another till of its place is heard: whether its term is over by that. Under the shop’s lock. */
export async function isMissedTooLong(
  db: Kysely<Tables>,
  hub: FleetHubRow,
  now: EpochMs,
): Promise<boolean> {
  const { missed_from_ms: fromMs, missed_at_ms: atMs } = hub
  const before = fromMs === null || atMs === null ? null : { fromMs, atMs }
  const { missed, isOver } = missHub(before, now)
  if (missed !== null)
    await ofTerm(db, hub)
      .set({ missed_from_ms: missed.fromMs, missed_at_ms: missed.atMs })
      .$if(isOver, (update) => update.set({ ended_at_ms: now, comes_back: 1 }))
      .execute()
  return isOver
}

export async function noteHubHeard(db: Kysely<Tables>, hub: FleetHubRow): Promise<void> {
  if (hub.missed_at_ms !== null)
    await ofTerm(db, hub).set({ missed_from_ms: null, missed_at_ms: null }).execute()
}
