import { sql, type Kysely } from 'kysely'

/** Rows of a till that stand for sales which are nowhere here; and the codes of a till. */
export async function shopIndexes(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE INDEX fleet_parked_made ON fleet_parked (company_id, till_number) WHERE facts = ''`,
    'CREATE INDEX fleet_codes_of_till ON fleet_codes (till_id)',
  ])
    await sql.raw(statement).execute(db)
}
