/** The suites with the machine's clock set to another day, through Debian's libfaketime. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { wallClockMs } from './wall-clock.ts'

/** A first of a month, a leap day, a year's last day. */
export const OTHER_DATES = ['2027-03-01', '2028-02-29', '2030-12-31']
/** 22:00 in Chile's summer: still that day there, already the next one in UTC. */
const CHILEAN_EVENING_UTC_MS = 25 * 3_600_000
const LIBRARY = 'libfaketime.so.1'

/** Where Debian keeps the library; null when it is not installed. */
export function fakeTimeLibrary(libraries = '/usr/lib'): string | null {
  if (!existsSync(libraries)) return null
  return (
    readdirSync(libraries, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(libraries, entry.name, 'faketime', LIBRARY))
      .find((file) => existsSync(file)) ?? null
  )
}

/** The variables under which a program lives on the evening of that day (YYYY-MM-DD). */
export function withClockOf(date: string): Readonly<Record<string, string>> {
  const offsetSeconds = Math.round(
    (Date.parse(date) + CHILEAN_EVENING_UTC_MS - wallClockMs()) / 1000,
  )
  return {
    LD_PRELOAD: fakeTimeLibrary() ?? '',
    FAKETIME: `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}`,
    // The event loop's timers count on a clock that no setting moves.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
