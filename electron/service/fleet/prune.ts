import { sql } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { SALES_LENT_DAYS } from '#shared/fleet/hub-worth-contract.ts'
import { TAKEN_KEPT_DAYS } from '#shared/fleet/parked-contract.ts'
import { FACTS_KEPT_DAYS } from '#shared/fleet/facts-contract.ts'
import { PRICES_KEPT_DAYS } from '#shared/fleet/day-limits.ts'
import { emptyFacts } from './facts.ts'
import { endStaleHolds } from './stale-holds.ts'
import { emptyTaken } from './parked-rows.ts'
import { ANSWERS_KEPT_DAYS } from './shop-store.ts'

/** A till that was away for longer does not hear any more which of its values gave way. */
const TOLD_DAYS = 90

/** Forgets codes that are over, and what was answered and told long ago. */
export async function pruneFleet({
  storage,
  clock,
}: Pick<ServiceParts, 'storage' | 'clock'>): Promise<void> {
  const ago = (days: number) => (clock.now() - days * DAY_MS) as EpochMs
  await storage.write(async (db) => {
    await db.deleteFrom('fleet_codes').where('expires_at_ms', '<=', clock.now()).execute()
    await db
      .deleteFrom('fleet_edits')
      .where('answered_at_ms', '<=', ago(ANSWERS_KEPT_DAYS))
      .execute()
    // Of whoever tried a code; a key's next minute makes its row anew.
    await db.deleteFrom('rate_windows').where('started_at_ms', '<=', ago(1)).execute()
    // Whoever gives one back tells of it again; while a hub has it, it is nobody's to forget.
    await db
      .deleteFrom('fleet_worths')
      .where('kind', '=', sql.lit('sale'))
      .where('told_at_ms', '<=', ago(2 * SALES_LENT_DAYS))
      .where('lent_term', '=', 0)
      // No claim was ever on it.
      .where('version', '=', 0)
      .execute()
    await endStaleHolds(db, clock.now())
    await db.deleteFrom('fleet_price_changes').where('at_ms', '<=', ago(PRICES_KEPT_DAYS)).execute()
    await emptyTaken(db, ago(TAKEN_KEPT_DAYS))
    await db.deleteFrom('fleet_parked_void').where('at_ms', '<=', ago(TAKEN_KEPT_DAYS)).execute()
    // A till that was away for longer hears everything anew; the last one tells where the shop is.
    await db
      .deleteFrom('fleet_marks')
      .where('at_ms', '<=', ago(TOLD_DAYS))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('fleet_counters')
              .select('version')
              .whereRef('fleet_counters.company_id', '=', 'fleet_marks.company_id')
              .whereRef('fleet_counters.version', '=', 'fleet_marks.version'),
          ),
        ),
      )
      .execute()
    await db.deleteFrom('fleet_overruled').where('at_ms', '<=', ago(TOLD_DAYS)).execute()
  })
  await emptyFacts(storage, ago(FACTS_KEPT_DAYS))
}
