/**
 * The drawer of a sale without paper, which no paper opens: owed on disk with the sale, tried until
 * it is open, or until it would open in front of the next customer.
 */
import Database from 'better-sqlite3'
import type { SaleId } from '#shared/core/brand.ts'
import { nowOrInTurn, unattended } from '../kernel/background.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock, PrintOutcome } from '../kernel/ports.ts'
import { DRAWER_USEFUL_MS } from './print-worker.ts'

/** Short: a cashier closes the cover, or puts the plug in, right now. */
const RETRY_MS = 1_000

interface DrawerKickPorts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly kick: () => Promise<PrintOutcome>
  /** Nothing is written any more. */
  readonly isOver: () => boolean
}

export interface DrawerKicks {
  /** In the transaction of its sale. */
  owe(saleId: SaleId, atMs: number): void
  /** Tries what is owed; several sales open the drawer once. */
  kick(): void
}

export function createDrawerKicks({ db, clock, kick, isOver }: DrawerKickPorts): DrawerKicks {
  const owe = db.prepare('INSERT INTO drawer_kick (sale_id, at_ms) VALUES (?, ?)')
  const isOwed = db
    .prepare<[number, number, number], number>(
      `SELECT 1 FROM drawer_kick
        WHERE over_at_ms IS NULL AND at_ms BETWEEN ? AND ? AND at_ms > ? LIMIT 1`,
    )
    .pluck()
  // Also what lies ahead: the clock was set back since.
  const giveUp = db.prepare(
    'UPDATE drawer_kick SET over_at_ms = ? WHERE over_at_ms IS NULL AND at_ms NOT BETWEEN ? AND ?',
  )
  const end = db.prepare(
    'UPDATE drawer_kick SET over_at_ms = ? WHERE over_at_ms IS NULL AND at_ms <= ?',
  )
  let isTrying = false
  /** What has opened and could not be written down. */
  let openedUpToMs = -1
  const hasOwed = () => {
    // Most sales owe nothing, and write nothing here.
    if (isOwed.get(0, Number.MAX_SAFE_INTEGER, -1) === undefined) return false
    const now = clock.now()
    const since = now - DRAWER_USEFUL_MS
    isWritten(() => giveUp.run(now, since, now))
    return isOwed.get(since, now, openedUpToMs) !== undefined
  }
  const tryOnce = async () => {
    const begunAt = clock.now()
    const outcome = await kick().catch(() => null)
    // In trouble it may still open; anything else will not get better.
    if (outcome === null || outcome.kind === 'held' || isOver()) return
    openedUpToMs = isWritten(() => end.run(clock.now(), begunAt)) ? -1 : begunAt
  }
  const attempt = () => {
    if (isTrying || isOver() || !hasOwed()) return
    isTrying = true
    const goOn = () => {
      isTrying = false
      // A sale of meanwhile is owed as well.
      if (!isOver() && hasOwed()) clock.after(RETRY_MS, attempt)
    }
    unattended(
      clock,
      tryOnce().finally(() => nowOrInTurn(clock, goOn)),
    )
  }
  return { owe: (saleId, atMs) => void owe.run(saleId, atMs), kick: attempt }
}

/** A full disk takes no note of a drawer: the sale stands all the same, and so does the till. */
function isWritten(write: () => unknown): boolean {
  try {
    write()
    return true
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return false
  }
}
