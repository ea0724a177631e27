import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * The tills of a shop and what they share. A shop is a company: each key begins with it, so that
 * nothing of one is ever found by another.
 */
export async function fleet(db: Kysely<unknown>, { integer, tableEnd }: Engine): Promise<void> {
  const company = 'company_id TEXT NOT NULL'
  const ofCompany = `${company} REFERENCES companies (id)`
  for (const statement of [
    `CREATE TABLE fleet_tills (id TEXT PRIMARY KEY, ${ofCompany}, number ${integer} NOT NULL,
      name TEXT NOT NULL, branch TEXT, installation_id TEXT NOT NULL, secret_hash TEXT NOT NULL,
      paired_at_ms ${integer} NOT NULL, seen_at_ms ${integer}, retired_at_ms ${integer},
      UNIQUE (company_id, number))${tableEnd}`,
    `CREATE UNIQUE INDEX fleet_tills_installation ON fleet_tills (company_id, installation_id)
      WHERE retired_at_ms IS NULL`,
    `CREATE TABLE fleet_codes (code_hash TEXT PRIMARY KEY, ${ofCompany},
      till_id TEXT REFERENCES fleet_tills (id), expires_at_ms ${integer} NOT NULL)${tableEnd}`,
    'CREATE INDEX fleet_codes_of ON fleet_codes (company_id, expires_at_ms)',
    'CREATE INDEX fleet_codes_end ON fleet_codes (expires_at_ms)',
    `CREATE TABLE fleet_counters (company_id TEXT PRIMARY KEY REFERENCES companies (id),
      version ${integer} NOT NULL, epoch TEXT NOT NULL)${tableEnd}`,
    `CREATE TABLE fleet_records (${company}, kind TEXT NOT NULL, id TEXT NOT NULL,
      version ${integer} NOT NULL, is_deleted ${integer} NOT NULL, fields TEXT NOT NULL,
      stamps TEXT NOT NULL, PRIMARY KEY (company_id, kind, id))${tableEnd}`,
    'CREATE UNIQUE INDEX fleet_records_version ON fleet_records (company_id, version)',
    `CREATE TABLE fleet_words (${company}, kind TEXT NOT NULL, space TEXT NOT NULL,
      word TEXT NOT NULL, record_id TEXT NOT NULL,
      PRIMARY KEY (company_id, kind, space, word))${tableEnd}`,
    `CREATE TABLE fleet_aliases (${company}, kind TEXT NOT NULL, id TEXT NOT NULL,
      stands_for TEXT NOT NULL, PRIMARY KEY (company_id, kind, id))${tableEnd}`,
    `CREATE TABLE fleet_edits (${company}, edit_id TEXT NOT NULL, kind TEXT NOT NULL,
      record_id TEXT NOT NULL, answer TEXT NOT NULL, lost TEXT NOT NULL,
      answered_at_ms ${integer} NOT NULL, PRIMARY KEY (company_id, edit_id))${tableEnd}`,
    `CREATE INDEX fleet_edits_lost ON fleet_edits (company_id, kind, record_id)
      WHERE lost <> '[]'`,
    'CREATE INDEX fleet_edits_end ON fleet_edits (answered_at_ms)',
    `CREATE TABLE fleet_overruled (${company}, till_number ${integer} NOT NULL,
      version ${integer} NOT NULL, kind TEXT NOT NULL, record_id TEXT NOT NULL,
      field TEXT NOT NULL, lost TEXT NOT NULL, won TEXT NOT NULL, by_number ${integer} NOT NULL,
      at_ms ${integer} NOT NULL,
      PRIMARY KEY (company_id, till_number, version, kind, record_id, field))${tableEnd}`,
    'CREATE INDEX fleet_overruled_of ON fleet_overruled (company_id, kind, record_id)',
    'CREATE INDEX fleet_overruled_end ON fleet_overruled (at_ms)',
    `CREATE TABLE fleet_moves (${company}, move_id TEXT NOT NULL, till_number ${integer} NOT NULL,
      place TEXT NOT NULL, product TEXT NOT NULL, kind TEXT NOT NULL, milli ${integer} NOT NULL,
      is_counted ${integer} NOT NULL, made_at_ms ${integer} NOT NULL, version ${integer} NOT NULL,
      PRIMARY KEY (company_id, move_id))${tableEnd}`,
    `CREATE TABLE fleet_stock (${company}, place TEXT NOT NULL, product TEXT NOT NULL,
      milli ${integer} NOT NULL, version ${integer} NOT NULL,
      PRIMARY KEY (company_id, place, product))${tableEnd}`,
    'CREATE UNIQUE INDEX fleet_stock_version ON fleet_stock (company_id, place, version)',
    // Counted by the minute, from now on also of tills, and of visitors that try a code.
    'DROP TABLE rate_windows',
    `CREATE TABLE rate_windows (key_id TEXT PRIMARY KEY, started_at_ms ${integer} NOT NULL,
      count ${integer} NOT NULL)${tableEnd}`,
  ])
    await sql.raw(statement).execute(db)
}
