/**
 * What the terminal holds at the end of a shift, beside what was charged on it: asked before the
 * shift is closed, kept whatever it says; its own close follows that of the shift. A reading is of
 * a moment: what moved while it was asked, or since, makes it one that nobody asked for.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { refuse, type Result } from '#shared/core/result.ts'
import { placeName } from '#shared/card/config.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import type { Tally } from '#shared/shifts/shift-report.ts'
import {
  agrees,
  isSameTally,
  mayErase,
  type TerminalClosing,
  type TerminalTotals,
} from '#shared/shifts/terminal-totals.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'
import { guardCommit } from '../selling/guard-commit.ts'
import { prepareBatches, type Batch } from './card-batch.ts'
import type { CardDesk } from './card-desk.ts'

export type CardTotals = ReturnType<typeof createCardTotals>

interface CardTotalsPorts {
  readonly db: TillDatabase
  readonly clock: Pick<Clock, 'now'>
  readonly desk: Pick<CardDesk, 'attempts' | 'connected'>
  readonly isHalted: () => boolean
  /** What became of the terminal's close is on disk. */
  readonly onClosed: () => void
}

export function createCardTotals({ db, clock, desk, isHalted, onClosed }: CardTotalsPorts) {
  const kept = prepareTotals(db)
  /** Only one on a wire keeps what can be compared. */
  const real = () => {
    const connected = desk.connected()
    return connected?.config.kind !== 'transbank'
      ? null
      : { ...connected, name: placeName(connected.config) }
  }
  return {
    async ask(shiftId: string): Promise<Result<TerminalTotals['answer'], Refusal>> {
      if (!kept.isOpen(shiftId)) return refuse(refusal('SHIFT_NOT_OPEN'))
      const now = real()
      if (now === null || isHalted()) return refuse(refusal('CARD_NO_TERMINAL'))
      if (desk.attempts.open().length > 0) return refuse(refusal('CARD_STILL_OPEN'))
      const asked = { shiftId, terminal: now.name, at: clock.now(), before: kept.batch(now.name) }
      const said = await now.terminal.totals()
      if (isHalted()) return refuse(refusal('CARD_NO_TERMINAL'))
      return guardCommit(() => kept.keep(asked, said))
    },

    /** For its Z; null without a terminal. */
    ofShift(shiftId: string): TerminalTotals | null {
      const now = real()
      return now === null ? null : kept.ofShift(shiftId, now.name)
    },

    closingOf: (shiftId: string): TerminalClosing | null => kept.closingOf(shiftId),

    /** In the transaction that closes the shift: what is charged from now on is after it. */
    leaveToHand(shiftId: string): void {
      const now = real()
      if (now?.config.kind !== 'transbank' || now.config.closes !== 'by-hand') return
      kept.leaveToHand({ shiftId, terminal: now.name, at: clock.now() })
    },

    /**
     * Of a shift that is closed on disk: it erases what could be compared, so the terminal is asked
     * once more and says what it said for the Z.
     */
    async closeAfter(shiftId: string): Promise<void> {
      const now = real()
      if (now?.config.kind !== 'transbank' || now.config.closes !== 'with-shift') return
      const seq = kept.leaveOpen(shiftId, now.name, clock.now())
      if (seq === null) return
      onClosed()
      const reading = () => kept.ofShift(shiftId, now.name)
      const isWanted = () =>
        !isHalted() && desk.attempts.open().length === 0 && reading().answer === 'said'
      const totals = reading()
      if (totals.answer !== 'said' || !mayErase(totals) || !isWanted()) return
      const again = await now.terminal.totals()
      if (again === null || !isSameTally(again, totals.terminal)) return
      const how = await now.terminal.endBatch(() => {
        if (!isWanted()) return false
        kept.note(seq, 'asked')
        return true
      })
      if (isHalted() || how === 'unsent') return
      if (how !== 'unknown') kept.note(seq, how)
      onClosed()
    },
  }
}

interface AskedTotals {
  readonly shiftId: string
  readonly terminal: string
  readonly at: EpochMs
  readonly before: Batch
}

interface Row {
  readonly answer: TerminalTotals['answer']
  readonly askedAt: EpochMs
  readonly count: number | null
  readonly clp: number | null
  readonly batch: string
}

