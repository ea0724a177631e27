import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** When the authority is asked for the range after one that ends. */
export async function moreFolios(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  for (const statement of [
    `ALTER TABLE folio_ranges ADD COLUMN more_due_at_ms ${integer}`,
    `UPDATE folio_ranges SET more_due_at_ms = low_notified_at_ms WHERE status = 'ACT'`,
    `CREATE INDEX folio_ranges_more ON folio_ranges (more_due_at_ms)
      WHERE more_due_at_ms IS NOT NULL`,
  ])
    await sql.raw(statement).execute(db)
}
