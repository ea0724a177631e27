/**
 * How much of one client's notices the service holds. A receiver that is down for days, or a client
 * that issues without end, fills neither disk nor the queue of the others.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../storage/tables.ts'

/** Of one destination, waiting: a day of a busy shop. */
export const WAITING_MAX = 10_000
/** Of one destination, delivered, failed or parked. */
export const KEPT_MAX = 20_000
/** What a parked delivery says; the owner of the service may queue it again by its id. */
export const QUEUE_FULL = 'QUEUE_FULL'

/** Parks the oldest that wait, so that `more` fit. Inside the write job that brings them. */
export async function makeRoom(db: Kysely<Tables>, webhook: string, more: number): Promise<void> {
  const { waiting } = await db
    .selectFrom(
      ofDestination(db, webhook)
        .select('id')
        .where('status', '=', 'WAITING')
        .limit(WAITING_MAX)
        .as('those'),
    )
    .select((eb) => eb.fn.countAll().as('waiting'))
    .executeTakeFirstOrThrow()
  const over = Number(waiting) + more - WAITING_MAX
  if (over <= 0) return
  const oldest = ofDestination(db, webhook)
    .select('id')
    .where('status', '=', 'WAITING')
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(over)
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'FAILED', due_at_ms: null, last_result: QUEUE_FULL })
    .where('id', 'in', oldest)
    .execute()
}

/** Forgets the oldest that have ended, of whoever has more of them than are kept. */
export async function forgetMost(db: Kysely<Tables>): Promise<void> {
  const webhooks = await db.selectFrom('webhooks').select('id').execute()
  for (const { id: webhook } of webhooks) {
    const ended = () => ofDestination(db, webhook).where('status', '!=', 'WAITING')
    const { count } = await ended()
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const over = Number(count) - KEPT_MAX
    if (over <= 0) continue
    const oldest = ended().select('id').orderBy('created_at_ms').orderBy('id').limit(over)
    await db.deleteFrom('webhook_deliveries').where('id', 'in', oldest).execute()
  }
}

const ofDestination = (db: Kysely<Tables>, webhook: string) =>
  db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhook)
