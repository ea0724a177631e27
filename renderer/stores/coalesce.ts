/**
 * Turns a burst of events into one action: at once for the first, then at most one per interval.
 */
import type { Timers } from './draft-saver.ts'

/** The status bar and lists never redraw faster than this, however fast a backlog drains. */
export const FEED_INTERVAL_MS = 250

export function coalesce(timers: Timers, intervalMs: number, action: () => void): () => void {
  let isResting = false
  let isWanted = false
  function run(): void {
    isResting = true
    isWanted = false
    timers.after(intervalMs, () => {
      isResting = false
      if (isWanted) run()
    })
    action()
  }
  return () => {
    if (isResting) isWanted = true
    else run()
  }
}
