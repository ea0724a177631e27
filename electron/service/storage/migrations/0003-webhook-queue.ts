import { sql, type Kysely } from 'kysely'

/** How many notices of one destination wait is asked with each new one. */
export async function webhookQueue(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'CREATE INDEX webhook_deliveries_of ON webhook_deliveries (webhook_id, status, created_at_ms)',
    )
    .execute(db)
}
