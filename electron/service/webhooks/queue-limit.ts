/**
 * How much of one client's notices the service holds, by age and bytes. A receiver that is down for
 * days, or a client that issues without end, fills neither disk nor the queue of the others; below
 * that every notice has all its attempts, however many wait before it.
 */
import { sql, type Kysely } from 'kysely'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Tables, WebhookDeliveryRow } from '../storage/tables.ts'

/** Of one destination's payloads that wait, and again of those that failed: half a million. */
const HELD_BYTES_MAX = 64 * 1024 * 1024
/** Of one destination, delivered. */
export const DELIVERED_MAX = 20_000
/** Ended ones are kept for redelivery this long, and nothing waits any longer. */
export const KEEP_MS = 30 * DAY_MS
/** What a parked notice says; it is queued again like any that failed. */
export const QUEUE_FULL = 'QUEUE_FULL'

type Status = WebhookDeliveryRow['status']

/** Looks at all destinations. Answers how many notices were parked before all their attempts. */
export async function limitQueues(
  db: Kysely<Tables>,
  now: EpochMs,
  bytesMax: number = HELD_BYTES_MAX,
): Promise<number> {
  const before = (now - KEEP_MS) as EpochMs
  await db
    .deleteFrom('webhook_deliveries')
    .where('status', '!=', 'WAITING')
    .where('created_at_ms', '<', before)
    .execute()
  await db.deleteFrom('webhook_deliveries').where('due_at_ms', '<', before).execute()
  const bytes = sql<number>`sum(octet_length(payload))`
  let parked = 0
  for (const webhook of await withMore(db, 'WAITING', bytes, bytesMax)) {
    const updated = await db
      .updateTable('webhook_deliveries')
      .set({ status: 'FAILED', due_at_ms: null, last_result: QUEUE_FULL })
      .where('id', 'in', oldest(db, webhook, 'WAITING', bytes, bytesMax))
      .executeTakeFirstOrThrow()
    parked += Number(updated.numUpdatedRows)
  }
  const one = sql<number>`count(*)`
  for (const [status, each, most] of [
    ['FAILED', bytes, bytesMax],
    ['DELIVERED', one, DELIVERED_MAX],
  ] as const)
    for (const webhook of await withMore(db, status, each, most))
      await db
        .deleteFrom('webhook_deliveries')
        .where('id', 'in', oldest(db, webhook, status, each, most))
        .execute()
  return parked
}

type Measure = ReturnType<typeof sql<number>>

/** Destinations whose notices of this state measure more than that. */
async function withMore(
  db: Kysely<Tables>,
  status: Status,
  measure: Measure,
  most: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where(
      (eb) =>
        eb
          .selectFrom('webhook_deliveries')
          .select(measure.as('measured'))
          .whereRef('webhook_id', '=', 'webhooks.id')
          .where('status', '=', status),
      '>',
      most,
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** What has to go, the oldest, so that the newest measure no more than that. */
function oldest(
  db: Kysely<Tables>,
  webhook: string,
  status: Status,
  measure: Measure,
  most: number,
) {
  const newestFirst = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .select(sql<number>`${measure} OVER (ORDER BY created_at_ms DESC, id DESC)`.as('measured'))
    .where('webhook_id', '=', webhook)
    .where('status', '=', status)
  return db.selectFrom(newestFirst.as('newest_first')).select('id').where('measured', '>', most)
}
