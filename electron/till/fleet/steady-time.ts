/**
 * How long ago something was, whatever was done to the computer's clock since. While the till runs
 * or sleeps time goes on by how long its computer has been on; while it is shut by the wall clock,
 * of which every jump that was seen is taken off. A jump nobody saw, with the till shut, counts as
 * time. What would be of the future is of now.
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
  clock: Pick<Clock, 'now' | 'uptimeMs'>,
): SteadyTime {
  const read = db.prepare<[], number>('SELECT jumped_ms FROM fleet_clock').pluck()
  const write = db.prepare(`INSERT INTO fleet_clock (one, jumped_ms) VALUES (1, ?)
    ON CONFLICT (one) DO UPDATE SET jumped_ms = excluded.jumped_ms`)
  let keptMs = read.get() ?? 0
  const originMs = clock.now() - keptMs - clock.uptimeMs()
  const now = (): Moment => ({
    wallMs: clock.now(),
    steadyMs: Math.round(originMs + clock.uptimeMs()),
  })
  return {
    now,
    ageMs: (of) => Math.max(0, now().steadyMs - of.steadyMs),
    keep() {
      const { wallMs, steadyMs } = now()
      if (Math.abs(wallMs - steadyMs - keptMs) <= JUMP_MS) return
      keptMs = wallMs - steadyMs
      write.run(keptMs)
    },
  }
}
