/** A database of the service as it was before trials had folios of their own. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../electron/service/storage/tables.ts'

export async function forgetTrialFolios(db: Kysely<Tables>): Promise<void> {
  for (const statement of [
    ...['documents_folio', 'folio_ranges_use', 'folio_ranges_new'].map(
      (index) => `DROP INDEX ${index}`,
    ),
    `ALTER TABLE folio_ranges DROP COLUMN is_heard`,
    ...['folio_ranges', 'documents', 'credits'].map(
      (table) => `ALTER TABLE ${table} DROP COLUMN is_trial`,
    ),
    `CREATE UNIQUE INDEX documents_folio ON documents (document_code, number, company_id)`,
    `CREATE INDEX folio_ranges_use ON folio_ranges (company_id)`,
  ])
    await sql.raw(statement).execute(db)
}
