/**
 * How often the service is asked for what seldom changes: as often as the step says, then half as
 * often each time it says the same, while nothing at all is heard of the shop. What changes is
 * heard with the shop's version, which the service holds no longer than a moment.
 */
import type { Clock } from '../kernel/ports.ts'
import { pause } from '../kernel/pause.ts'

/** The longest rest of a till in a shop where nothing happens. */
const EASED_REST_MS_MAX = 60_000

interface Easing {
  /** Something was heard of the shop. */
  stir(): void
  /** Rests of one step. */
  rests(): (restMs: number, signal: AbortSignal) => Promise<void>
}

export function createEasing(clock: Pick<Clock, 'after'>): Easing {
  let stirred = new AbortController()
  return {
    stir() {
      stirred.abort()
      stirred = new AbortController()
    },
    rests() {
      let [lastMs, easedMs] = [0, 0]
      return async (restMs, signal) => {
        const still = AbortSignal.any([signal, stirred.signal])
        easedMs = restMs === lastMs ? Math.min(EASED_REST_MS_MAX, 2 * easedMs) : restMs
        lastMs = restMs
        await pause(clock, restMs, signal)
        await pause(clock, Math.max(0, easedMs - restMs), still)
        if (still.aborted) easedMs = restMs
      }
    },
  }
}
