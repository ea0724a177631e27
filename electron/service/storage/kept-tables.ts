/**
 * The tables whose rows last, each after those it refers to, with its key, which orders its rows. A
 * new one is a row here: a copy of the database takes it along, no statement may read through it
 * (unless it is named as small there), and tests of old migrations take it away.
 */
import type { Tables } from './tables.ts'

/** Of the present minute; and what is drawn again. */
type Passing = 'rate_windows' | 'drawn_pdfs'

const KEYS: Readonly<Record<Exclude<keyof Tables, Passing>, string>> = {
  settings: 'key',
  clients: 'id',
  companies: 'id',
  api_keys: 'id',
  api_key_companies: 'key_id, company_id',
  certificates: 'id',
  folio_ranges: 'id',
  documents: 'id',
  credits: 'note_id',
  receipt_pages: 'token_hash',
  authority_counters: 'company_id, document_code, is_trial',
  webhooks: 'id',
  webhook_deliveries: 'id',
  purchases: 'id',
  fleet_tills: 'id',
  fleet_codes: 'code_hash',
  fleet_counters: 'company_id',
  fleet_marks: 'company_id, version',
  fleet_records: 'company_id, kind, id',
  fleet_words: 'company_id, kind, space, word',
  fleet_aliases: 'company_id, kind, id',
  fleet_edits: 'company_id, edit_id',
  fleet_overruled: 'company_id, till_number, version, kind, record_id, field',
  fleet_moves: 'company_id, move_id',
  fleet_stock: 'company_id, place, product',
  fleet_counted: 'company_id, place, installation_id',
  fleet_parked: 'company_id, parked_id',
  fleet_parked_void: 'company_id, claim_key',
  fleet_hubs: 'company_id, term',
  fleet_hub_tills: 'company_id, term, till_id',
  fleet_worths: 'company_id, kind, worth_id',
  fleet_worth_names: 'company_id, kind, name, worth_id',
  fleet_worth_claims: 'company_id, key',
  fleet_till_days: 'company_id, till_number, what',
  fleet_price_changes: 'company_id, till_number, record_id, kind, version',
  fleet_facts: 'company_id, kind, fact_id',
  fleet_sold: 'company_id, day, hour, till_id, cashier',
  fleet_sold_goods: 'company_id, day, till_id, product_id',
  fleet_paid: 'company_id, day, till_id, tender',
  fleet_till_health: 'company_id, till_id',
  office_people: 'id',
  office_sessions: 'id',
  office_log: 'company_id, at_ms, id',
  office_alarm_watch: 'company_id',
  office_alarm_choices: 'person_id',
  office_alarms: 'id',
  office_alarm_mails: 'id',
}

export const KEPT_TABLES = Object.entries(KEYS) as readonly (readonly [keyof typeof KEYS, string])[]
