import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** The public page of a document, found by the fingerprint of its token. */
export async function receiptPages(
  db: Kysely<unknown>,
  { integer, tableEnd }: Engine,
): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE receipt_pages (token_hash TEXT PRIMARY KEY,
        document_id TEXT NOT NULL UNIQUE REFERENCES documents (id),
        expires_at_ms ${integer} NOT NULL)${tableEnd}`,
    )
    .execute(db)
  await sql.raw('CREATE INDEX receipt_pages_end ON receipt_pages (expires_at_ms)').execute(db)
}