function prepareTotals(db: TillDatabase) {
  const batches = prepareBatches(db)
  const openShift = db.prepare<[], string>('SELECT id FROM open_shift').pluck()
  const insert = db.prepare(`INSERT INTO card_totals (shift_id, terminal, asked_at_ms, answer,
    last_attempt, last_sale, terminal_count, terminal_clp, batch_json)
    VALUES (@shiftId, @terminal, @at, @answer, (SELECT id FROM card_attempt
      WHERE terminal = @terminal ORDER BY rowid DESC LIMIT 1),
      (SELECT coalesce(max(seq), 0) FROM sale), @count, @clp, @batch)`)
  const newest = db.prepare<[string, string], Row>(`SELECT answer, asked_at_ms AS askedAt,
    terminal_count AS count, terminal_clp AS clp, batch_json AS batch
    FROM card_totals WHERE shift_id = ? AND terminal = ? ORDER BY seq DESC LIMIT 1`)
  const closing = db.prepare<
    [string],
    { readonly seq: number; readonly terminal: string; readonly closing: TerminalClosing | null }
  >(`SELECT seq, terminal, closing FROM card_totals WHERE shift_id = ?
    ORDER BY closing IS NULL, seq DESC LIMIT 1`)
  const update = db.prepare('UPDATE card_totals SET closing = ? WHERE seq = ?')
  const write = (
    { shiftId, terminal, at }: Omit<AskedTotals, 'before'>,
    answer: Row['answer'],
    said: Tally | null,
  ) => {
    const batch = JSON.stringify(batches.of(terminal))
    const sums = { count: said?.count ?? null, clp: said?.totalClp ?? null }
    return insert.run({ shiftId, terminal, at, answer, batch, ...sums }).lastInsertRowid
  }
  const isOpen = (shiftId: string) => openShift.get() === shiftId
  return {
    isOpen,
    batch: batches.of,
    keep: db.transaction((asked: AskedTotals, said: Tally | null) => {
      const { shiftId, terminal, before } = asked
      const isOfMoment =
        isOpen(shiftId) && JSON.stringify(before) === JSON.stringify(batches.of(terminal))
      const spoken = said === null ? 'silent' : 'said'
      const answer: Row['answer'] = isOfMoment ? spoken : 'not-asked'
      write(asked, answer, isOfMoment ? said : null)
      return answer
    }).immediate,
    ofShift(shiftId: string, terminal: string): TerminalTotals {
      const row = newest.get(shiftId, terminal)
      const batch = batches.of(terminal)
      if (row === undefined || row.answer === 'not-asked' || row.batch !== JSON.stringify(batch))
        return { answer: 'not-asked' }
      if (row.answer === 'silent') return { answer: 'silent', askedAt: row.askedAt }
      const said: Tally = { count: row.count ?? 0, totalClp: (row.clp ?? 0) as Clp }
      return totalsOf(row.askedAt, said, batch, () =>
        batches.closedByHandAfter(terminal, shiftId, said),
      )
    },
    /** With all that was charged until now, whatever was asked before. */
    leaveToHand(of: Omit<AskedTotals, 'before'>): void {
      update.run('by-hand', write(of, 'not-asked', null))
    },
    /** Before anything is asked of it; null where a close was asked for before. */
    leaveOpen: db.transaction((shiftId: string, terminal: string, at: EpochMs): number | null => {
      const row = closing.get(shiftId)
      if (row !== undefined && row.closing !== null) return null
      const seq =
        row?.terminal === terminal
          ? row.seq
          : Number(write({ shiftId, terminal, at }, 'not-asked', null))
      update.run('open', seq)
      return seq
    }).immediate,
    note: db.transaction((seq: number, how: TerminalClosing) => void update.run(how, seq))
      .immediate,
    closingOf: (shiftId: string) => closing.get(shiftId)?.closing ?? null,
  }
}

function totalsOf(
  askedAt: EpochMs,
  terminal: Tally,
  { charged, byHand, givenBack, tipsClp, sinceByHand }: Batch,
  hint: () => number | undefined,
): TerminalTotals {
  const totals = { answer: 'said', askedAt, terminal, till: charged, byHand, givenBack } as const
  const closedByHandAfter = agrees(totals) ? undefined : hint()
  return {
    ...totals,
    ...(tipsClp === 0 ? {} : { tipsClp }),
    ...(sinceByHand === null ? {} : { sinceByHand }),
    ...(closedByHandAfter === undefined ? {} : { closedByHandAfter }),
  }
}
