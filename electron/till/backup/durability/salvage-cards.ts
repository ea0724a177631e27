/**
 * What was asked of the card terminal after the backup, and what it said it held. An attempt that
 * is lost is a customer who was charged, and the till does not know.
 */
import Database from 'better-sqlite3'
import { canMove, CARD_STATES, type CardState } from '#shared/card/attempt.ts'
import { APPROVED_CODE } from '#shared/card/messages.ts'
import { prepareSumOf } from '../../card/refund-rows.ts'
import type { Clp } from '#shared/money/clp.ts'
import { isDiskFull } from '../../kernel/database.ts'
import { insertRow } from './insert-row.ts'

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly sale_id: string
  readonly state: CardState
  readonly changed_at_ms: number
  readonly said_by: string | null
  readonly code: string | null
  readonly amount_clp: Clp
}

interface RefundRow extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly return_id: string
  readonly changed_at_ms: number
}

interface TotalsRow extends Readonly<Record<string, unknown>> {
  readonly seq: number
  readonly closing: string | null
}

const NEWS = ['changed_at_ms', 'unknown_since_ms', 'code', 'facts_json', 'said_by', 'checked_by']

/**
 * After the sales: what is settled is so in its sale alone. Each row by itself: what cannot be
 * read, or has no place beside another, is named as lost and costs no other one.
 */
export function carryCards(
  damaged: Database.Database,
  into: Database.Database,
  lose: () => void,
): void {
  const carried = prepareCarrying(into, lose)
  const rows = readableRows<Row>(damaged, 'card_attempt', lose).filter(({ state }) => {
    const isReadable = CARD_STATES.includes(state)
    if (!isReadable) lose()
    return isReadable
  })
  into
    .transaction(() => {
      leaveToPersons(into, new Set(rows.map(({ id }) => id)), lose)
      // What went back is known before anybody is asked to give a charge back.
      for (const row of readableRows<RefundRow>(damaged, 'card_refund', lose)) carried.refund(row)
      // First what has ended: a terminal has one open attempt.
      for (const row of rows) carried.move(row)
      for (const row of rows) carried.add(row)
      for (const row of readableRows<TotalsRow>(damaged, 'card_totals', lose)) carried.say(row)
    })
    .immediate()
}

function prepareCarrying(into: Database.Database, lose: () => void) {
  const stateOf = into
    .prepare<[string], CardState>('SELECT state FROM card_attempt WHERE id = ?')
    .pluck()
  const isSold = into.prepare<[string]>('SELECT 1 FROM sale WHERE id = ?')
  const isSaid = into.prepare<[number]>('SELECT 1 FROM card_totals WHERE seq = ?')
  const hasRefund = into.prepare<[string]>('SELECT 1 FROM card_refund WHERE id = ?')
  const forget = into.prepare('DELETE FROM card_refund WHERE id = ? AND changed_at_ms < ?')
  const close = into.prepare('UPDATE card_totals SET closing = ? WHERE seq = ?')
  const sumOf = prepareSumOf(into)
  /** Its sale stayed behind: a person gives back what is left of it, or finishes it. */
  const stateIn = ({ id, sale_id: saleId, state, said_by: by, code, ...row }: Row): CardState => {
    if (state !== 'settled' || isSold.get(saleId) !== undefined) return state
    if (sumOf(id, row.amount_clp).leftClp === 0) return 'given-back'
    return by !== null && code !== APPROVED_CODE ? 'approved-by-hand' : 'approved'
  }
  const changedAt = into
    .prepare<[string], number>('SELECT changed_at_ms FROM card_attempt WHERE id = ?')
    .pluck()
  /** What was noted since, as the number it is asked for by. */
  const isLater = ({ id, changed_at_ms: at }: Row) => at > (changedAt.get(id) ?? 0)
  /** In a savepoint of its own. */
  const alone = <Carried>(work: (row: Carried) => void) => {
    const inOne = into.transaction(work)
    return (row: Carried) => {
      try {
        inOne(row)
      } catch (error) {
        if (!(error instanceof Database.SqliteError) || isDiskFull(error)) throw error
        lose()
      }
    }
  }
  return {
    move: alone((row: Row) => {
      const before = stateOf.get(row.id)
      const state = stateIn(row)
      if (before === undefined) return
      if (leadsTo(before, state) || (before === state && isLater(row))) move(into, row, state)
    }),
    add: alone((row: Row) => {
      if (stateOf.get(row.id) === undefined)
        insertRow(into, 'card_attempt', { ...row, state: stateIn(row) })
    }),
    refund: alone((row: RefundRow) => {
      forget.run(row.id, row.changed_at_ms)
      if (hasRefund.get(row.id) === undefined) insertRow(into, 'card_refund', row)
      // It goes on by itself; what it was for is nowhere any more.
      if (isSold.get(row.return_id) === undefined) lose()
    }),
    say: alone((row: TotalsRow) => {
      if (isSaid.get(row.seq) === undefined) insertRow(into, 'card_totals', row)
      else if (row.closing !== null) close.run(row.closing, row.seq)
    }),
  }
}

/** Open in the backup, and how it ended cannot be read: its terminal may have forgotten it. */
function leaveToPersons(
  into: Database.Database,
  read: ReadonlySet<string>,
  lose: () => void,
): void {
  const open = into.prepare<[], string>(
    "SELECT id FROM card_attempt WHERE state IN ('asked', 'unknown')",
  )
  const leave = into.prepare("UPDATE card_attempt SET state = 'person' WHERE id = ?")
  for (const id of open.pluck().all()) {
    if (read.has(id)) continue
    leave.run(id)
    lose()
  }
}

/** In their order; from both ends up to what cannot be read. */
function readableRows<Kept extends object>(
  damaged: Database.Database,
  table: 'card_attempt' | 'card_refund' | 'card_totals',
  lose: () => void,
): readonly Kept[] {
  const read = (way: 'ASC' | 'DESC') => {
    const rows: (Kept & { readonly own: number })[] = []
    try {
      const all = damaged.prepare<[], Kept & { readonly own: number }>(
        `SELECT *, rowid AS own FROM ${table} ORDER BY rowid ${way}`,
      )
      for (const row of all.iterate()) rows.push(row)
      return { rows, isWhole: true }
    } catch {
      return { rows, isWhole: false }
    }
  }
  const first = read('ASC')
  const known = new Set(first.rows.map(({ own }) => own))
  if (!first.isWhole) lose()
  const last = first.isWhole ? [] : read('DESC').rows.filter(({ own }) => !known.has(own))
  return [...first.rows, ...last.reverse()].map(({ own: _, ...row }) => row as unknown as Kept)
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
      `UPDATE card_attempt SET state = ?, ${NEWS.map((name) => `${name} = ?`).join(', ')}
      WHERE id = ?`,
    )
    .run(state, ...NEWS.map((name) => row[name] ?? null), row.id)
}
