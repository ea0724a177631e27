import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** What is spent once over all tills of a shop, and who has spent how much of it. */
export async function fleetWorths(
  db: Kysely<unknown>,
  { integer, tableEnd }: Engine,
): Promise<void> {
  const worth = 'company_id TEXT NOT NULL, kind TEXT NOT NULL'
  for (const statement of [
    `CREATE TABLE fleet_worths (${worth}, worth_id TEXT NOT NULL, till_number ${integer} NOT NULL,
      parts TEXT NOT NULL, facts TEXT NOT NULL, told_at_ms ${integer} NOT NULL,
      is_trial ${integer} NOT NULL, PRIMARY KEY (company_id, kind, worth_id))${tableEnd}`,
    `CREATE TABLE fleet_worth_names (${worth}, name TEXT NOT NULL, worth_id TEXT NOT NULL,
      PRIMARY KEY (company_id, kind, name, worth_id))${tableEnd}`,
    `CREATE TABLE fleet_worth_claims (company_id TEXT NOT NULL, key TEXT NOT NULL,
      kind TEXT NOT NULL, worth_id TEXT NOT NULL, till_number ${integer} NOT NULL,
      takes TEXT NOT NULL, state TEXT NOT NULL, at_ms ${integer} NOT NULL,
      PRIMARY KEY (company_id, key))${tableEnd}`,
    `CREATE INDEX fleet_worth_claims_held ON fleet_worth_claims (company_id, till_number)
      WHERE state = 'granted'`,
    `CREATE INDEX fleet_worth_claims_of ON fleet_worth_claims (company_id, kind, worth_id)`,
  ])
    await sql.raw(statement).execute(db)
}
