/**
 * How long ago something was, whatever was done to the computer's clock since. While the till runs
 * time goes on by its steady clock; while it is shut by the wall clock, of which every jump that
 * was seen is taken off. A jump nobody saw, with the till shut, counts as time.
 *
 * Steady clocks stand still while a computer sleeps, and the wall clock jumps ahead by it: so of
 * both ages the longer one holds. What would be of the future is of now.
 */
import type { Clock } from '../kernel/ports.ts'
import type { TillDatabase } from '../kernel/database.ts'

/** Of one moment, by both clocks; milliseconds. */
export interface Moment {
  readonly wallMs: number
  readonly steadyMs: number
}

export interface SteadyTime {
  now(): Moment
  ageMs(of: Moment): number
  /** Writes down a jump that was seen; asked for again and again. */
  keep(): void
}

/** Wall clocks are set by less than this all the time. */
const JUMP_MS = 1_000

export function createSteadyTime(
  db: TillDatabase,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
): SteadyTime {
  const read = db.prepare<[], number>('SELECT jumped_ms FROM fleet_clock').pluck()
  const write = db.prepare(`INSERT INTO fleet_clock (one, jumped_ms) VALUES (1, ?)
    ON CONFLICT (one) DO UPDATE SET jumped_ms = excluded.jumped_ms`)
  let keptMs = read.get() ?? 0
  const originMs = clock.now() - keptMs - clock.monotonicMs()
  const now = (): Moment => ({
    wallMs: clock.now(),
    steadyMs: Math.round(originMs + clock.monotonicMs()),
  })
  return {
    now,
    ageMs(of) {
      const { wallMs, steadyMs } = now()
      return Math.max(0, wallMs - of.wallMs, steadyMs - of.steadyMs)
    },
    keep() {
      const { wallMs, steadyMs } = now()
      if (Math.abs(wallMs - steadyMs - keptMs) <= JUMP_MS) return
      keptMs = wallMs - steadyMs
      write.run(keptMs)
    },
  }
}
