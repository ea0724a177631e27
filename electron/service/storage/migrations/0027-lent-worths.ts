import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** What a hub has of vales and credit notes, and which till may owe a word about it. */
export async function lentWorths(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  for (const column of ['lent_term', 'lent_version', 'lent_asked', 'lend_from_ms'])
    await sql
      .raw(`ALTER TABLE fleet_worths ADD COLUMN ${column} ${integer} NOT NULL DEFAULT 0`)
      .execute(db)
  for (const statement of [
    `CREATE INDEX fleet_worths_lent ON fleet_worths (company_id, lent_term, lent_version)
      WHERE lent_term > 0`,
    `CREATE INDEX fleet_worths_to_lend ON fleet_worths (company_id, lend_from_ms)
      WHERE lent_term = 0`,
    `ALTER TABLE fleet_worth_claims ADD COLUMN is_by_hub ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE fleet_hub_tills ADD COLUMN owes ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE fleet_hub_tills ADD COLUMN told_visit ${integer} NOT NULL DEFAULT 0`,
  ])
    await sql.raw(statement).execute(db)
}
