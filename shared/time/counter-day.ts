/** The day a sale is dated with, where the machine's clock may be wrong. */
import type { EpochMs, IsoDate } from '../core/brand.ts'
import { santiagoDate } from './santiago.ts'

/** Further off than this the machine's clock is set wrong; the service's tells the day then. */
const CLOCK_OFF_MS = 12 * 3_600_000

/**
 * An instant of the machine's clock as the counter has it. `skewMs`: the service's clock less the
 * machine's; null before it has told its own.
 */
export function counterTime(at: EpochMs, skewMs: number | null): EpochMs {
  const isOff = skewMs !== null && Math.abs(skewMs) > CLOCK_OFF_MS
  return isOff ? ((at + skewMs) as EpochMs) : at
}

export function counterDay(now: EpochMs, skewMs: number | null): IsoDate {
  return santiagoDate(counterTime(now, skewMs))
}
