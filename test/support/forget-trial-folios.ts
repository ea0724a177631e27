/** A database of the service as it was before trials had folios of their own. */
import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../../electron/service/storage/many-rows.ts'
import type { Tables } from '../../electron/service/storage/tables.ts'

const TABLES = ['folio_ranges', 'documents', 'credits']
/** Of the tills of a shop, which came later. */
const LATER = [
  ...['codes', 'tills', 'counters', 'records', 'words', 'aliases', 'edits', 'overruled'],
  ...['moves', 'stock', 'parked', 'parked_void', 'marks'],
  ...['worths', 'worth_names', 'worth_claims'],
  ...['facts', 'sold', 'sold_goods', 'paid', 'till_health'],
]

const OFFICE = ['people', 'sessions', 'log']

/** In an order in which none is referred to. */
export const DROP_FLEET: readonly string[] = [
  ...LATER.map((name) => `DROP TABLE fleet_${name}`),
  ...OFFICE.map((name) => `DROP TABLE office_${name}`),
]

export async function forgetTrialFolios(db: Kysely<Tables>): Promise<void> {
  for (const statement of [
    ...DROP_FLEET,
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
