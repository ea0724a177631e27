import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** How many requests a key has sent in the minute that is on, over all processes. */
export async function rateWindows(
  db: Kysely<unknown>,
  { integer, tableEnd }: Engine,
): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE rate_windows (key_id TEXT PRIMARY KEY REFERENCES api_keys (id),
        started_at_ms ${integer} NOT NULL, count ${integer} NOT NULL)${tableEnd}`,
    )
    .execute(db)
}
