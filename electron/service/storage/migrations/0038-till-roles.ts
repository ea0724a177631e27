import { sql, type Kysely } from 'kysely'

/** What a till may is what the key might by which it was let in. */
export async function tillRoles(db: Kysely<unknown>): Promise<void> {
  for (const table of ['fleet_codes', 'fleet_tills'])
    await sql.raw(`ALTER TABLE ${table} ADD COLUMN role TEXT NOT NULL DEFAULT 'MEMBER'`).execute(db)
}
