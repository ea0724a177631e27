/**
 * What the seal covers, as bytes: the rows as they are stored, read back, never as somebody meant
 * to write them. Columns are named, so a later column of a table changes no seal of before.
 */
import type Database from 'better-sqlite3'

export const SEALED_KINDS = ['audit', 'sale', 'close', 'state'] as const
export type SealedKind = (typeof SEALED_KINDS)[number]

/** Goes up when a list below changes: the next opening then seals everything anew, and says so. */
export const SEAL_FORM = 6

const ID_OF = {
  audit: 'seq',
  sale: 'id',
  close: 'shift_id',
  state: 'seq',
} as const satisfies Record<SealedKind, string>
const TABLE_OF = {
  audit: 'audit',
  sale: 'sale',
  close: 'shift_close',
  state: 'sealed_change',
} as const satisfies Record<SealedKind, string>

/** Tables of each kind, its own first, with the column that names it and all that is sealed. */
export const SEALED_COLUMNS = {
  audit: [
    {
      table: 'audit',
      key: 'seq',
      columns: 'seq, at_ms, action, staff_id, staff_name, approver_name, sale_id, detail_json',
      order: 'seq',
    },
  ],
  sale: [
    {
      table: 'sale',
      key: 'id',
      columns:
        'seq, id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name, recipient_rut, recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline, documented_by, original_id, reason, shift_id, discount_json, change_of',
      order: 'seq',
    },
    {
      table: 'sale_line',
      key: 'sale_id',
      columns:
        'line_number, product_id, code, name, unit, quantity_milli, unit_gross_clp, discount_clp, gross_clp, is_exempt, note, list_gross_clp, original_line, discount_json, sale_discount_clp, cost_net_clp, voucher_clp',
      order: 'line_number',
    },
    {
      table: 'sale_payment',
      key: 'sale_id',
      columns:
        'position, method, total_clp, tip_clp, rounding_clp, to_collect_clp, tendered_clp, change_clp, name, sii_code, reference, credit_id, is_voucher',
      order: 'position',
    },
    {
      table: 'sale_line_promotion',
      key: 'sale_id',
      columns: 'line_number, promotion_id, name, discount_clp, unit_gross_clp',
      order: 'line_number, promotion_id',
    },
    {
      table: 'sale_part',
      key: 'sale_id',
      columns: 'documented_by, document_type, neto_clp, exento_clp, iva_clp, total_clp',
      order: 'documented_by',
    },
    {
      table: 'outside_receipt',
      key: 'sale_id',
      columns: 'issuer_rut, document_type, folio, date, total_clp, checked',
      order: 'folio',
    },
    { table: 'vale', key: 'sale_id', columns: 'number, code, expires_on', order: 'number' },
  ],
  close: [
    {
      table: 'shift',
      key: 'id',
      columns: 'id, number, opened_at_ms, opened_by, register_name, float_clp',
      order: 'number',
    },
    {
      table: 'shift_close',
      key: 'shift_id',
      columns:
        'closed_at_ms, closed_by, approved_by, count_id, report_id, difference_clp, reason, note, pending_count',
      order: 'closed_at_ms',
    },
    {
      table: 'cash_movement',
      key: 'shift_id',
      columns: 'id, kind, amount_clp, reason, at_ms, made_by, approved_by',
      order: 'id',
    },
    {
      table: 'shift_count',
      key: 'shift_id',
      columns: 'id, at_ms, counted_by, count_json',
      order: 'id',
    },
    {
      table: 'shift_report',
      key: 'shift_id',
      columns: 'id, kind, made_at_ms, report_json',
      order: 'id',
    },
  ],
  state: [
    { table: 'sealed_change', key: 'seq', columns: 'seq, at_ms, reason', order: 'seq' },
    {
      table: 'sealed_digest',
      key: 'change_seq',
      columns: 'kind, ref, digest, was_foreign',
      order: 'kind, ref',
    },
  ],
} as const satisfies Record<
  SealedKind,
  readonly {
    readonly table: string
    readonly key: string
    readonly columns: string
    readonly order: string
  }[]
>

/** Numbers of rows, above the first and up to the second. */
interface RowRange {
  readonly after: number
  readonly until: number
}

export interface SealedRows {
  /** Null when there is no such row. */
  read(kind: SealedKind, ref: string): string | null
  /** The same of many, at a tenth of the time; what is not there is not in it. */
  readMany(kind: SealedKind, refs: readonly string[]): ReadonlyMap<string, string>
  /** Rows of a kind in the order they were written, with their numbers. */
  between(kind: SealedKind, range: RowRange, most: number): { row: number; ref: string }[]
  count(kind: SealedKind, range: RowRange): number
  /** Around all that is there now. */
  bounds(kind: SealedKind): RowRange
  isEmpty(kind: SealedKind): boolean
  /**
   * Rows of this kind that no link of this epoch seals and that wait for none, the first few; below
   * 0: all of them.
   */
  unsealed(kind: SealedKind, epoch: number, waiting: RowRange, most?: number): string[]
  /** Goes up with each row that is written; 0 when there is no such row. */
  rowOf(kind: SealedKind, ref: string): number
}

