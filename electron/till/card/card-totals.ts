/**
 * What the terminal holds at the end of a shift, beside what was charged on it: asked before the
 * shift is closed, kept whatever it says; its own close follows that of the shift.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { placeName } from '#shared/card/config.ts'
import type { Clp } from '#shared/money/clp.ts'
import type { Tally } from '#shared/shifts/shift-report.ts'
import {
  agrees,
  closestBatch,
  type TerminalClosing,
  type TerminalTotals,
} from '#shared/shifts/terminal-totals.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'
import { RETURN_STANDS } from '../returns/undone.ts'
import { guardCommit } from '../selling/guard-commit.ts'
import type { CardDesk } from './card-desk.ts'

export type CardTotals = ReturnType<typeof createCardTotals>

/** Asked again so soon, because a PIN was missing, it would only print its summary again. */
const FRESH_MS = 120_000
/** Ends of shifts at which it may have been closed by hand. */
const BATCHES_MAX = 60

export interface CardTotalsPorts {
  readonly db: TillDatabase
  readonly clock: Pick<Clock, 'now'>
  readonly desk: Pick<CardDesk, 'attempts' | 'connected'>
  readonly isHalted: () => boolean
  /** What became of the terminal's close is on disk. */
  readonly onClosed: () => void
}

export function createCardTotals({ db, clock, desk, isHalted, onClosed }: CardTotalsPorts) {
  const kept = prepareTotals(db)
  const openShift = db.prepare<[], string>('SELECT id FROM open_shift').pluck()
  /** One without money keeps nothing to be compared. */
  const real = () => {
    const connected = desk.connected()
    return connected === null || connected.config.kind === 'practice'
      ? null
      : { ...connected, name: placeName(connected.config) }
  }
  return {
    async ask(shiftId: string): Promise<Result<TerminalTotals['answer'], Refusal>> {
      if (openShift.get() !== shiftId) return refuse(refusal('SHIFT_NOT_OPEN'))
      const now = real()
      if (now === null || isHalted()) return refuse(refusal('CARD_NO_TERMINAL'))
      if (desk.attempts.open().length > 0) return refuse(refusal('CARD_STILL_OPEN'))
      const before = kept.ofShift(shiftId, now.name)
      const isFresh = Math.abs(clock.now() - (before?.askedAt ?? 0)) < FRESH_MS
      if (before?.totals.answer === 'said' && isFresh) return ok('said')
      const said = await now.terminal.totals()
      if (isHalted()) return refuse(refusal('CARD_NO_TERMINAL'))
      const written = guardCommit(() => kept.keep(shiftId, now.name, said, clock.now()))
      return written.ok ? ok(said === null ? 'silent' : 'said') : written
    },

    /** For its Z; null without a terminal. */
    ofShift(shiftId: string): TerminalTotals | null {
      const now = real()
      if (now === null) return null
      return kept.ofShift(shiftId, now.name)?.totals ?? { answer: 'not-asked' }
    },

    closingOf: (shiftId: string): TerminalClosing | null => kept.closingOf(shiftId),

    /** Of a shift that is closed on disk: it erases what could be compared. */
    async closeAfter(shiftId: string): Promise<void> {
      const now = real()
      if (now?.config.kind !== 'transbank' || now.config.closesWithShift !== true) return
      const reading = kept.ofShift(shiftId, now.name)
      const isWanted = () =>
        !isHalted() && desk.attempts.open().length === 0 && kept.ofShift(shiftId, now.name) !== null
      if (reading?.totals.answer !== 'said' || !agrees(reading.totals) || !isWanted()) return
      kept.note(reading.seq, 'asked')
      const how = await now.terminal.endBatch(isWanted)
      if (isHalted() || how === 'unknown') return
      kept.note(reading.seq, how === 'unsent' ? null : how)
      onClosed()
    },
  }
}

interface Reading {
  readonly seq: number
  readonly askedAt: number
  readonly totals: TerminalTotals
}

type Sums = Readonly<
  Record<'count' | 'clp' | 'tillCount' | 'tillClp' | 'backCount' | 'backClp' | 'tipsClp', number>
>

const CHARGED = ['approved', 'approved-by-hand', 'settled']

