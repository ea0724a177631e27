/** What may change under a worker that sleeps: the clock, and the service it speaks to. */
import type { SyncPorts } from '../steps/exchange.ts'
import { SLEEP_MS_MAX } from './admission-control.ts'

/**
 * The wall clock and the steady clock may drift apart this much between two looks before it counts
 * as a jump.
 */
const CLOCK_JUMP_MS = 15_000

/**
 * Notices that the machine slept or that somebody set the clock: the two clocks no longer agree,
 * or, where the steady one runs on in a sleep, the next look came far too late.
 */
export function createJumpWatch({ clock }: Pick<SyncPorts, 'clock'>) {
  let wallMs: number = clock.now()
  let steadyMs = clock.monotonicMs()
  return {
    hasJumped() {
      const [wall, steady] = [clock.now(), clock.monotonicMs()]
      const passedMs = steady - steadyMs
      const driftMs = wall - wallMs - passedMs
      wallMs = wall
      steadyMs = steady
      return Math.abs(driftMs) > CLOCK_JUMP_MS || passedMs > SLEEP_MS_MAX + CLOCK_JUMP_MS
    },
  }
}

/** Notices that the settings name another service or another company than at the last look. */
export function createServiceWatch(
  { store, serviceId, log }: Pick<SyncPorts, 'store' | 'serviceId' | 'log'>,
  onMoved: () => void,
) {
  let here: string | null = null
  return {
    notice() {
      const now = serviceId()
      if (now === here) return
      if (here !== null) onMoved()
      try {
        store.moveTo(now)
        here = now
      } catch (error) {
        // What goes where does not hang on it: it only says why at the receipts, and is tried again
        // at the next look.
        log('change of service not noted', { error: String(error) })
      }
    },
  }
}
