/**
 * Whose notices are due, and which of them are next: each destination in its turn. What is read
 * grows with the destinations that have something waiting, and not with how much that is.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Tables } from '../storage/tables.ts'

interface Turns {
  /** Of all together. */
  readonly most: number
  /** Of one client, and how many of his own were attempted already. */
  readonly ofOne: number
  readonly attempted: ReadonlyMap<string, number>
}

/** Ids of notices, the first of each destination before the second of any. */
export async function nextInTurn(
  db: Kysely<Tables>,
  now: EpochMs,
  { most, ofOne, attempted }: Turns,
): Promise<string[]> {
  const left = (client: string) => ofOne - (attempted.get(client) ?? 0)
  const { rows } = await dueDestinations(now, most + attempted.size).execute(db)
  const queues: string[][] = []
  for (const { id, client } of rows.filter((row) => left(row.client) > 0).slice(0, most)) {
    const due = await firstDueOf(db, id, now, Math.min(most, left(client))).execute()
    queues.push(due.map((row) => row.id))
  }
  const inTurn = Array.from({ length: most }, (_, turn) =>
    queues.flatMap((queue) => queue[turn] ?? []),
  )
  return inTurn.flat().slice(0, most)
}

/** From one destination to the next by the index; those that wait longest first, and whose. */
export function dueDestinations(
  now: EpochMs,
  limit: number,
): RawBuilder<{ readonly id: string; readonly client: string; readonly due: number }> {
  return sql`WITH RECURSIVE destinations(id) AS (
      SELECT CAST('' AS TEXT) UNION ALL
      SELECT (SELECT min(webhook_id) FROM webhook_deliveries
        WHERE webhook_id > destinations.id AND due_at_ms IS NOT NULL)
      FROM destinations WHERE destinations.id IS NOT NULL)
    SELECT id, due, (SELECT client_id FROM webhooks WHERE webhooks.id = firsts.id) AS client FROM (
      SELECT destinations.id, (SELECT min(due_at_ms) FROM webhook_deliveries
        WHERE webhook_id = destinations.id AND due_at_ms IS NOT NULL) AS due
      FROM destinations WHERE destinations.id IS NOT NULL) firsts
    WHERE due <= ${now} ORDER BY due LIMIT ${limit}`
}

export function firstDueOf(db: Kysely<Tables>, webhook: string, now: EpochMs, limit: number) {
  return db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhook)
    .where('due_at_ms', 'is not', null)
    .where('due_at_ms', '<=', now)
    .orderBy('due_at_ms')
    .limit(limit)
}
