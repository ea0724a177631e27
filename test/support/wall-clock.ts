/**
 * The machine's clock, for tests that talk to a program running on it. A test that holds the clock
 * itself asks that clock for the day: the two are years apart (`test/architecture/clocks.test.ts`,
 * `npm run test:dates`).
 */
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { localDate } from '../../electron/service/core/local-time.ts'

export const wallClockMs = (): EpochMs => Date.now() as EpochMs

/**
 * The calendar day in Chile, which a document of that moment carries; UTC is a day ahead there
 * every evening.
 */
export const dayInChile = (at: EpochMs): IsoDate => localDate('CHL', at)

export const todayInChile = (): IsoDate => dayInChile(wallClockMs())
