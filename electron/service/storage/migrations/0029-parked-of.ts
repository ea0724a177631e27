import { sql, type Kysely } from 'kysely'

/** What a till parked is told to it wherever it stands; and facts whose words are over. */
export async function parkedOf(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'CREATE INDEX fleet_parked_of ON fleet_parked (company_id, installation_id, version)',
    "CREATE INDEX fleet_facts_end ON fleet_facts (at_ms) WHERE body_json <> ''",
  ])
    await sql.raw(statement).execute(db)
}
