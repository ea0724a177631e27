/**
 * A year of a busy shop, put straight into the file of a closed till: some thousand products, four
 * cashiers, cash and cards, returns, deletions, refusals and what is still to be issued.
 */
import { createHash } from 'node:crypto'
import { openDatabase } from '#till/tables/open-database.ts'

export const DAYS = 365
const [SOLD_PRODUCTS, CASHIERS] = [3_000, 4] as const
/** One sale in so many: returned, exempt, deleted, waiting, refused. */
const [RETURNS, EXEMPT, DELETED, WAITING, REFUSED] = [60, 9, 900, 4_000, 5_000] as const
const BODY_BYTES = 1_200
const BODY_SHA256 = createHash('sha256').update(new Uint8Array(BODY_BYTES)).digest('hex')
const DAY_MS = 86_400_000
const HOURS_OPEN = 12

/** From nine in the morning, day after day, the last one today. */
export function addShopPast(file: string, receipts: number, nowMs: number): void {
  const db = openDatabase(file)
  db.pragma('foreign_keys = OFF')
  db.pragma('synchronous = OFF')
  const perDay = Math.ceil(receipts / DAYS)
  const firstMs = Math.floor(nowMs / DAY_MS - DAYS + 1) * DAY_MS + 12 * 3_600_000
  const at = `(${firstMs} + (i / ${perDay}) * ${DAY_MS}
    + (i % ${perDay}) * ${Math.floor((HOURS_OPEN * 3_600_000) / perDay)})`
  const numbers = `WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n
    WHERE i + 1 < ${receipts})`
  const isBack = `(i % ${RETURNS} = 7)`
  const type = `CASE WHEN ${isBack} THEN '61' WHEN i % ${EXEMPT} = 3 THEN '41' ELSE '39' END`
  const id = (of = 'i') => `printf('S%025d', ${of})`
  const unit = (line: number) => `(290 + (i * 37 + ${line} * 911) % 9700)`
  const total = `(${unit(1)} + ${unit(2)} + ${unit(3)})`
  const line = (number: number) => `INSERT INTO sale_line (sale_id, line_number, product_id, code,
    name, quantity_milli, unit_gross_clp, discount_clp, gross_clp, is_exempt, cost_net_clp)
    ${numbers} SELECT ${id()}, ${number}, 'bench-' || ((i * 7919 + ${number} * 101) % ${SOLD_PRODUCTS}),
      printf('780%09d', (i * 7919 + ${number} * 101) % ${SOLD_PRODUCTS}), 'Producto', 1000,
      ${unit(number)}, 0, ${unit(number)}, i % ${EXEMPT} = 3, ${unit(number)} / 2 FROM n`
  const isOpen = `(i % ${WAITING} = 11)`
  db.transaction(() => {
    for (const sql of [
      `INSERT INTO sale (id, external_reference, document_type, date, sold_at_ms, register_name,
        cashier_name, recipient_rut, recipient_name, neto_clp, exento_clp, iva_clp, total_clp,
        sold_offline, reason) ${numbers} SELECT ${id()}, ${id()}, ${type},
        date((${at}) / 1000, 'unixepoch', '-3 hours'), ${at}, '1', 'Persona ' || (i % ${CASHIERS}),
        '66666666-6', '', ${total}, 0, 0, ${total}, 0, iif(${isBack}, 'devuelto', NULL) FROM n`,
      ...[1, 2, 3].map(line),
      `INSERT INTO sale_payment (sale_id, position, method, total_clp, rounding_clp,
        to_collect_clp, tendered_clp, change_clp, name) ${numbers} SELECT ${id()}, 1,
        iif(i % 3 = 0, 'TC', 'EF'), ${total}, 0, ${total}, ${total}, 0,
        iif(i % 3 = 0, 'Tarjeta', 'Efectivo') FROM n`,
      `INSERT INTO receipt (sale_id, seq, external_reference, document_type, body, body_sha256,
        issue_state, service_id, remote_id, folio, authority_status) ${numbers}
        SELECT ${id()}, i + 1, ${id()}, ${type}, zeroblob(${BODY_BYTES}), '${BODY_SHA256}',
        iif(${isOpen}, 'attention', 'numbered'), 'past', iif(${isOpen}, NULL, ${id()}),
        iif(${isOpen}, NULL, row_number() OVER (PARTITION BY ${type} ORDER BY i)), iif(i % ${REFUSED} = 13, 'RCH', 'APR') FROM n`,
      `INSERT INTO receipt_deletion (sale_id, state, reason, asked_by, asked_at_ms,
        settled_at_ms, settled_on) ${numbers} SELECT ${id()}, 'done', 'error', 'Ana', ${at} + 60000,
        ${at} + 60000, date((${at}) / 1000, 'unixepoch', '-3 hours') FROM n
        WHERE i % ${DELETED} = 17`,
    ])
      db.exec(sql)
  })()
  db.close()
}
