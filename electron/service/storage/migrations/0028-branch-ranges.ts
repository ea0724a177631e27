import { sql, type Kysely } from 'kysely'
import { POSTGRES_ENGINE, type Engine } from '../engine.ts'

/** What finds the prices of some products; where texts are in order as their bytes, a key does. */
const PLANS = `CREATE INDEX fleet_records_plans ON fleet_records (company_id, id COLLATE "C")
  WHERE kind = 'planned_price'`

/** The branch a range is for; the ranges that are there are everybody's. */
export async function branchRanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql.raw(`ALTER TABLE folio_ranges ADD COLUMN branch_office ${engine.integer}`).execute(db)
  if (engine === POSTGRES_ENGINE) await sql.raw(PLANS).execute(db)
}
