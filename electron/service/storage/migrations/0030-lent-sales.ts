import { sql, type Kysely } from 'kysely'

/** Receipts lent to hubs: those of long ago, what is asked back, and what nobody gave back. */
export async function lentSales(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE INDEX fleet_worths_sales ON fleet_worths (company_id, lent_term, told_at_ms)
      WHERE kind = 'sale'`,
    `CREATE INDEX fleet_worths_wanted ON fleet_worths (company_id, lent_term)
      WHERE lent_asked = 1 OR is_trial = 1`,
    "CREATE INDEX fleet_worths_old_sales ON fleet_worths (told_at_ms) WHERE kind = 'sale'",
  ])
    await sql.raw(statement).execute(db)
}
