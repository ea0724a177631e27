/**
 * A look that found nothing is left out while nothing was written since, by this till or by a
 * worker beside it, and nothing else it goes by is another.
 */
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'
import { LOOK_EVERY_MS, type Step } from './step.ts'

/** Taken all the same then: what only waits for its time is found so much later at most. */
const LOOK_ANYWAY_MS = 5_000

/** `by`: what the look goes by besides, that no database says. */
export type Looks = (look: Step, by?: () => string) => Step

export function createLooks(db: TillDatabase, clock: Pick<Clock, 'monotonicMs'>): Looks {
  const written = db.prepare<[], number>('SELECT total_changes()').pluck()
  const writtenByOthers = db.prepare<[], number>('PRAGMA data_version').pluck()
  return (look, by = () => '') => {
    let nothing: { readonly state: string; readonly atMs: number } | null = null
    return async (signal) => {
      const state = `${written.get()} ${writtenByOthers.get()} ${by()}`
      const atMs = clock.monotonicMs()
      if (nothing?.state === state && atMs - nothing.atMs < LOOK_ANYWAY_MS) return LOOK_EVERY_MS
      nothing = null
      const restMs = await look(signal)
      // What was written meanwhile is looked at.
      if (restMs === LOOK_EVERY_MS) nothing = { state, atMs }
      return restMs
    }
  }
}
