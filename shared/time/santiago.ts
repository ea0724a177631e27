import type { EpochMs, IsoDate } from '../core/brand.ts'

const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Santiago',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Santiago',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/**
 * No day at the counter begins within a quarter of an hour of UTC: asked again within it, the
 * answer is known.
 */
const QUARTER_MS = 900_000
let latest: { readonly quarter: number; readonly date: IsoDate } | null = null

/** The day of an instant at the counter. A sale keeps this date however late it is sent. */
export function santiagoDate(at: EpochMs): IsoDate {
  const quarter = Math.floor(at / QUARTER_MS)
  if (latest?.quarter !== quarter) latest = { quarter, date: DAY.format(at) as IsoDate }
  return latest.date
}

/** `HH:MM:SS` at the counter. */
export function santiagoTime(at: EpochMs): string {
  return TIME.format(at)
}
