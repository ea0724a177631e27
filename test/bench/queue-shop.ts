/**
 * A till with a past: as many receipts as wanted, written by SQL, so that a year of selling takes a
 * minute.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { systemClock, systemRandomness } from '#till/adapters/system.ts'
import type { HttpPort, PrinterPort } from '#till/kernel/ports.ts'
import { createTill, type Till } from '#till/till.ts'
import { fakePrinter, setUpShop, PRINTER } from '../support/till-fixture.ts'
import type { TillOptions } from '#till/options.ts'

/** Where the rows of a sale lie, each with the column that names it. */
export const SALE_TABLES = [
  ['sale', 'id'],
  ['sale_line', 'sale_id'],
  ['sale_payment', 'sale_id'],
  ['receipt', 'sale_id'],
  ['print_job', 'sale_id'],
  ['journal', 'sale_id'],
] as const

const SHOP = {
  rut: '76192083-9',
  legalName: 'Almacén SpA',
  tradeName: 'Almacén',
  address: 'Calle 1',
  commune: 'Ñuñoa',
}
const PRODUCTS = [
  ['7801040000037', 'Café molido 250 g', 3990],
  ['101', 'Pan amasado', 1890],
  ['102', 'Marraqueta', 1690],
  ['201', 'Leche entera 1 L', 1190],
  ['202', 'Mantequilla 250 g', 2890],
  ['203', 'Queso gauda laminado', 3490],
  ['301', 'Arroz grado 1', 1790],
  ['302', 'Aceite 900 ml', 2590],
] as const

const CATALOGUE = {
  categories: [{ id: 'a', name: 'Abarrotes', hue: 10 }],
  products: PRODUCTS.map(([code, name, unitGrossClp]) => ({
    code,
    name,
    unitGrossClp,
    categoryId: 'a',
    isFavourite: true,
  })),
}

/** A wire nobody answers on: sales are made and nothing else happens. */
export const SILENCE: HttpPort = { exchange: () => new Promise(() => {}) }
/**
 * A printer that never finishes its first paper: printing is measured elsewhere. It lets go when
 * the till is closed.
 */
const STUCK_PRINTER: PrinterPort = {
  ...fakePrinter(),
  print: (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () =>
        resolve({ kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA', detail: '' }),
      )
    }),
}

export function openBenchTill(dataDir: string, changes: Partial<TillOptions> = {}): Promise<Till> {
  setUpShop(dataDir, {
    shop: SHOP,
    url: changes.serviceUrlFromHost ?? 'http://127.0.0.1:1',
    key: 'key-for-bench',
    catalogue: CATALOGUE,
  })
  return createTill({
    dataDir,
    clock: systemClock,
    randomness: systemRandomness,
    printing: STUCK_PRINTER,
    printers: [PRINTER],
    drawSlip: async () => new Uint8Array(),
    drawReport: async () => new Uint8Array(),
    drawLabels: async () => new Uint8Array(),
    serviceKey: { load: async () => null, save: async () => {} },
    apiKeyFromHost: 'key-for-bench',
    serviceUrlFromHost: 'http://127.0.0.1:1',
    embedded: null,
    demoShop: SHOP,
    rendererDir: join(dataDir, 'no-screens'),
    version: 'bench',
    log: () => {},
    http: SILENCE,
    demoCatalogue: CATALOGUE,
    ...changes,
  })
}

/**
 * Adds issued and printed receipts of three lines each to a till that is closed, up to `receipts`
 * in all.
 */
export function addPast(dataDir: string, receipts: number, now: EpochMs): void {
  const file = tillFolder(dataDir).database
  const before = countSales(file)
  if (before >= receipts) return
  const db = openDatabase(file)
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  // Straight into the file, from a large cache: a log of a million receipts would be written twice.
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = MEMORY')
  db.pragma(`cache_size = -${FILL_CACHE_KB}`)
  db.function('sha256', (body) =>
    createHash('sha256')
      .update(body as Buffer)
      .digest('hex'),
  )
  const fill = fillStatements(now).map((sql) => db.prepare(sql))
  const write = db.transaction((piece: { from: number; to: number }) => {
    for (const statement of fill) statement.run(piece)
  })
  const pieces = Math.ceil((receipts - before) / PIECE)
  for (let piece = 0; piece < pieces; piece += 1) {
    const from = before + piece * PIECE + 1
    const to = Math.min(receipts, from + PIECE - 1)
    write.immediate({ from, to })
  }
  db.pragma('journal_mode = WAL')
  db.close()
}

