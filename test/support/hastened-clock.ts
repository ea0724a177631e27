/**
 * Real time on the day of the fixture, which a story may hasten: what a till does every half minute
 * is not waited for.
 */
import { systemClock } from '#till/adapters/system.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clock } from '#till/kernel/ports.ts'
import { NOON } from './manual-clock.ts'

export interface HastenedClock extends Clock {
  /** As if this long had gone by; what falls due meanwhile is done at once. */
  hasten(ms: number): void
}

interface Timer {
  readonly dueMs: number
  readonly callback: () => void
  cancel: () => void
}

export function hastenedClock(): HastenedClock {
  const startedAt = systemClock.now()
  const timers = new Set<Timer>()
  let skippedMs = 0
  const monotonicMs = () => systemClock.monotonicMs() + skippedMs
  const arm = (timer: Timer) => {
    timer.cancel = systemClock.after(timer.dueMs - monotonicMs(), () => {
      timers.delete(timer)
      timer.callback()
    })
  }
  return {
    now: () => (NOON + systemClock.now() - startedAt + skippedMs) as EpochMs,
    monotonicMs,
    uptimeMs: monotonicMs,
    after(delayMs, callback) {
      const timer: Timer = { dueMs: monotonicMs() + delayMs, callback, cancel: () => undefined }
      timers.add(timer)
      arm(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    hasten(ms) {
      skippedMs += ms
      for (const timer of timers) {
        timer.cancel()
        arm(timer)
      }
    },
  }
}
