import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Which till is the hub of a place, in terms; which tills were told of one, and have left it. */
export async function fleetHubs(db: Kysely<unknown>, { integer, tableEnd }: Engine): Promise<void> {
  for (const statement of [
    `CREATE TABLE fleet_hubs (company_id TEXT NOT NULL, term ${integer} NOT NULL,
      place TEXT NOT NULL, till_id TEXT NOT NULL, salt TEXT NOT NULL,
      addresses_json TEXT NOT NULL, chosen_at_ms ${integer} NOT NULL, ended_at_ms ${integer},
      PRIMARY KEY (company_id, term))${tableEnd}`,
    'CREATE INDEX fleet_hubs_of_place ON fleet_hubs (company_id, place, ended_at_ms)',
    'CREATE INDEX fleet_hubs_of_till ON fleet_hubs (company_id, till_id, ended_at_ms)',
    `CREATE TABLE fleet_hub_tills (company_id TEXT NOT NULL, term ${integer} NOT NULL,
      till_id TEXT NOT NULL, left_at_ms ${integer}, granted_json TEXT NOT NULL,
      kept_json TEXT NOT NULL, is_whole ${integer} NOT NULL, PRIMARY KEY (company_id, term, till_id))${tableEnd}`,
    'CREATE INDEX fleet_hub_tills_of ON fleet_hub_tills (company_id, till_id, left_at_ms)',
  ])
    await sql.raw(statement).execute(db)
}
