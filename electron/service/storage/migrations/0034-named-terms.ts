import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Terms of hubs that a till has left, and names no more. */
export async function namedTerms(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  await sql
    .raw(`ALTER TABLE fleet_hub_tills ADD COLUMN is_named ${integer} NOT NULL DEFAULT 1`)
    .execute(db)
}
