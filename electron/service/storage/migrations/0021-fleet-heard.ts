import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * What a till hears of its worths, and what tells a database that was put back from one that went
 * on: when each version was made.
 */
export async function fleetHeard(
  db: Kysely<unknown>,
  { integer, tableEnd }: Engine,
): Promise<void> {
  for (const statement of [
    "ALTER TABLE fleet_tills ADD COLUMN restored_as TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE fleet_worths ADD COLUMN installation_id TEXT NOT NULL DEFAULT ''",
    `ALTER TABLE fleet_worths ADD COLUMN version ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE fleet_worth_claims ADD COLUMN turn ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX fleet_worths_heard ON fleet_worths (company_id, version)',
    `CREATE TABLE fleet_marks (company_id TEXT NOT NULL, version ${integer} NOT NULL,
      at_ms ${integer} NOT NULL, PRIMARY KEY (company_id, version))${tableEnd}`,
    'CREATE INDEX fleet_marks_end ON fleet_marks (at_ms)',
  ])
    await sql.raw(statement).execute(db)
}
