/**
 * Each table of the till, and each column of a guarded one, is under the seal or said not to be:
 * whoever adds one decides it.
 */
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { GUARDED_TABLES, type GuardedTable } from '#till/audit/guarded-tables.ts'
import { SEALED_COLUMNS } from '#till/audit/sealed-rows.ts'
import { MIGRATIONS } from '#till/tables/migrations.ts'

const GUARDED: readonly GuardedTable[] = GUARDED_TABLES
const WAY_OUT = 'decides about money or rights: electron/till/audit/guarded-tables.ts; else'

const db = new Database(':memory:')
db.exec(MIGRATIONS.join('\n'))
afterAll(() => db.close())

const TABLES = db
  .prepare<[], string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'",
  )
  .pluck()
  .all()
  .filter((name) => !/_search(_|$)/.test(name))

it('each table is under the seal, or said not to be', () => {
  const sealed = Object.values(SEALED_COLUMNS).flatMap((parts) => parts.map(({ table }) => table))
  const known = new Set<string>([...sealed, ...GUARDED.map(({ table }) => table), ...UNGUARDED])
  const unsaid = TABLES.filter((name) => !known.has(name))
  expect(unsaid, `${WAY_OUT} UNGUARDED below`).toEqual([])
  expect(UNGUARDED.filter((name) => !TABLES.includes(name))).toEqual([])
})

it('each column of a guarded table is under the seal, or said not to be', () => {
  const columns = GUARDED.flatMap(({ table, columns: own, key }) =>
    db
      .prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`)
      .pluck()
      .all()
      .filter((name) => ![...own, ...key].includes(name))
      .map((name) => `${table}.${name}`),
  )
  expect(columns.toSorted(), `${WAY_OUT} MOVES_BY_ITSELF below`).toEqual(MOVES_BY_ITSELF.toSorted())
})

/**
 * What is sent and printed, what is waiting, what is shown, and the seal itself. Whoever forgives
 * wrong PINs by hand gains tries: with the file and its pepper he has no need of them.
 */
const UNGUARDED = [
  'attempt',
  'category',
  'chain',
  'chain_epoch',
  'chain_head',
  'draft',
  'drawer_kick',
  'erased_person',
  'erasure_rest',
  ...[
    'fleet_alias',
    'steady_clock',
    'fleet_edit',
    'fleet_heard',
    'fleet_known',
    'fleet_membership',
  ],
  ...['fleet_person', 'staff_signed'],
  ...['fleet_left', 'fleet_left_move'],
  ...[
    'fleet_move',
    'fleet_noted',
    'fleet_opening',
    'fleet_overruled',
    'fleet_stock',
    'fleet_counted',
  ],
  ...['fleet_claim', 'fleet_parked', 'fleet_parked_seen'],
  ...['fleet_hub', 'fleet_hub_left', 'fleet_hub_parked', 'fleet_hub_void'],
  ...['fleet_hub_word', 'fleet_hub_move', 'fleet_hub_base', 'fleet_hub_seen'],
  ...['fleet_hub_worth', 'fleet_hub_worth_name', 'fleet_hub_worth_claim'],
  ...['fleet_worth', 'fleet_worth_claim', 'fleet_worth_taken', 'fleet_fact'],
  'folio_range',
  'journal',
  'known_folio',
  'mail_job',
  'parked_sale',
  'pdf_trouble',
  'pin_tries',
  'print_job',
  'printer_setup',
  'product_change',
  'product_picture',
  'product_price',
  'receipt',
  'receipt_deletion',
  'receipt_pdf',
  'sale_page',
  'sale_paperless',
  'service_pages',
  'stock_move',
  'vale_accepted',
  'vale_print',
]
/** Counts, stock, looks and places; of a customer all but the list they buy by. */
const MOVES_BY_ITSELF = [
  'approval.used_at_ms',
  ...['activity', 'address', 'archived_at_ms', 'commune', 'email', 'folded_name', 'kept_at_ms'].map(
    (column) => `customer.${column}`,
  ),
  ...['last_sold_at_ms', 'legal_name', 'mails_receipts', 'notes', 'phone'].map(
    (column) => `customer.${column}`,
  ),
  'owner_code.failed_count',
  'owner_code.locked_until_ms',
  'product.fixed_place',
  'product.has_stock',
  'product.is_favourite',
  'product.picture_id',
  'product.rowid',
  'product.sold_count',
  'product.stock_low_milli',
  'product.stock_milli',
  'product.tile_position',
  'product_barcode.position',
]
