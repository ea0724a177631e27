import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Keys that are granted no parked sale any more, and who parked one, whatever became of it. */
export async function parkedVoid(
  db: Kysely<unknown>,
  { integer, tableEnd }: Engine,
): Promise<void> {
  for (const statement of [
    `CREATE TABLE fleet_parked_void (company_id TEXT NOT NULL, claim_key TEXT NOT NULL,
      at_ms ${integer} NOT NULL, PRIMARY KEY (company_id, claim_key))${tableEnd}`,
    "ALTER TABLE fleet_parked ADD COLUMN installation_id TEXT NOT NULL DEFAULT ''",
    'CREATE INDEX fleet_parked_void_end ON fleet_parked_void (at_ms)',
  ])
    await sql.raw(statement).execute(db)
}
