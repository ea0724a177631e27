/**
 * What was asked of the card terminal after the backup. An attempt that is lost is a customer who
 * was charged, and the till does not know.
 */
import type Database from 'better-sqlite3'
import { canMove, CARD_STATES, type CardState } from '#shared/card/attempt.ts'

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly sale_id: string
  readonly state: CardState
}

const NEWS = ['changed_at_ms', 'unknown_since_ms', 'code', 'facts_json', 'said_by']

/** After the sales: what is settled is so in its sale alone. */
export function carryCards(
  damaged: Database.Database,
  into: Database.Database,
  lose: () => void,
): void {
  const rows = readableRows(damaged, lose)
  const stateOf = into
    .prepare<[string], CardState>('SELECT state FROM card_attempt WHERE id = ?')
    .pluck()
  const isSold = into.prepare<[string]>('SELECT 1 FROM sale WHERE id = ?')
  /** Its sale stayed behind: a person gives it back, or finishes it. */
  const stateIn = ({ sale_id: saleId, state }: Row): CardState =>
    state === 'settled' && isSold.get(saleId) === undefined ? 'approved' : state
  into
    .transaction(() => {
      // First what has ended: a terminal has one open attempt.
      for (const row of rows) {
        const before = stateOf.get(row.id)
        if (before !== undefined && leadsTo(before, stateIn(row))) move(into, row, stateIn(row))
      }
      for (const row of rows)
        if (stateOf.get(row.id) === undefined) insert(into, { ...row, state: stateIn(row) })
    })
    .immediate()
}

/** In their order; from both ends up to what cannot be read. */
function readableRows(damaged: Database.Database, lose: () => void): readonly Row[] {
  const read = (way: 'ASC' | 'DESC') => {
    const rows: Row[] = []
    try {
      const all = damaged.prepare<[], Row>(`SELECT * FROM card_attempt ORDER BY rowid ${way}`)
      for (const row of all.iterate()) rows.push(row)
      return { rows, isWhole: true }
    } catch {
      return { rows, isWhole: false }
    }
  }
  const first = read('ASC')
  if (first.isWhole) return first.rows
  lose()
  const known = new Set(first.rows.map(({ id }) => id))
  return [
    ...first.rows,
    ...read('DESC')
      .rows.filter(({ id }) => !known.has(id))
      .reverse(),
  ]
}

/** Any number of moves further: what the backup knows of it later than the file is not undone. */
function leadsTo(from: CardState, to: CardState): boolean {
  const reached = new Set([from])
  for (const state of reached)
    for (const next of CARD_STATES) if (canMove(state, next)) reached.add(next)
  return from !== to && reached.has(to)
}

function move(into: Database.Database, row: Row, state: CardState): void {
  into
    .prepare(
      `UPDATE card_attempt SET state = ?, ${NEWS.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
    )
    .run(state, ...NEWS.map((name) => row[name]), row.id)
}

function insert(into: Database.Database, row: Row): void {
  const columns = Object.keys(row)
  into
    .prepare(
      `INSERT INTO card_attempt (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    .run(columns.map((column) => row[column]))
}
