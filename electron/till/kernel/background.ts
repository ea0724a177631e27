/**
 * What runs though no command asked for it. All of it runs in turns of one clock, so this is the
 * one place where it can fail: whatever throws ends here, is written to the log, and has its turn
 * again. Nothing a disk refuses may end the program, or a worker of it, in silence.
 */
import type { Log } from '#shared/core/ports.ts'
import type { Clock } from './ports.ts'

/** Rest of a turn that failed: as on a full disk, where the next try is likely to fail as well. */
const BACKGROUND_REST_MS = 1_000

/**
 * The clock for everything behind the counter. A turn that throws is taken again, so it does its
 * work anew from the start, and asks for the next turn last. `isOver`: its core has been closed.
 */
export function backgroundClock(
  clock: Clock,
  log: Log,
  onFailed: (error: unknown) => void,
  isOver: () => boolean,
): Clock {
  return {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    uptimeMs: () => clock.uptimeMs(),
    after(delayMs, callback) {
      let cancel = () => {}
      let isCancelled = false
      const turn = () => {
        try {
          callback()
        } catch (error) {
          // Nobody waits for what a closed database refuses; tried again, it never ended.
          if (isOver()) return
          log('work in the background failed', { error: String(error) })
          onFailed(error)
          if (!isCancelled) cancel = clock.after(BACKGROUND_REST_MS, turn)
        }
      }
      cancel = clock.after(delayMs, turn)
      return () => {
        isCancelled = true
        cancel()
      }
    },
  }
}

/** Work nobody waits for: what it throws is a failed turn, with nothing left to try again. */
export function unattended(clock: Pick<Clock, 'after'>, work: Promise<unknown> | undefined): void {
  work?.catch((error: unknown) => {
    let isSaid = false
    clock.after(0, () => {
      if (isSaid) return
      isSaid = true
      throw error
    })
  })
}

/**
 * Does it now; where that fails, in a turn of its own. For what follows from an answer or an event:
 * whoever brings one has nothing to do with the disk.
 */
export function nowOrInTurn(clock: Pick<Clock, 'after'>, work: () => void): void {
  try {
    work()
  } catch {
    clock.after(0, work)
  }
}
