import type { EpochMs } from '#shared/core/brand.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'

/** Day and minute at the counter. */
export const whenText = (at: EpochMs): string =>
  `${printDate(santiagoDate(at))} ${santiagoTime(at).slice(0, 5)}`
