import type { EpochMs } from '#shared/core/brand.ts'
import { santiagoDate } from '#shared/time/santiago.ts'

/**
 * The browser's clock: ages on the screen and the year of a setting. What is decided by time is
 * decided by the core.
 */
export const browserNowMs = (): number => Date.now()

/** The year at the counter, not where the machine believes to be. */
export const browserYear = (): number => Number(browserDay().slice(0, 4))

/** The day at the counter, wherever the machine believes to be. */
export const browserDay = (): string => santiagoDate(browserNowMs() as EpochMs)
