/**
 * How long ago something was, whatever was done to the computer's clock since. While the till runs
 * or sleeps time goes on by how long its computer has been on; while it is shut by the wall clock,
 * of which every jump that was seen is taken off. A jump nobody saw, with the till shut, counts as
 * time. What would be of the future is of now.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { TillDatabase } from './database.ts'
import type { Clock } from './ports.ts'

/** A moment is a number of milliseconds of its own, `..._steady_ms`, that no clock shows. */
export interface SteadyTime {
  nowMs(): number
  ageMs(ofMs: number): number
  /** When that was, as the computer's clock is now. */
  shown(ofMs: number): EpochMs
  /** Writes down a jump that was seen; asked for again and again. */
  keep(): void
}

/** Wall clocks are set by less than this all the time. */
const JUMP_MS = 1_000

export function createSteadyTime(
  db: TillDatabase,
  clock: Pick<Clock, 'now' | 'uptimeMs'>,
): SteadyTime {
  const read = db.prepare<[], number>('SELECT jumped_ms FROM steady_clock').pluck()
  const write = db.prepare(`INSERT INTO steady_clock (one, jumped_ms) VALUES (1, ?)
    ON CONFLICT (one) DO UPDATE SET jumped_ms = excluded.jumped_ms`)
  let keptMs = read.get() ?? 0
  const originMs = clock.now() - keptMs - clock.uptimeMs()
  const nowMs = () => Math.round(originMs + clock.uptimeMs())
  const ageMs = (ofMs: number) => Math.max(0, nowMs() - ofMs)
  return {
    nowMs,
    ageMs,
    shown: (ofMs) => (clock.now() - ageMs(ofMs)) as EpochMs,
    keep() {
      const jumpedMs = clock.now() - nowMs()
      if (Math.abs(jumpedMs - keptMs) <= JUMP_MS) return
      keptMs = jumpedMs
      write.run(keptMs)
    },
  }
}
