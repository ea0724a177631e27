/**
 * The machine's clock, for tests that talk to a program running on it. A test that holds the clock
 * itself asks that clock for the day: the two are years apart (`test/architecture/clocks.test.ts`,
 * `npm run test:dates`).
 */
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { dayInChile } from './day-in-chile.ts'

export const wallClockMs = (): EpochMs => Date.now() as EpochMs

export const todayInChile = (): IsoDate => dayInChile(wallClockMs())
