/** Seals what was there before the seal, a slice at a time, while the counter goes on. */
import type { StopSignal } from '#shared/bridge/contract.ts'
import type { Log } from '#shared/core/ports.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { pause } from '../kernel/pause.ts'
import type { Clock } from '../kernel/ports.ts'
import { chainOf } from './chain.ts'

/** Two thirds of the time at least are the counter's. */
export const BETWEEN_SLICES_MS = 25

interface SealBehindPorts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly log: Log
  /** The database is closed when it aborts. */
  readonly ended: StopSignal
  /** Nothing more is written: a commit of unknown outcome, or a till that has moved away. */
  readonly isHalted: () => boolean
}

/** A command that comes meanwhile waits no longer than this. */
const SLICE_MS = 8
/** After an error of the disk, which others report as well. */
const RETRY_MS = 60_000

/** Resolves when everything is sealed, or at the end; the next start goes on with what is left. */
export async function sealBehind({ db, clock, log, ended, isHalted }: SealBehindPorts) {
  const chain = chainOf(db)
  for (;;) {
    if (ended.aborted || isHalted()) return
    let delayMs = BETWEEN_SLICES_MS
    try {
      const beganMs = clock.monotonicMs()
      if (!chain.sealMore(() => clock.monotonicMs() - beganMs >= SLICE_MS)) return
    } catch (error) {
      log('older rows could not be sealed', { error: String(error) })
      delayMs = RETRY_MS
    }
    await pause(clock, delayMs, ended)
  }
}
