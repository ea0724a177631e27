import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * Whose a price was that a till changed, its own where nobody wrote it down, and when another
 * computer took a till's place.
 */
export async function priceOwners(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  for (const statement of [
    `ALTER TABLE fleet_price_changes ADD COLUMN was_own ${integer} NOT NULL DEFAULT 1`,
    `ALTER TABLE fleet_tills ADD COLUMN replaced_at_ms ${integer}`,
  ])
    await sql.raw(statement).execute(db)
}
