/**
 * The drawer of a sale without paper, which no paper opens: owed on disk with the sale, tried until
 * it is open, or until it would open in front of the next customer.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Clock, PrintOutcome } from '../ports.ts'
import { DRAWER_USEFUL_MS } from './print-worker.ts'

/** Short: a cashier closes the cover, or puts the plug in, right now. */
const RETRY_MS = 1_000

export interface DrawerKickPorts {
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
  // Also what lies ahead: the clock was set back since.
  const giveUp = db.prepare(
    'UPDATE drawer_kick SET over_at_ms = ? WHERE over_at_ms IS NULL AND at_ms NOT BETWEEN ? AND ?',
  )
  const end = db.prepare(
    'UPDATE drawer_kick SET over_at_ms = ? WHERE over_at_ms IS NULL AND at_ms <= ?',
  )
  const isOwed = db.prepare('SELECT 1 FROM drawer_kick WHERE over_at_ms IS NULL LIMIT 1').pluck()
  let isTrying = false
  const hasOwed = () => {
    if (isOwed.get() === undefined) return false
    const now = clock.now()
    giveUp.run(now, now - DRAWER_USEFUL_MS, now)
    return isOwed.get() !== undefined
  }
  const tryOnce = async () => {
    const begunAt = clock.now()
    const outcome = await kick().catch(() => null)
    // In trouble it may still open; anything else will not get better.
    const isHeld = outcome === null || outcome.kind === 'held'
    if (!isHeld && !isOver()) end.run(clock.now(), begunAt)
  }
  const attempt = () => {
    if (isTrying || isOver() || !hasOwed()) return
    isTrying = true
    void tryOnce().finally(() => {
      isTrying = false
      // A sale of meanwhile is owed as well.
      if (!isOver() && hasOwed()) clock.after(RETRY_MS, attempt)
    })
  }
  return { owe: (saleId, atMs) => void owe.run(saleId, atMs), kick: attempt }
}
