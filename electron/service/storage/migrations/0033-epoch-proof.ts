import { sql, type Kysely } from 'kysely'

/** What proves that a till was told of a version; empty until a till joins the shop. */
export async function epochProof(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw("ALTER TABLE fleet_counters ADD COLUMN proof_key TEXT NOT NULL DEFAULT ''")
    .execute(db)
}
