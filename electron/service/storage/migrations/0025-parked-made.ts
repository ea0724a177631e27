import { sql, type Kysely } from 'kysely'

/** How many rows a till has that stand for sales which are nowhere here. */
export async function parkedMade(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE INDEX fleet_parked_made ON fleet_parked (company_id, till_number) WHERE facts = ''`,
    )
    .execute(db)
}
