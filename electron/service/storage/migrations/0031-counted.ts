import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Moves of each till that a stock has in it; tills not heard since a database was put back. */
export async function counted(db: Kysely<unknown>, { integer, tableEnd }: Engine): Promise<void> {
  for (const statement of [
    `CREATE TABLE fleet_counted (company_id TEXT NOT NULL REFERENCES companies(id),
      place TEXT NOT NULL, installation_id TEXT NOT NULL, seq ${integer} NOT NULL,
      version ${integer} NOT NULL, PRIMARY KEY (company_id, place, installation_id))${tableEnd}`,
    `ALTER TABLE fleet_tills ADD COLUMN is_silent ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX fleet_counted_version ON fleet_counted (company_id, place, version)',
  ])
    await sql.raw(statement).execute(db)
}
