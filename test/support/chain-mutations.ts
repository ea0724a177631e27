/** What somebody with the till's file and without its key might do to it. */
import Database from 'better-sqlite3'
import { SEALED_COLUMNS } from '#till/audit/sealed-rows.ts'
import type { Dice } from '../sim/dice.ts'

interface Target {
  readonly table: string
  readonly columns: readonly string[]
}

const SEALED: readonly Target[] = Object.values(SEALED_COLUMNS)
  .flat()
  .map(({ table, columns }) => ({ table, columns: columns.split(', ') }))
const CHAIN: Target = { table: 'chain', columns: ['epoch', 'seq', 'kind', 'ref', 'mac'] }
const OWN: readonly Target[] = [
  CHAIN,
  { table: 'chain_epoch', columns: ['started_at_ms', 'reason', 'form', 'key_id'] },
  { table: 'chain_head', columns: ['epoch', 'seq', 'mac', 'proof', 'pending_json'] },
]
export const MUTATED_TABLES = [...SEALED, ...OWN].map(({ table }) => table)

type Row = Record<string, unknown>
const below = (dice: Dice, limit: number): number => dice.between(0, limit - 1)
function oneOf<Item>(dice: Dice, items: readonly Item[]): Item {
  const item = items[below(dice, items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
const rowsOf = (db: Database.Database, table: string): Row[] =>
  db.prepare<[], Row>(`SELECT * FROM ${table}`).all()
const same = (columns: readonly string[]) => columns.map((column) => `${column} IS ?`).join(' AND ')

/**
 * The database as its thief has it: nothing refuses. Call once; what it answers leaves the tables
 * as they were found, as a thief who knows that they are looked at does.
 */
export function disarm(db: Database.Database): () => void {
  db.pragma('foreign_keys = OFF')
  db.pragma('ignore_check_constraints = ON')
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    )
    .all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  return () => {
    for (const { sql } of triggers) db.exec(sql)
  }
}

/** Does one thing and says what; null when SQLite refused it, or it changed nothing. */
export function mutate(db: Database.Database, dice: Dice): string | null {
  try {
    return dice.pick([edit, edit, remove, cut, swap, insert])(db, dice)
  } catch (error) {
    if (error instanceof Database.SqliteError) return null
    throw error
  }
}

function edit(db: Database.Database, dice: Dice): string | null {
  const { table, columns } = oneOf(dice, [...SEALED, ...OWN])
  const rows = rowsOf(db, table)
  if (rows.length === 0) return null
  const row = oneOf(dice, rows)
  const column = oneOf(dice, columns)
  const changed = otherThan(row[column], dice)
  const keys = Object.keys(row)
  db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${same(keys)}`).run(
    changed,
    ...keys.map((key) => row[key]),
  )
  return `edit ${table}.${column}`
}

function otherThan(value: unknown, dice: Dice): unknown {
  if (typeof value === 'number') return value + dice.pick([-1, 1, 10, 1_000])
  if (Buffer.isBuffer(value)) {
    const flipped = Buffer.from(value)
    const at = below(dice, flipped.length)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << below(dice, 8))
    return flipped
  }
  if (typeof value !== 'string') return '1'
  const at = below(dice, value.length + 1)
  return dice.pick([
    `${value.slice(0, at)}9${value.slice(at)}`,
    value === '' ? ' ' : value.slice(1),
    `${value}\0`,
  ])
}

function remove(db: Database.Database, dice: Dice): string | null {
  const { table } = oneOf(dice, [...SEALED, ...OWN])
  const rows = rowsOf(db, table)
  if (rows.length === 0) return null
  const row = oneOf(dice, rows)
  const keys = Object.keys(row)
  db.prepare(`DELETE FROM ${table} WHERE ${same(keys)}`).run(...keys.map((key) => row[key]))
  return `delete ${table}`
}

/** The end goes, of the rows, of the chain, or of both as if it had never been. */
function cut(db: Database.Database, dice: Dice): string | null {
  const seqs = rowsOf(db, 'chain')
  const from = 1 + below(dice, seqs.length - 1)
  const gone = seqs.slice(from)
  const what = dice.pick(['rows', 'links', 'both', 'head too'] as const)
  for (const { epoch, seq, kind, ref } of gone) {
    if (what !== 'links') {
      if (kind === 'audit') db.prepare('DELETE FROM audit WHERE seq = ?').run(ref)
      if (kind === 'sale') {
        for (const table of ['sale_line', 'sale_payment'])
          db.prepare(`DELETE FROM ${table} WHERE sale_id = ?`).run(ref)
        db.prepare('DELETE FROM sale WHERE id = ?').run(ref)
      }
      if (kind === 'state') {
        db.prepare('DELETE FROM sealed_digest WHERE change_seq = ?').run(ref)
        db.prepare('DELETE FROM sealed_change WHERE seq = ?').run(ref)
      }
      if (kind === 'close') db.prepare('DELETE FROM shift_close WHERE shift_id = ?').run(ref)
    }
    if (what !== 'rows') db.prepare('DELETE FROM chain WHERE epoch = ? AND seq = ?').run(epoch, seq)
  }
  if (what === 'head too') {
    const last = seqs[from - 1]
    db.prepare('UPDATE chain_head SET epoch = ?, seq = ?, mac = ?').run(
      last?.['epoch'],
      last?.['seq'],
      last?.['mac'],
    )
  }
  return `cut ${what}`
}

/** Two rows change what they say. */
function swap(db: Database.Database, dice: Dice): string | null {
  const { table, columns } = oneOf(dice, [...SEALED, CHAIN])
  const rows = rowsOf(db, table)
  if (rows.length === 0) return null
  const [one, two] = [oneOf(dice, rows), oneOf(dice, rows)]
  const column = oneOf(dice, columns)
  if (isSame(one[column], two[column])) return null
  const keys = Object.keys(one)
  const others = keys.filter((key) => key !== column)
  // By everything but the column: the first has changed when the second is looked for.
  const set = db.prepare(
    `UPDATE OR IGNORE ${table} SET ${column} = ? WHERE ${same(others)} AND ${column} IS ?`,
  )
  const where = (row: Row) => others.map((key) => row[key])
  const done = set.run(two[column], ...where(one), one[column]).changes
  return set.run(one[column], ...where(two), two[column]).changes + done === 0
    ? null
    : `swap ${table}.${column}`
}

const isSame = (one: unknown, two: unknown): boolean =>
  Buffer.isBuffer(one) && Buffer.isBuffer(two) ? one.equals(two) : one === two

/** A row like another, under a number of its own; but an open shift is no closed one. */
function insert(db: Database.Database, dice: Dice): string | null {
  const { table } = oneOf(dice, [...SEALED, ...OWN])
  const rows = rowsOf(db, table)
  if (rows.length === 0 || table === 'shift' || table === 'chain_head') return null
  const row = { ...oneOf(dice, rows) }
  const fresh: Readonly<Record<string, unknown>> = {
    seq: 1_000 + below(dice, 1_000),
    line_number: 500 + below(dice, 400),
    position: 500 + below(dice, 400),
    number: 500 + below(dice, 400),
    epoch: 2 + below(dice, 5),
    only_row: 2,
    external_reference: `X${below(dice, 1e6)}`,
  }
  const idColumn = { sale: 'id', shift: 'id', cash_movement: 'id', shift_count: 'id' }[table]
  for (const column of Object.keys(row)) {
    if (column in fresh) row[column] = fresh[column]
    if (column === idColumn || (table === 'shift_report' && column === 'id'))
      row[column] = `N${below(dice, 1e6)}`
    if (table === 'shift_close' && column === 'shift_id') row[column] = `N${below(dice, 1e6)}`
  }
  const columns = Object.keys(row)
  db.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  ).run(columns.map((column) => row[column]))
  return db.prepare<[], number>('SELECT changes()').pluck().get() === 0 ? null : `insert ${table}`
}
