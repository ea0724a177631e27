/** A database of the service as it was before trials had folios of their own. */
import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../../electron/service/storage/many-rows.ts'
import { KEPT_TABLES } from '../../electron/service/storage/kept-tables.ts'
import type { Tables } from '../../electron/service/storage/tables.ts'

const TABLES = ['folio_ranges', 'documents', 'credits']
/** What there was already: all that came later is taken away. */
const EARLIER = new Set<string>([
  ...['settings', 'clients', 'companies', 'api_keys', 'api_key_companies', 'certificates'],
  ...['folio_ranges', 'documents', 'credits', 'receipt_pages', 'authority_counters', 'webhooks'],
  ...['webhook_deliveries', 'purchases'],
])

/** In an order in which none is referred to. */
export const DROP_LATER: readonly string[] = KEPT_TABLES.map(([table]) => table)
  .filter((table) => !EARLIER.has(table))
  .toReversed()
  .map((table) => `DROP TABLE ${table}`)
  .concat('ALTER TABLE folio_ranges DROP COLUMN branch_office')

export async function forgetTrialFolios(db: Kysely<Tables>): Promise<void> {
  for (const statement of [
    ...DROP_LATER,
    ...['documents_folio', 'documents_reference', 'folio_ranges_use', 'folio_ranges_new'].map(
      (index) => `DROP INDEX ${index}`,
    ),
    `ALTER TABLE folio_ranges DROP COLUMN is_heard`,
    ...(isPostgres(db) ? [] : TABLES.map((table) => `DROP TRIGGER ${table}_trial`)),
    ...TABLES.map((table) => `ALTER TABLE ${table} DROP COLUMN is_trial`),
    `CREATE UNIQUE INDEX documents_folio ON documents (document_code, number, company_id)`,
    `CREATE UNIQUE INDEX documents_reference ON documents (company_id, external_reference)`,
    `CREATE INDEX folio_ranges_use ON folio_ranges (company_id)`,
  ])
    await sql.raw(statement).execute(db)
}
