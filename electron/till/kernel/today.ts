/**
 * The till's day: what every dated thing asks, from a sale to the end of a vale, so that a clock
 * set wrong dates nothing. An instant of the past has its day by `santiagoDate`; that of this
 * moment is told here alone (test/architecture/today.test.ts).
 */
import { counterDay, counterTime } from '#shared/time/counter-day.ts'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import type { Clock } from './ports.ts'

export type Today = () => IsoDate

interface TillDay {
  readonly today: Today
  /** An instant of about this moment, as the counter has it: what is in force goes by it. */
  counterTime(at: EpochMs): EpochMs
  /** Who knows how far the service's clock is from the machine's; nobody does before it. */
  heedServiceClock(skewMs: () => number | null): void
}

export function createTillDay(clock: Pick<Clock, 'now'>): TillDay {
  let skewMs: () => number | null = () => null
  return {
    today: () => counterDay(clock.now(), skewMs()),
    counterTime: (at) => counterTime(at, skewMs()),
    heedServiceClock(knower) {
      skewMs = knower
    },
  }
}
