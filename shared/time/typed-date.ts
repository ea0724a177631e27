/** A day as people in Chile type it: day, month, year, whatever the browser's language would do. */
import type { IsoDate } from '../core/brand.ts'
import { realDay } from './calendar.ts'

/** Longest text a day may be typed as. */
export const TYPED_DATE_CHARS_MAX = 10

/**
 * `31-12-2026`, also with slashes, points or spaces, without zeros, with two digits of the year, or
 * as `31122026`; a day that was copied as `2026-12-31` as well. Null where it is no day.
 */
export function typedDate(text: string): IsoDate | null {
  const typed = text.trim()
  const copied = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed)
  if (copied) return realDay(Number(copied[1]), Number(copied[2]), Number(copied[3]))
  const parts =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  if (!parts) return null
  const [, day, month, year = ''] = parts
  return realDay(Number(year) + (year.length === 2 ? 2000 : 0), Number(month), Number(day))
}