function prepareTotals(db: TillDatabase) {
  const insert = db.prepare(`INSERT INTO card_totals (shift_id, terminal, asked_at_ms, last_attempt,
    terminal_count, terminal_clp, till_count, till_clp, back_count, back_clp, tips_clp)
    VALUES (@shiftId, @terminal, @at, (SELECT id FROM card_attempt WHERE terminal = @terminal
      ORDER BY rowid DESC LIMIT 1), @count, @clp, @tillCount, @tillClp, @backCount, @backClp, @tipsClp)`)
  const newest = db.prepare<
    [string, string],
    { seq: number; askedAt: number; since: number } & { [Key in keyof Sums]: number | null }
  >(`SELECT seq, asked_at_ms AS askedAt, terminal_count AS count, terminal_clp AS clp,
      till_count AS tillCount, till_clp AS tillClp, back_count AS backCount, back_clp AS backClp, tips_clp AS tipsClp,
      coalesce((SELECT rowid FROM card_attempt WHERE id = last_attempt), 0) AS since
    FROM card_totals WHERE shift_id = ? AND terminal = ?
    ORDER BY terminal_count IS NULL, seq DESC LIMIT 1`)
  const note = db.prepare('UPDATE card_totals SET closing = ? WHERE seq = ?')
  const closing = db
    .prepare<[string], TerminalClosing>(
      `SELECT closing FROM card_totals WHERE shift_id = ? AND closing IS NOT NULL
        ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
  const batches = prepareBatches(db)
  return {
    keep: db.transaction((shiftId: string, terminal: string, said: Tally | null, at: number) => {
      const found = said === null ? undefined : closestBatch(said, batches.of(terminal, shiftId))
      insert.run({
        ...{ shiftId, terminal, at },
        ...{ count: said?.count ?? null, clp: said?.totalClp ?? null },
        ...{ tillCount: found?.count ?? null, tillClp: found?.totalClp ?? null },
        ...{ backCount: found?.back.count ?? null, backClp: found?.back.totalClp ?? null },
        tipsClp: found?.tipsClp ?? null,
      })
    }).immediate,
    /** What was charged since makes it what nobody asked for. */
    ofShift(shiftId: string, terminal: string): Reading | null {
      const row = newest.get(shiftId, terminal)
      if (row === undefined || batches.isChargedSince(terminal, row.since)) return null
      return { seq: row.seq, askedAt: row.askedAt, totals: totalsOf(row) }
    },
    note: (seq: number, how: TerminalClosing | null) => void note.run(how, seq),
    closingOf: (shiftId: string) => closing.get(shiftId) ?? null,
  }
}

function totalsOf(row: { readonly [Key in keyof Sums]: number | null }): TerminalTotals {
  if (row.count === null) return { answer: 'silent' }
  const tally = (count: number | null, pesos: number | null): Tally => ({
    count: count ?? 0,
    totalClp: (pesos ?? 0) as Clp,
  })
  return {
    answer: 'said',
    terminal: tally(row.count, row.clp),
    till: tally(row.tillCount, row.tillClp),
    givenBack: tally(row.backCount, row.backClp),
    ...(row.tipsClp === null || row.tipsClp === 0 ? {} : { tipsClp: row.tipsClp as Clp }),
  }
}

interface Batch extends Tally {
  readonly back: Tally
  readonly tipsClp: number
}

/** The sale came back, and the terminal was to void the whole operation: `card_attempt a`. */
const IS_VOIDED = `a.state = 'settled' AND a.facts_json ->> '$.kind' = 'CR' AND EXISTS (SELECT 1
  FROM sale back JOIN sale_payment p ON p.sale_id = back.id
  WHERE back.original_id = a.sale_id AND back.document_type = '61' AND ${RETURN_STANDS}
    AND p.method = a.method AND p.total_clp = a.amount_clp)`

/** What the till has charged on a terminal since each moment at which it may have been closed. */
function prepareBatches(db: TillDatabase) {
  // Of shifts that are over: a question in the middle of one would hide what was before it.
  const begins = db.prepare<
    [{ readonly terminal: string; readonly shiftId: string; readonly most: number }],
    { since: number; closing: TerminalClosing | null }
  >(`SELECT coalesce((SELECT rowid FROM card_attempt WHERE id = last_attempt), 0) AS since, closing
    FROM card_totals WHERE terminal = @terminal AND (closing IS NOT NULL OR shift_id <> @shiftId
      AND seq IN (SELECT max(seq) FROM card_totals WHERE terminal = @terminal GROUP BY shift_id))
    ORDER BY seq DESC LIMIT @most`)
  const since = db.prepare<
    [string, number],
    { seq: number; amountClp: number; state: string; tipClp: number }
  >(`SELECT rowid AS seq, amount_clp AS amountClp, iif(${IS_VOIDED}, 'given-back', state) AS state,
      coalesce(facts_json ->> '$.tipClp', 0) AS tipClp
    FROM card_attempt a WHERE terminal = ? AND rowid > ?`)
  const tallyOf = (rows: readonly { readonly amountClp: number }[]): Tally => ({
    count: rows.length,
    totalClp: rows.reduce((sum, { amountClp }) => sum + amountClp, 0) as Clp,
  })
  const isCharged = ({ state }: { readonly state: string }) => CHARGED.includes(state)
  return {
    isChargedSince: (terminal: string, seq: number) => since.all(terminal, seq).some(isCharged),
    of(terminal: string, shiftId: string): Batch[] {
      const found = begins.all({ terminal, shiftId, most: BATCHES_MAX })
      const closed = found.findIndex(({ closing }) => closing === 'closed')
      const known = closed < 0 ? found : found.slice(0, closed + 1)
      const moments = known.map((begin) => begin.since).reverse()
      // From the beginning, where no close is known and it is not years ago.
      if (closed < 0 && found.length < BATCHES_MAX) moments.unshift(0)
      const rows = since.all(terminal, Math.min(...moments))
      return moments.map((moment) => {
        const own = rows.filter(({ seq }) => seq > moment)
        const back = tallyOf(own.filter(({ state }) => state === 'given-back'))
        const charged = own.filter(isCharged)
        const tipsClp = charged.reduce((sum, row) => sum + row.tipClp, 0)
        return { ...tallyOf(charged), back, tipsClp }
      })
    },
  }
}
