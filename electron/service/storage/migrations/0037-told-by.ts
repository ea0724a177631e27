import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** By which hub's word alone a claim stands. */
export async function toldBy(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  for (const statement of [
    `ALTER TABLE fleet_worth_claims ADD COLUMN told_by ${integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX fleet_worth_claims_told ON fleet_worth_claims (company_id, told_by, at_ms)
      WHERE told_by > 0`,
  ])
    await sql.raw(statement).execute(db)
}
