/** A year of a chain: its documents, the sums of what its tills told, and its catalogue. */
import type pg from 'pg'
import { addDays } from '#shared/time/calendar.ts'
import type { IsoDate } from '#shared/core/brand.ts'

const TILLS = 10
const DAYS = 366
const HOURS = 10
/** Sold at a till in a day, of as many as the shop has. */
const GOODS_A_DAY = 20
const PRODUCTS = 20_000
const PLANS = 10_000
/** With sums as large: 500 tills of 50 shops, as `fleet-scale` has them. */
const OTHER_SHOPS = 49
/** Of them with a catalogue as large. */
const OTHER_CATALOGUES = 4
const OTHER_TILLS = 3_000
const LOG_ROWS = 200_000
const LAST_DAY = '2026-11-19' as IsoDate
const DAY_MS = 86_400_000
const GROWS = [
  ...['documents', 'fleet_sold', 'fleet_sold_goods', 'fleet_paid'],
  ...['fleet_records', 'fleet_words', 'office_log', 'fleet_tills', 'folio_ranges'],
]
/** Whose keys are made after their rows too. */
const LARGE = ['fleet_sold', 'fleet_sold_goods', 'fleet_paid']

export const HISTORY = {
  firstDay: addDays(LAST_DAY, 1 - DAYS),
  lastDay: LAST_DAY,
  someDay: addDays(LAST_DAY, -100),
  someTill: 'Caja%207',
  grows: (table: string) => GROWS.includes(table),
}

/** Its rows go in without the indexes, which are made once over all of them. */
export async function fillHistory(
  client: pg.Client,
  companyId: string,
  documents: number,
  nowMs: number,
): Promise<void> {
  await client.query(`SET maintenance_work_mem = '512MB'; SET synchronous_commit = off`)
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
      WHERE t.relname = ANY($1)
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
    [GROWS],
  )
  const { rows: keys } = await client.query<{ table: string; name: string; made: string }>(
    `SELECT conrelid::regclass AS "table", conname AS name, pg_get_constraintdef(oid) AS made
      FROM pg_constraint WHERE contype = 'p' AND conrelid::regclass::text = ANY($1)`,
    [LARGE],
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const statement of rowsOf(`'${companyId}'`, documents, nowMs)) await client.query(statement)
  for (const { table, name, made } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${made}`)
  for (const { made } of indexes) await client.query(made)
  await client.query('VACUUM ANALYZE')
}

function rowsOf(company: string, documents: number, nowMs: number): readonly string[] {
  const day = (of: string) => `to_char(date '${HISTORY.firstDay}' + (${of})::int, 'YYYY-MM-DD')`
  const at = (of: string) => `${nowMs - DAYS * DAY_MS} + (${of})::bigint * ${DAY_MS}`
  // So many a day, of all tills in turn.
  const ofDay = `n.i / ${Math.ceil(documents / DAYS)}`
  const shop = `CASE s.i WHEN 0 THEN ${company} ELSE 'other' || s.i END`
  const shops = `generate_series(0, ${OTHER_SHOPS}) s(i)`
  const catalogues = `generate_series(0, ${OTHER_CATALOGUES}) s(i)`
  const tillDays = `generate_series(0, ${DAYS - 1}) d(i), generate_series(1, ${TILLS}) t(i), ${shops}`
  return [
    `INSERT INTO companies SELECT (json_populate_record(m,
      json_build_object('id', 'other' || n.i, 'document_number', 'n' || n.i))).*
      FROM companies m, generate_series(0, ${OTHER_TILLS / TILLS + 1}) n(i) WHERE m.id = ${company}`,
    `INSERT INTO fleet_tills SELECT 't' || n.i, ${company}, n.i, 'Caja ' || n.i,
      'Local ' || n.i / 4, 'i' || n.i, '', ${nowMs}, ${nowMs}, NULL, '', '', '', 0, '', '', 0
      FROM generate_series(1, ${TILLS}) n(i)`,
    `INSERT INTO fleet_tills SELECT 'o' || n.i, 'other' || n.i / ${TILLS}, n.i, '', '', 'o' || n.i,
      '', ${nowMs}, ${nowMs}, NULL, '', '', '', 0, '', '', 0 FROM generate_series(1, ${OTHER_TILLS}) n(i)`,
    `INSERT INTO documents (id, company_id, document_code, invoice_type, number,
      external_reference, status, body, created_at_ms, issued_on, recipient_number, total_cents,
      till, is_trial)
      SELECT 'd' || lpad(n.i::text, 9, '0'), ${company}, CASE n.i % 50 WHEN 0 THEN 33 WHEN 1 THEN 61
        ELSE 39 END, '39', n.i, 'e' || n.i, CASE n.i % 1000 WHEN 0 THEN 'RCH' ELSE 'APR' END,
      '{"observations":"' || repeat('x', 200) || '"}', ${at(ofDay)} + n.i % ${DAY_MS},
      ${day(ofDay)}, CASE n.i % 50 WHEN 0 THEN (n.i % 9999) || '-1' END, 1990 * 100 + n.i % 500 * 100,
      'Caja ' || n.i % ${TILLS} + 1, 1 FROM generate_series(1, ${documents}) n(i)`,
    `INSERT INTO fleet_sold SELECT ${shop}, ${day('d.i')}, 't' || t.i, 10 + h.i, 'Camila', 20,
      90000, 1, 1990, 75000, 40000, 3000
      FROM ${tillDays}, generate_series(0, ${HOURS - 1}) h(i)`,
    `INSERT INTO fleet_sold_goods SELECT ${shop}, ${day('d.i')}, 't' || t.i,
      'p' || (d.i * 31 + t.i * 7 + g.i * 331) % ${PRODUCTS}, 'Producto', 3000, 5970, 5000, 3000, 0
      FROM ${tillDays}, generate_series(1, ${GOODS_A_DAY}) g(i)`,
    `INSERT INTO fleet_paid SELECT ${shop}, ${day('d.i')}, 't' || t.i, p.code, p.code, 70, 300000
      FROM ${tillDays}, (VALUES ('EF'), ('TC'), ('TD')) p(code)`,
    `INSERT INTO fleet_records SELECT ${shop}, 'product', 'p' || n.i, n.i, 0,
      '{"name":"Producto ' || n.i || '","code":"' || n.i || '","price_clp":1990}', '{}'
      FROM generate_series(0, ${PRODUCTS - 1}) n(i), ${catalogues}`,
    `INSERT INTO fleet_records SELECT ${shop}, 'planned_price',
      'p' || n.i || '/' || '2026-12-01/', ${PRODUCTS} + n.i, 0, '{"price_clp":1890}', '{}'
      FROM generate_series(0, ${PLANS - 1}) n(i), ${catalogues}`,
    `INSERT INTO office_log SELECT ${company}, ${nowMs} - n.i::bigint * 60000, 'l' || n.i, 'Ana',
      'left', '' FROM generate_series(1, ${LOG_ROWS}) n(i)`,
  ]
}
