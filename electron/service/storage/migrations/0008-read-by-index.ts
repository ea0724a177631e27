import { sql, type Kysely } from 'kysely'

/**
 * What is asked for by something other than its key, with each creation or each hour: none of it
 * reads through a table that grows with clients, companies or days.
 */
export async function readByIndex(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'CREATE INDEX companies_number ON companies (document_number)',
    'CREATE INDEX api_keys_client ON api_keys (client_id, created_at_ms)',
    'CREATE INDEX certificates_end ON certificates (notified_at_ms, expires_at_ms)',
    'CREATE INDEX folio_ranges_end ON folio_ranges (status, date_end)',
    'CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at_ms)',
  ])
    await sql.raw(statement).execute(db)
}
