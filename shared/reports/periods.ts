/** Years, months and days whose kept sums add up to a range of days. */
import type { IsoDate } from '../core/brand.ts'
import { addDays, addMonths } from '../time/calendar.ts'
import type { DayRange } from './day-range.ts'

/** `2026`, `202611` or `20261123`: a number says which days it holds. */
type Period = number

export const dayPeriod = (date: string): Period => Number(date.replaceAll('-', ''))

/** Of one day: itself, its month and its year. */
export function periodsOfDay(date: string): readonly [Period, Period, Period] {
  const day = dayPeriod(date)
  return [day, Math.floor(day / 100), Math.floor(day / 10_000)]
}

/** `20261123` as its date. */
export function dateOfPeriod(period: Period): IsoDate {
  const text = String(period)
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}` as IsoDate
}

/** From the first to the last; of one length. */
export type PeriodRun = readonly [Period, Period]

/**
 * As few runs as possible: whole years, then whole months, then days. `known` is where there are
 * sums at all: a range that begins before all of them holds their whole first year.
 */
export function periodsOf(range: DayRange, known: DayRange): readonly PeriodRun[] {
  const { from, to } = widened(range, known)
  const runs: PeriodRun[] = []
  for (let at = from; at <= to; ) {
    const [whole, next] = longestFrom(at, to)
    runs.push(whole)
    at = next
  }
  return runs
}

const firstOfYear = (date: string) => `${date.slice(0, 4)}-01-01` as IsoDate
const lastOfYear = (date: string) => `${date.slice(0, 4)}-12-31` as IsoDate

function widened({ from, to }: DayRange, known: DayRange): DayRange {
  return {
    from: from <= known.from ? firstOfYear(known.from) : from,
    to: to >= known.to ? lastOfYear(known.to) : to,
  }
}

/** What begins on a day and ends within the range, and the day after it. */
function longestFrom(at: IsoDate, to: IsoDate): readonly [PeriodRun, IsoDate] {
  const [day, month, year] = periodsOfDay(at)
  const yearEnd = lastOfYear(at)
  if (at === firstOfYear(at) && yearEnd <= to) return [[year, year], addDays(yearEnd, 1)]
  const nextMonth = addMonths(`${at.slice(0, 8)}01` as IsoDate, 1)
  const monthEnd = addDays(nextMonth, -1)
  if (at.endsWith('-01') && monthEnd <= to) return [[month, month], nextMonth]
  const last = monthEnd < to ? monthEnd : to
  return [[day, dayPeriod(last)], addDays(last, 1)]
}
