/** What a till was granted and nothing came of, though it was heard: it goes back by itself. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { HEARD_FOR_MS, HEARD_GAP_MS, HELD_MS } from '#shared/fleet/day-limits.ts'
import type { Tables } from '../storage/tables.ts'

/**
 * A till asks anew for what it was granted half as long ago, and tells what it spent within seconds
 * of being heard: one that was heard for an hour has spent nothing of it. Who is silent may have.
 */
export async function endStaleHolds(db: Kysely<Tables>, nowMs: EpochMs): Promise<void> {
  await sql`UPDATE fleet_worth_claims SET state = 'ended', turn = turn + 1
    WHERE state = 'granted' AND is_by_hub = 0 AND at_ms <= ${nowMs - HELD_MS}
      AND EXISTS (SELECT 1 FROM fleet_tills t WHERE t.company_id = fleet_worth_claims.company_id
        AND t.number = fleet_worth_claims.till_number AND t.retired_at_ms IS NULL
        AND t.seen_at_ms > ${nowMs - HEARD_GAP_MS}
        AND t.heard_since_ms <= ${nowMs - HEARD_FOR_MS})`.execute(db)
}
