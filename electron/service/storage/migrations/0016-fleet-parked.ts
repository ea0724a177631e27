import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Sales put aside at one till of a shop and taken up at another. */
export async function fleetParked(
  db: Kysely<unknown>,
  { integer, tableEnd }: Engine,
): Promise<void> {
  for (const statement of [
    `CREATE TABLE fleet_parked (company_id TEXT NOT NULL, parked_id TEXT NOT NULL,
      place TEXT NOT NULL, till_number ${integer} NOT NULL, version ${integer} NOT NULL,
      facts TEXT NOT NULL, sale TEXT NOT NULL, customer TEXT NOT NULL, buyer TEXT NOT NULL,
      parked_at_ms ${integer} NOT NULL, taken_by ${integer}, taken_key TEXT,
      taken_at_ms ${integer}, PRIMARY KEY (company_id, parked_id))${tableEnd}`,
    'CREATE INDEX fleet_parked_version ON fleet_parked (company_id, place, version)',
    `CREATE INDEX fleet_parked_open ON fleet_parked (company_id, till_number)
      WHERE taken_by IS NULL`,
    `CREATE INDEX fleet_parked_buyer ON fleet_parked (company_id, buyer) WHERE buyer <> ''`,
    `CREATE INDEX fleet_parked_end ON fleet_parked (taken_at_ms) WHERE sale <> ''`,
  ])
    await sql.raw(statement).execute(db)
}
