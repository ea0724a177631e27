import { sql, type Kysely } from 'kysely'

/** Whose notices wait, and the first of each, however many of them one destination has. */
export async function webhookTurns(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE INDEX webhook_deliveries_turn ON webhook_deliveries (webhook_id, due_at_ms)
        WHERE due_at_ms IS NOT NULL`,
    )
    .execute(db)
}
