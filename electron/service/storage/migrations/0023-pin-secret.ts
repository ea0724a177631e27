import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Which secret of the PINs the tills of a shop have; empty for none. The secret is nowhere here.
  "ALTER TABLE fleet_counters ADD COLUMN pepper_id TEXT NOT NULL DEFAULT ''",
  // Of a till since it was paired: the half of its key that is told, what it last said to have, and
  // whether it asks; the secret, closed for it alone.
  "ALTER TABLE fleet_tills ADD COLUMN box_key TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE fleet_tills ADD COLUMN holds_pepper TEXT NOT NULL DEFAULT ''",
  'ALTER TABLE fleet_tills ADD COLUMN asks_pepper INTEGER NOT NULL DEFAULT 0',
  "ALTER TABLE fleet_tills ADD COLUMN box TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE fleet_tills ADD COLUMN box_pepper TEXT NOT NULL DEFAULT ''",
]

export async function pinSecret(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