function countSales(file: string): number {
  const db = new Database(file, { readonly: true })
  const count = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM sale').pluck().get() ?? 0
  db.close()
  return count
}
const PIECE = 10_000
const FILL_CACHE_KB = 400_000

/** Texts and amounts differ from receipt to receipt, so that no index is spared. */
function fillStatements(now: number): readonly string[] {
  const numbers =
    'WITH RECURSIVE n (i) AS (VALUES (@from) UNION ALL SELECT i + 1 FROM n WHERE i < @to)'
  const product = (
    offset: number,
    column: number,
  ) => `(CASE (i * 7 + ${offset}) % ${PRODUCTS.length}
    ${PRODUCTS.map((row, index) => `WHEN ${index} THEN ${typeof row[column] === 'number' ? row[column] : `'${row[column]}'`}`).join(' ')} END)`
  const line = (
    number: number,
  ) => `INSERT INTO sale_line (sale_id, line_number, product_id, code, name, unit, quantity_milli, unit_gross_clp,
    discount_clp, gross_clp, is_exempt) ${numbers} SELECT printf('S%025d', i), ${number}, NULL, ${product(number, 0)}, ${product(number, 1)}, NULL, 1000,
    ${product(number, 2)}, 0, ${product(number, 2)}, 0 FROM n`
  const body = `CAST(printf('{"external_reference":"P1-%026d","issuer":{"document_number":"${SHOP.rut}"},"filler":"%s"}', i, '${'x'.repeat(1_200)}') AS BLOB)`
  return [
    `INSERT INTO sale (seq, id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name, recipient_rut, recipient_name,
      neto_clp, exento_clp, iva_clp, total_clp, sold_offline) ${numbers} SELECT i, printf('S%025d', i), printf('P1-%026d', i), '39',
      date(${Math.floor(now / 1000)} - (1000000 - i) % 31000000, 'unixepoch'), ${now} - (1000000 - i) * 31, '1', 'Ana', '66666666-6', 'Sin RUT',
      1000 + i % 90000, 0, 190, 1190 + i % 90000, 0 FROM n`,
    line(1),
    line(2),
    line(3),
    `INSERT INTO sale_payment (sale_id, position, method, total_clp, rounding_clp, to_collect_clp, tendered_clp, change_clp, name, sii_code)
      ${numbers} SELECT printf('S%025d', i), 1, 'EF', 1190, 0, 1190, 1190, 0, 'Efectivo', 'EF' FROM n`,
    `INSERT INTO receipt (sale_id, seq, external_reference, document_type, body, body_sha256, issue_state, service_id, remote_id, folio,
      authority_status, tries, first_sent_at_ms) ${numbers} SELECT printf('S%025d', i), i, printf('P1-%026d', i), '39', ${body}, sha256(${body}), 'numbered',
      'past', printf('%036d', i), i, 'APR', 1, ${now} FROM n`,
    `INSERT INTO attempt (sale_id, at_ms, duration_ms, request, outcome, http_status, answer) ${numbers} SELECT printf('S%025d', i), ${now}, 5,
      'POST /api/invoices', 'accepted', 201, '${'y'.repeat(600)}' FROM n`,
    `INSERT INTO print_job (id, sale_id, kind, printer_id, width_mm, opens_drawer, state, created_at_ms) ${numbers}
      SELECT printf('J%025d', i), printf('S%025d', i), 'receipt', 'virtual-80', 80, 0, 'sent', ${now} FROM n`,
    `INSERT INTO receipt_pdf (sale_id, width_mm, file_name, sha256, size_bytes) ${numbers} SELECT printf('S%025d', i), 80, 'x.pdf', '', 1 FROM n`,
    `INSERT INTO known_folio (service_id, document_type, folio, remote_id, external_reference) ${numbers} SELECT 'past', '39', i, printf('%036d', i),
      printf('P1-%026d', i) FROM n`,
    `INSERT INTO journal (at_ms, kind, sale_id, data_json) ${numbers} SELECT ${now}, 'sale', printf('S%025d', i), '{}' FROM n`,
  ]
}

/** The same till once more, in a folder of its own. */
export function copyTill(fromDir: string, toDir: string): string {
  mkdirSync(tillFolder(toDir).folder, { recursive: true })
  copyFileSync(tillFolder(fromDir).database, tillFolder(toDir).database)
  return toDir
}