const UNSEALED_SHOWN = 5

export function createSealedRows(db: Database.Database): SealedRows {
  const parts = Object.fromEntries(
    SEALED_KINDS.map((kind) => [
      kind,
      SEALED_COLUMNS[kind].map(({ table, key, columns, order }) =>
        db
          .prepare<[string], unknown[]>(
            `SELECT ${columns} FROM ${table} WHERE ${key} = ? ORDER BY ${order}`,
          )
          .raw(),
      ),
    ]),
  ) as Record<SealedKind, Database.Statement<[string], unknown[]>[]>
  const many = manyOf(db)
  const statements = rangesOf(db)
  return {
    readMany(kind, refs) {
      if (!SEALED_KINDS.includes(kind)) return new Map()
      const list = JSON.stringify(refs)
      const byTable = many[kind].map((part) => byKey(part.all(list)))
      const found = refs.filter((ref) => byTable[0]?.has(ref))
      return new Map(
        found.map((ref) => [
          ref,
          JSON.stringify([kind, byTable.map((rows) => rows.get(ref) ?? [])]),
        ]),
      )
    },
    read(kind, ref) {
      // A link may say anything once somebody has written it.
      if (!SEALED_KINDS.includes(kind)) return null
      const rows = parts[kind].map((part) => part.all(ref))
      return rows[0]?.length === 0 ? null : JSON.stringify([kind, rows])
    },
    between: (kind, { after, until }, most) => statements[kind].between.all(after, until, most),
    count: (kind, { after, until }) => statements[kind].count.get(after, until) ?? 0,
    bounds: (kind) => statements[kind].bounds.get() ?? { after: 0, until: 0 },
    isEmpty: (kind) => db.prepare(`SELECT 1 FROM ${TABLE_OF[kind]} LIMIT 1`).get() === undefined,
    rowOf: (kind, ref) =>
      db
        .prepare<[string], number>(`SELECT rowid FROM ${TABLE_OF[kind]} WHERE ${ID_OF[kind]} = ?`)
        .pluck()
        .get(ref) ?? 0,
    unsealed: (kind, epoch, { after, until }, most = UNSEALED_SHOWN) =>
      db
        .prepare<[number, number, number, string, number], string>(
          `SELECT CAST(${ID_OF[kind]} AS TEXT) FROM ${TABLE_OF[kind]}
          WHERE NOT (rowid > ? AND rowid <= ?) AND CAST(${ID_OF[kind]} AS TEXT) NOT IN
            (SELECT ref FROM chain WHERE epoch = ? AND kind = ?) ORDER BY rowid LIMIT ?`,
        )
        .pluck()
        .all(after, until, epoch, kind, most),
  }
}

function rangesOf(db: Database.Database) {
  return Object.fromEntries(
    SEALED_KINDS.map((kind) => {
      const [table, id] = [TABLE_OF[kind], ID_OF[kind]]
      const where = `FROM ${table} WHERE rowid > ? AND rowid <= ?`
      return [
        kind,
        {
          between: db.prepare<[number, number, number], { row: number; ref: string }>(
            `SELECT rowid AS row, CAST(${id} AS TEXT) AS ref ${where} ORDER BY rowid LIMIT ?`,
          ),
          count: db.prepare<[number, number], number>(`SELECT count(*) ${where}`).pluck(),
          bounds: db.prepare<[], RowRange>(
            `SELECT coalesce(min(rowid) - 1, 0) AS after, coalesce(max(rowid), 0) AS until FROM ${table}`,
          ),
        },
      ]
    }),
  ) as Record<SealedKind, RangeStatements>
}

interface RangeStatements {
  readonly between: Database.Statement<[number, number, number], { row: number; ref: string }>
  readonly count: Database.Statement<[number, number], number>
  readonly bounds: Database.Statement<[], RowRange>
}

/** The rows of many at once: a statement each would cost more than all they read. */
function manyOf(db: Database.Database) {
  return Object.fromEntries(
    SEALED_KINDS.map((kind) => [
      kind,
      SEALED_COLUMNS[kind].map(({ table, key, columns, order }) =>
        db
          .prepare<[string], [string, ...unknown[]]>(
            `SELECT CAST(${key} AS TEXT), ${columns} FROM ${table}
            WHERE ${key} IN (SELECT value FROM json_each(?)) ORDER BY ${order}`,
          )
          .raw(),
      ),
    ]),
  ) as Record<SealedKind, Database.Statement<[string], [string, ...unknown[]]>[]>
}

function byKey(rows: readonly (readonly [string, ...unknown[]])[]): Map<string, unknown[][]> {
  const found = new Map<string, unknown[][]>()
  for (const [key, ...values] of rows) {
    const before = found.get(key)
    if (before === undefined) found.set(key, [values])
    else before.push(values)
  }
  return found
}
