/** Days of the calendar, which belong to no time zone. */
import type { IsoDate } from '../core/brand.ts'

export const DAY_MS = 86_400_000

/** Noon of a day, UTC: the same day in every zone a till stands in. */
export function noonOf(date: string): Date {
  return new Date(`${date}T12:00:00Z`)
}

/** The day of an instant, in UTC. */
export function utcDate(at: number | Date): IsoDate {
  return new Date(at).toISOString().slice(0, 10) as IsoDate
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return utcDate(noonOf(date).getTime() + days * DAY_MS)
}

/** The same day of a later month; the last of it where it has no such day. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const noon = noonOf(date)
  const [year, month] = [noon.getUTCFullYear(), noon.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return utcDate(Date.UTC(year, month, Math.min(noon.getUTCDate(), lastDay)))
}

/** Null where the calendar has no such day. */
export function realDay(year: number, month: number, day: number): IsoDate | null {
  const date = utcDate(Date.UTC(year, month - 1, day))
  return Number(date.slice(8)) === day && Number(date.slice(5, 7)) === month ? date : null
}

/** `YYYY-MM-DD` as `DD-MM-YYYY`, the order Chilean paper uses. */
export function printDate(date: string): string {
  return date.split('-').toReversed().join('-')
}

/** The day of a text that begins with `DD-MM-YYYY`; null where none does. */
export function printedDay(text: string): IsoDate | null {
  const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})/.exec(text) ?? []
  return year === undefined ? null : (`${year}-${month}-${day}` as IsoDate)
}
