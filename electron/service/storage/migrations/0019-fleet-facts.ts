import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** What happened at the tills of a shop with its sums, and how each was when it told last. */
export async function fleetFacts(
  db: Kysely<unknown>,
  { integer, tableEnd }: Engine,
): Promise<void> {
  const sums = (...names: readonly string[]) =>
    names.map((name) => `${name} ${integer} NOT NULL`).join(', ')
  const ofDay = 'company_id TEXT NOT NULL, day TEXT NOT NULL, till_id TEXT NOT NULL'
  const margin = ['net_clp', 'cost_net_clp', 'cost_unknown_clp'] as const
  for (const statement of [
    `CREATE TABLE fleet_facts (company_id TEXT NOT NULL, till_id TEXT NOT NULL, kind TEXT NOT NULL,
      fact_id TEXT NOT NULL, day TEXT NOT NULL, at_ms ${integer} NOT NULL, body_json TEXT NOT NULL,
      PRIMARY KEY (company_id, kind, fact_id))${tableEnd}`,
    `CREATE INDEX fleet_facts_in_time ON fleet_facts (company_id, kind, at_ms, fact_id)`,
    `CREATE INDEX fleet_facts_of_till ON fleet_facts (company_id, till_id, kind, at_ms, fact_id)`,
    `CREATE TABLE fleet_sold (${ofDay}, hour ${integer} NOT NULL, cashier TEXT NOT NULL,
      ${sums('sales', 'gross_clp', 'returns', 'returned_clp', ...margin)},
      PRIMARY KEY (company_id, day, hour, till_id, cashier))${tableEnd}`,
    `CREATE TABLE fleet_sold_goods (${ofDay}, product_id TEXT NOT NULL, name TEXT NOT NULL,
      ${sums('milli', 'gross_clp', ...margin)},
      PRIMARY KEY (company_id, day, till_id, product_id))${tableEnd}`,
    `CREATE TABLE fleet_paid (${ofDay}, tender TEXT NOT NULL, name TEXT NOT NULL,
      ${sums('payments', 'clp')},
      PRIMARY KEY (company_id, day, till_id, tender))${tableEnd}`,
    `CREATE TABLE fleet_till_health (company_id TEXT NOT NULL, till_id TEXT NOT NULL,
      body_json TEXT NOT NULL, PRIMARY KEY (company_id, till_id))${tableEnd}`,
  ])
    await sql.raw(statement).execute(db)
}
