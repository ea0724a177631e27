/**
 * The till of the first release with sales in it, and a later program's schema: what a migration is
 * killed, cut off and starved on, before there is a second release to take it from.
 */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { MIGRATIONS } from '#till/tables/migrations.ts'
import { openDatabase } from '#till/tables/open-database.ts'

const LATER = 24

/** The first release's, and as many as a few years bring: new tables filled from old ones. */
export const LATER_MIGRATIONS: readonly string[] = [
  ...MIGRATIONS,
  ...Array.from(
    { length: LATER },
    (_, n) => `
ALTER TABLE sale ADD COLUMN later_${n} TEXT NOT NULL DEFAULT '';
CREATE TABLE later_${n} (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  words TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO later_${n} SELECT id, hex(randomblob(900)) FROM sale;
CREATE INDEX later_words_${n} ON later_${n} (words);
`,
  ),
]

export const SALES_OF_OLDER: readonly string[] = Array.from({ length: 12 }, (_, n) => `S${n + 1}`)

/** Lays the database at `file`, closed. */
export function layOlderTill(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const db = openDatabase(file)
  const sale = db.prepare<[string, string]>(`INSERT INTO sale
    (id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name,
     recipient_rut, recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline)
    VALUES (?, ?, '39', '2026-11-20', 1, 'Caja 1', 'Ana', '66666666-6', 'Sin RUT', 100, 0, 19, 119, 1)`)
  const receipt = db.prepare<[string, number, string, Buffer, string]>(`INSERT INTO receipt
    (sale_id, seq, external_reference, document_type, body, body_sha256, issue_state)
    VALUES (?, ?, ?, '39', ?, ?, 'queued')`)
  for (const [n, id] of SALES_OF_OLDER.entries()) {
    const reference = `P1-${id}`
    const body = Buffer.from(JSON.stringify({ external_reference: reference }))
    sale.run(id, reference)
    receipt.run(id, n + 1, reference, body, createHash('sha256').update(body).digest('hex'))
  }
  db.close()
}
