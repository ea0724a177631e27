import { sql, type Kysely } from 'kysely'
import { POSTGRES_ENGINE, type Engine } from '../engine.ts'

/** What is looked for in a body, beside it, of the documents that are there. */
const IN_SQLITE = `UPDATE documents SET
  issued_on = json_extract(body, '$.invoice_date'),
  recipient_number = nullif(json_extract(body, '$.recipient.document_number'), '66666666-6'),
  total_cents = CAST(round(json_extract(body, '$.totals.total') * 100) AS INTEGER),
  till = (SELECT json_extract(value, '$.value') FROM json_each(body, '$.additional_header_info')
    WHERE json_extract(value, '$.key') = 'Caja' LIMIT 1)`
const IN_POSTGRES = `UPDATE documents SET
  issued_on = body::jsonb ->> 'invoice_date',
  recipient_number = nullif(body::jsonb #>> '{recipient,document_number}', '66666666-6'),
  total_cents = round((body::jsonb #>> '{totals,total}')::numeric * 100),
  till = jsonb_path_query_first(body::jsonb,
    '$.additional_header_info[*] ? (@.key == "Caja").value') #>> '{}'`

/**
 * What documents are looked for by, each with its index: a company's, the last ones first. Of what
 * most receipts do not have, or are, there is no entry. Each says of what, if it is of all: the
 * statement that issues is planned while the tables are empty, and would look for its references
 * in one of them.
 */
export async function findDocuments(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const order = 'issued_on, created_at_ms, id'
  for (const statement of [
    ...[
      'issued_on TEXT',
      'recipient_number TEXT',
      `total_cents ${engine.integer}`,
      'till TEXT',
    ].map((column) => `ALTER TABLE documents ADD COLUMN ${column}`),
    engine === POSTGRES_ENGINE ? IN_POSTGRES : IN_SQLITE,
    `CREATE INDEX documents_day ON documents (company_id, ${order}) WHERE created_at_ms >= 0`,
    `CREATE INDEX documents_type ON documents (company_id, document_code, ${order})
      WHERE created_at_ms >= 0`,
    `CREATE INDEX documents_total ON documents (company_id, total_cents, ${order})
      WHERE total_cents IS NOT NULL`,
    `CREATE INDEX documents_recipient ON documents (company_id, recipient_number, ${order})
      WHERE recipient_number IS NOT NULL`,
    `CREATE INDEX documents_till ON documents (company_id, till, ${order}) WHERE till IS NOT NULL`,
    `CREATE INDEX documents_state ON documents (company_id, status, ${order})
      WHERE status <> 'APR'`,
  ])
    await sql.raw(statement).execute(db)
}
