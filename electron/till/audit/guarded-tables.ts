/**
 * What may change and still decides about money: who may do what, what things cost, the limits, and
 * the cash of a shift that is open. Each row is a subject of its own; its digest is sealed with
 * every change (audit/states.ts), so that `check` knows a row the till did not leave like this.
 */
import type { GuardedKind } from '#shared/staff/views.ts'

export interface GuardedTable {
  readonly kind: GuardedKind
  readonly table: string
  readonly key: readonly string[]
  /** Beside its key. What moves by itself, as stock and the counts of sales, is not in it. */
  readonly columns: readonly string[]
  /** Rows for which it holds are guarded, the others are as if they were not there. */
  readonly only?: (row: string) => string
  /** Its key names a person: the seal keeps no word of it, so that an erased one is in no byte. */
  readonly isPersonal?: true
}

/** Rows of the settings a thief gains by; in the others stands what the till keeps for itself. */
const GUARDED_SETTINGS = "('till', 'scaleLayouts', 'purpose', 'begins', 'mail')"

export const GUARDED_TABLES = [
  {
    kind: 'person',
    table: 'staff',
    key: ['id'],
    columns: [
      'name',
      'role',
      'pin_hash',
      'pin_salt',
      'pin_cost',
      'pin_pepper',
      'is_active',
      'is_demo',
      'created_at_ms',
      'has_own_roles_only',
    ],
  },
  { kind: 'personRole', table: 'staff_own_role', key: ['staff_id', 'role_id'], columns: [] },
  { kind: 'personBar', table: 'staff_bar', key: ['staff_id'], columns: ['by_name'] },
  { kind: 'rights', table: 'role_rights', key: ['role'], columns: ['rights_json'] },
  {
    kind: 'role',
    table: 'own_role',
    key: ['id'],
    columns: ['name', 'rights_json', 'is_archived', 'created_at_ms'],
  },
  {
    kind: 'ownerCode',
    table: 'owner_code',
    key: ['id'],
    columns: ['hash', 'salt', 'cost', 'made_at_ms'],
  },
  {
    kind: 'approval',
    table: 'approval',
    key: ['id'],
    columns: [
      'sale_id',
      'need_json',
      'cashier_name',
      'approver_id',
      'approver_name',
      'made_at_ms',
      'expires_at_ms',
    ],
    // A used one opens nothing any more.
    only: (row) => `${row}used_at_ms IS NULL`,
  },
  {
    kind: 'settings',
    table: 'setting',
    key: ['key'],
    columns: ['value_json'],
    only: (row) => `${row}key IN ${GUARDED_SETTINGS}`,
  },
  {
    kind: 'product',
    table: 'product',
    key: ['id'],
    columns: [
      'code',
      'name',
      'unit_gross_clp',
      'is_exempt',
      'unit',
      'category_id',
      'archived_at_ms',
      'cost_net_clp',
      'asks_price',
      'planned_from',
      'planned_place',
      'own_gross_clp',
    ],
  },
  { kind: 'barcode', table: 'product_barcode', key: ['code'], columns: ['product_id'] },
  {
    kind: 'plannedPrice',
    table: 'planned_price',
    key: ['product_id', 'from_date', 'place'],
    columns: ['unit_gross_clp'],
  },
  {
    kind: 'promotion',
    table: 'promotion',
    key: ['id'],
    columns: ['name', 'rule_json', 'is_on', 'is_archived', 'changed_at_ms'],
  },
  {
    kind: 'priceList',
    table: 'price_list',
    key: ['id'],
    columns: ['name', 'is_archived', 'changed_at_ms'],
  },
  {
    kind: 'listPrice',
    table: 'price_list_price',
    key: ['price_list_id', 'product_id'],
    columns: ['unit_gross_clp'],
  },
  {
    kind: 'listPercent',
    table: 'price_list_percent',
    key: ['price_list_id', 'category_id'],
    columns: ['percent'],
  },
  {
    kind: 'customerList',
    table: 'customer',
    key: ['rut'],
    columns: ['price_list_id'],
    only: (row) => `${row}price_list_id IS NOT NULL`,
    isPersonal: true,
  },
  {
    kind: 'shift',
    table: 'shift',
    key: ['id'],
    columns: ['number', 'opened_at_ms', 'opened_by', 'register_name', 'float_clp'],
  },
  {
    kind: 'movement',
    table: 'cash_movement',
    key: ['id'],
    columns: ['shift_id', 'kind', 'amount_clp', 'reason', 'at_ms', 'made_by', 'approved_by'],
  },
  {
    kind: 'count',
    table: 'shift_count',
    key: ['id'],
    columns: ['shift_id', 'at_ms', 'counted_by', 'count_json'],
  },
  {
    kind: 'report',
    table: 'shift_report',
    key: ['id'],
    columns: ['shift_id', 'kind', 'made_at_ms', 'report_json'],
  },
  {
    kind: 'cardAttempt',
    table: 'card_attempt',
    key: ['id'],
    columns: [
      'ticket',
      'sale_id',
      'terminal',
      'amount_clp',
      'method',
      'state',
      'asked_at_ms',
      'changed_at_ms',
      'unknown_since_ms',
      'code',
      'facts_json',
      'said_by',
      'checked_by',
    ],
  },
  {
    kind: 'cardRefund',
    table: 'card_refund',
    key: ['id'],
    columns: [
      'return_id',
      'attempt_id',
      'amount_clp',
      'state',
      'asked_at_ms',
      'changed_at_ms',
      'code',
      'service_id',
      'sent_at_ms',
      'body',
      'before_json',
      'checked_by',
      'way',
      'checked_shift',
      'seen_shift',
      'seen_by',
    ],
  },
  {
    kind: 'cardTotals',
    table: 'card_totals',
    key: ['seq'],
    columns: [
      'shift_id',
      'terminal',
      'asked_at_ms',
      'answer',
      'last_attempt',
      'last_sale',
      'terminal_count',
      'terminal_clp',
      'batch_json',
      'closing',
    ],
  },
  { kind: 'voidedVale', table: 'vale_void', key: ['number'], columns: ['at_ms', 'reason'] },
] as const satisfies readonly GuardedTable[]

/** Whatever its name: what SQLite makes for itself is an index without a text, or one of these. */
export const IS_MADE = `sql IS NOT NULL
  AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))`

/** The tables themselves: a trigger put in from outside changes rows by the till's own hand. */
const SCHEMA_ROWS = `SELECT json_group_array(json_array(type, name, tbl_name, sql)) FROM
  (SELECT * FROM sqlite_schema WHERE ${IS_MADE} ORDER BY type, name)`

/** A row as text: of two that differ it is never the same, for the type of a column is fixed. */
export function textOf({ columns, only }: GuardedTable, row = ''): string {
  const text = columns.map((column) => `iif(${row}${column} IS NULL, '-', hex(${row}${column}))`)
  const all = text.length === 0 ? "''" : text.join(` || ',' || `)
  return only === undefined ? all : `iif(${only(row)}, ${all}, NULL)`
}

/** What names a row: its key, or a list of the parts of it. */
export function refOf({ key }: GuardedTable, row = ''): string {
  const parts = key.map((column) => `${row}${column}`)
  return key.length === 1
    ? `coalesce(CAST(${parts.join()} AS TEXT), '')`
    : `json_array(${parts.join(', ')})`
}

/** The subject that stands for all tables, triggers, views and indexes of one schema. */
export const SCHEMA_SUBJECT = {
  kind: 'schema',
  ref: 'CAST((SELECT user_version FROM pragma_user_version) AS TEXT)',
  text: SCHEMA_ROWS,
} as const
