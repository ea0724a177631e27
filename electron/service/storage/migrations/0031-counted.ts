import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Up to which move of each till the stock of a place has them in it. */
export async function counted(db: Kysely<unknown>, { integer, tableEnd }: Engine): Promise<void> {
  for (const statement of [
    `CREATE TABLE fleet_counted (company_id TEXT NOT NULL REFERENCES companies(id),
      place TEXT NOT NULL, installation_id TEXT NOT NULL, seq ${integer} NOT NULL,
      version ${integer} NOT NULL, PRIMARY KEY (company_id, place, installation_id))${tableEnd}`,
    'CREATE INDEX fleet_counted_version ON fleet_counted (company_id, place, version)',
  ])
    await sql.raw(statement).execute(db)
}
