import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * What each till did in a day, and the prices it changed. Whoever may have been told of a hub that
 * was forgotten is waited for.
 */
export async function tillDays(db: Kysely<unknown>, { integer, tableEnd }: Engine): Promise<void> {
  for (const statement of [
    `CREATE TABLE fleet_till_days (company_id TEXT NOT NULL, till_number ${integer} NOT NULL,
      what TEXT NOT NULL, day ${integer} NOT NULL, count ${integer} NOT NULL,
      PRIMARY KEY (company_id, till_number, what))${tableEnd}`,
    `CREATE TABLE fleet_price_changes (company_id TEXT NOT NULL, till_number ${integer} NOT NULL,
      record_id TEXT NOT NULL, kind TEXT NOT NULL, version ${integer} NOT NULL,
      at_ms ${integer} NOT NULL, was_clp ${integer},
      PRIMARY KEY (company_id, till_number, record_id, kind, version))${tableEnd}`,
    'CREATE INDEX fleet_price_changes_end ON fleet_price_changes (at_ms)',
    `CREATE INDEX fleet_worth_claims_by ON fleet_worth_claims (company_id, till_number, at_ms)`,
    `CREATE INDEX fleet_worth_claims_stale ON fleet_worth_claims (at_ms) WHERE state = 'granted'`,
    `ALTER TABLE fleet_tills ADD COLUMN heard_since_ms ${integer}`,
    `INSERT INTO fleet_hub_tills (company_id, term, till_id, told_visit, left_at_ms, granted_json,
        is_whole, kept_json, owes, is_named)
      SELECT h.company_id, h.term, t.id, 0, NULL, '[]', 1, '', 1, 1
      FROM fleet_hubs h JOIN fleet_tills t ON t.company_id = h.company_id
      WHERE h.salt = '' AND t.retired_at_ms IS NULL AND NOT EXISTS (SELECT 1 FROM fleet_hub_tills b
        WHERE b.company_id = h.company_id AND b.term = h.term AND b.till_id = t.id)`,
  ])
    await sql.raw(statement).execute(db)
}
