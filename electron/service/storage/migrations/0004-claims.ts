import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Who has a document in hand for the authority, and whether the authority may have it already. */
export async function claims(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  for (const statement of [
    'ALTER TABLE documents ADD COLUMN authority_claim TEXT',
    `ALTER TABLE documents ADD COLUMN authority_is_unsure ${integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX documents_claimed ON documents (company_id, authority_due_at_ms)
      WHERE authority_claim IS NOT NULL`,
  ])
    await sql.raw(statement).execute(db)
}
