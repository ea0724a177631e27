import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Hubs that are not heard while their tills are; those that are chosen though their term ended. */
export async function missedHubs(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  for (const statement of [
    `ALTER TABLE fleet_hubs ADD COLUMN missed_from_ms ${integer}`,
    `ALTER TABLE fleet_hubs ADD COLUMN missed_at_ms ${integer}`,
    `ALTER TABLE fleet_hubs ADD COLUMN comes_back ${integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX fleet_hubs_chosen ON fleet_hubs (company_id, place)
      WHERE ended_at_ms IS NULL OR comes_back = 1`,
  ])
    await sql.raw(statement).execute(db)
}
