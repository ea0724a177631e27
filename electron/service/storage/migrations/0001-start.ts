import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** Everything the service stores, as of its first release. */
export async function start(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(db)
}

function statements(engine: Engine): string[] {
  const { integer, blob, tableEnd } = engine
  return [
    `CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)${tableEnd}`,
    `CREATE TABLE clients (id TEXT PRIMARY KEY, name TEXT NOT NULL)${tableEnd}`,
    `CREATE TABLE companies (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES clients (id), name TEXT NOT NULL,
      country TEXT NOT NULL CHECK (country IN ('CHL', 'ARG', 'URY')),
      document_type TEXT NOT NULL, document_number TEXT NOT NULL, activity TEXT NOT NULL, address TEXT NOT NULL,
      city TEXT NOT NULL, state TEXT NOT NULL, tax_office TEXT NOT NULL, resolution_number ${integer} NOT NULL,
      resolution_year ${integer} NOT NULL, tax_condition TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED')), logo ${blob}, is_test ${integer} NOT NULL,
      UNIQUE (country, document_number))${tableEnd}`,
    `CREATE TABLE api_keys (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES clients (id),
      role TEXT NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')), secret_hash TEXT NOT NULL, label TEXT NOT NULL,
      created_at_ms ${integer} NOT NULL, revoked_at_ms ${integer})${tableEnd}`,
    `CREATE TABLE api_key_companies (
      key_id TEXT NOT NULL REFERENCES api_keys (id), company_id TEXT NOT NULL REFERENCES companies (id),
      PRIMARY KEY (key_id, company_id))${tableEnd}`,
    `CREATE TABLE certificates (
      id TEXT PRIMARY KEY, company_id TEXT NOT NULL REFERENCES companies (id), subject TEXT NOT NULL,
      serial_number TEXT NOT NULL, expires_at_ms ${integer} NOT NULL, notified_at_ms ${integer})${tableEnd}`,
    'CREATE INDEX certificates_company ON certificates (company_id)',
    `CREATE TABLE folio_ranges (
      id TEXT PRIMARY KEY, company_id TEXT NOT NULL REFERENCES companies (id), document_code ${integer} NOT NULL,
      serie TEXT, first_folio ${integer} NOT NULL CHECK (first_folio >= 1), last_folio ${integer} NOT NULL,
      next_folio ${integer} NOT NULL, date_from TEXT NOT NULL, date_end TEXT,
      status TEXT NOT NULL CHECK (status IN ('ACT', 'AGO', 'VEN', 'ANU')), caf_xml TEXT NOT NULL,
      private_key_pem TEXT NOT NULL, low_notified_at_ms ${integer}, expiry_notified_at_ms ${integer},
      CHECK (last_folio >= first_folio), CHECK (next_folio BETWEEN first_folio AND last_folio + 1))${tableEnd}`,
    'CREATE INDEX folio_ranges_use ON folio_ranges (company_id, document_code, status, first_folio)',
    `CREATE TABLE documents (
      id TEXT PRIMARY KEY, company_id TEXT NOT NULL REFERENCES companies (id), document_code ${integer} NOT NULL,
      invoice_type TEXT NOT NULL, serie TEXT, number ${integer}, external_reference TEXT,
      status TEXT NOT NULL CHECK (status IN ('PEN', 'EMS', 'APR', 'RCH', 'DELETED')), body TEXT NOT NULL,
      ted_xml TEXT, cae ${integer}, cae_expires_on TEXT, track_id ${integer}, created_at_ms ${integer} NOT NULL,
      deleted_at_ms ${integer}, authority_due_at_ms ${integer}, authority_attempts ${integer} NOT NULL DEFAULT 0
      )${tableEnd}`,
    'CREATE UNIQUE INDEX documents_reference ON documents (company_id, external_reference)',
    'CREATE UNIQUE INDEX documents_folio ON documents (document_code, number, company_id) WHERE number IS NOT NULL',
    `CREATE INDEX documents_authority ON documents (status, authority_due_at_ms)
      WHERE authority_due_at_ms IS NOT NULL`,
    `CREATE TABLE authority_counters (
      company_id TEXT NOT NULL REFERENCES companies (id), document_code ${integer} NOT NULL,
      next_number ${integer} NOT NULL, PRIMARY KEY (company_id, document_code))${tableEnd}`,
    `CREATE TABLE webhooks (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL UNIQUE REFERENCES clients (id), url TEXT NOT NULL,
      events TEXT NOT NULL, description TEXT, secret TEXT NOT NULL, created_at_ms ${integer} NOT NULL,
      updated_at_ms ${integer} NOT NULL)${tableEnd}`,
    `CREATE TABLE webhook_deliveries (
      id TEXT PRIMARY KEY, webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE, event TEXT NOT NULL,
      payload TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('WAITING', 'DELIVERED', 'FAILED')),
      attempts ${integer} NOT NULL, due_at_ms ${integer}, created_at_ms ${integer} NOT NULL, last_result TEXT
      )${tableEnd}`,
    'CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at_ms) WHERE due_at_ms IS NOT NULL',
    `CREATE TABLE purchases (
      id TEXT PRIMARY KEY, company_id TEXT NOT NULL REFERENCES companies (id), issuer_document_number TEXT NOT NULL,
      issuer_legal_name TEXT NOT NULL, invoice_type ${integer} NOT NULL, number ${integer} NOT NULL,
      total ${integer} NOT NULL, received_at_ms ${integer} NOT NULL)${tableEnd}`,
    'CREATE INDEX purchases_company ON purchases (company_id, received_at_ms)',
  ]
}
