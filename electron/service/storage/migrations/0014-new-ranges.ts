import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Of which ranges the authority has been heard since they came; the few others have an index. */
export async function newRanges(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  for (const statement of [
    `ALTER TABLE folio_ranges ADD COLUMN is_heard ${integer} NOT NULL DEFAULT 0`,
    `UPDATE folio_ranges SET is_heard = 1 WHERE status <> 'ACT'`,
    `CREATE INDEX folio_ranges_new ON folio_ranges (id) WHERE is_heard = 0`,
  ])
    await sql.raw(statement).execute(db)
}
