/**
 * The time that several processes on one database share: the database's. Whose clock is ahead would
 * take what others have in hand before their lease is over, and send it a second time.
 */
import { performance } from 'node:perf_hooks'
import { clearInterval, setInterval } from 'node:timers'
import type { EpochMs } from '#shared/core/brand.ts'
import { systemClock, type Clock } from '../core/ports.ts'
import { TIME_LOOK_MS } from './storage.ts'

/** A machine that is further off has no time service; it says so instead of starting. */
export const CLOCK_OFF_MS_MAX = 2_000
const FIRST_LOOKS = 3
/** The wall and the monotonic clock part by more only where one is set, or the machine sleeps. */
const PARTED_MS = 500

export interface DatabaseClock extends Clock {
  /**
   * False from when the machine has slept, or somebody set its clock, until the database has been
   * asked again: nothing is taken in hand or sent by a lease meanwhile.
   */
  readonly isSure: () => boolean
  /** How far this machine's clock is ahead of the database's, in milliseconds. */
  readonly aheadMs: () => number
  readonly close: () => void
}

interface Look {
  /** Of the database, when half of the question's time was over. */
  readonly databaseMs: number
  readonly wallMs: number
  readonly monotonicMs: number
  readonly tookMs: number
}

/** `ask` answers the database's time in milliseconds. Rejects when it cannot be asked. */
export async function openDatabaseClock(ask: () => Promise<number>): Promise<DatabaseClock> {
  const look = async (): Promise<Look> => {
    const startedMs = performance.now()
    const databaseMs = await ask()
    const monotonicMs = performance.now()
    const tookMs = monotonicMs - startedMs
    return { databaseMs: databaseMs + tookMs / 2, wallMs: systemClock.now(), monotonicMs, tookMs }
  }
  let last = await look()
  for (let more = 1; more < FIRST_LOOKS; more += 1) last = quicker(last, await look())
  // Without the database nothing is taken in hand; what was known of its time is good meanwhile.
  const timer = setInterval(() => {
    look().then(
      (seen) => (last = seen),
      () => {},
    )
  }, TIME_LOOK_MS)
  timer.unref()
  const sinceMs = () => performance.now() - last.monotonicMs
  return {
    now: () => Math.round(last.databaseMs + sinceMs()) as EpochMs,
    isSure: () => Math.abs(systemClock.now() - last.wallMs - sinceMs()) <= PARTED_MS,
    aheadMs: () => last.wallMs - last.databaseMs,
    close: () => clearInterval(timer),
  }
}

const quicker = (one: Look, other: Look): Look => (one.tookMs <= other.tookMs ? one : other)
