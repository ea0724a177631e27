/**
 * Shifts that a damaged database still holds and the backup does not, so that the sales carried
 * over keep theirs.
 */
import Database from 'better-sqlite3'
import { isDiskFull } from '../../kernel/database.ts'
import { insertRow } from './insert-row.ts'

/**
 * Rows of a shift in the order of their references, each with its key and the column that names the
 * shift.
 */
const TABLES = [
  ['cash_movement', 'id', 'shift_id'],
  ['shift_count', 'id', 'shift_id'],
  ['shift_report', 'id', 'shift_id'],
  ['shift_close', 'shift_id', 'shift_id'],
] as const
type Row = Record<string, unknown>

/**
 * Call before the sales. What cannot be read stays in quarantine; a sale of such a shift is carried
 * over without it.
 */
export function carryShifts(
  damaged: Database.Database,
  into: Database.Database,
  onFault: () => void,
): void {
  for (const id of shiftIds(damaged)) {
    try {
      into.transaction(() => carryShift(damaged, into, id)).immediate()
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || isDiskFull(error)) throw error
      onFault()
    }
  }
}

export function hasShift(db: Database.Database, shiftId: unknown): boolean {
  return db.prepare('SELECT 1 FROM shift WHERE id = ?').get(shiftId) !== undefined
}

/** Oldest first: the next can only be opened after the close of the one before. */
const shiftIds = (damaged: Database.Database): string[] =>
  damaged.prepare<[], string>('SELECT id FROM shift ORDER BY number').pluck().all()

function carryShift(damaged: Database.Database, into: Database.Database, id: string): void {
  if (!hasShift(into, id))
    insertRow(
      into,
      'shift',
      damaged.prepare<[string], Row>('SELECT * FROM shift WHERE id = ?').get(id) ?? {},
    )
  for (const [table, key, column] of TABLES) {
    const known = into.prepare<[unknown]>(`SELECT 1 FROM ${table} WHERE ${key} = ?`)
    for (const row of damaged
      .prepare<[string], Row>(`SELECT * FROM ${table} WHERE ${column} = ?`)
      .all(id)) {
      if (known.get(row[key]) === undefined) insertRow(into, table, row)
    }
  }
}
