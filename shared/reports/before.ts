/** Which earlier days some days are held against, and what a figure has changed since. */
import type { IsoDate } from '../core/brand.ts'
import { addDays, addMonths, DAY_MS, noonOf } from '../time/calendar.ts'
import { weekdayOf, type DayRange, type RangeKind } from './day-range.ts'

/**
 * `before`: the days right before, or the same days of the week, month or year before where the
 * range begins with one. `weekdays`: as many whole weeks earlier as they last, so that
 * Saturdays stand beside Saturdays. `lastYear`: the same dates.
 */
export const BASES = ['before', 'weekdays', 'lastYear'] as const
export type Basis = (typeof BASES)[number]

/**
 * Ends before the range begins. Never longer than it, but for a whole month or year. `kind` is what
 * the days were asked as: on its first day a week is as short as a day, and still a week.
 */
export function earlierThan(
  range: DayRange,
  basis: Basis,
  kind: RangeKind | null = null,
): DayRange {
  switch (basis) {
    case 'before':
      return rightBefore(range, kind)
    case 'weekdays': {
      const days = Math.ceil(lengthOf(range) / 7) * 7
      return { from: addDays(range.from, -days), to: addDays(range.to, -days) }
    }
    case 'lastYear':
      return yearsBefore(range)
  }
}

/** As few years as it takes to end before it begins: counted in dates, for years differ in days. */
function yearsBefore(range: DayRange): DayRange {
  for (let years = 1; ; years += 1) {
    const earlier = monthsBefore(range, years * 12)
    if (earlier.to < range.from) return earlier
  }
}

/** Days of it. */
export const lengthOf = ({ from, to }: DayRange): number =>
  Math.round((noonOf(to).getTime() - noonOf(from).getTime()) / DAY_MS) + 1

function rightBefore(range: DayRange, kind: RangeKind | null): DayRange {
  const { from, to } = range
  const days = lengthOf(range)
  const isAs = (asked: RangeKind) => days > 1 || kind === asked
  if (isAs('week') && days <= 7 && weekdayOf(from) === 0) return earlierThan(range, 'weekdays')
  if (isAs('month') && from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7))
    return monthsBefore(range, 1)
  if (isAs('year') && from.endsWith('-01-01') && from.slice(0, 4) === to.slice(0, 4))
    return monthsBefore(range, 12)
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/** A range that ends with its month ends with that one, too. */
function monthsBefore({ from, to }: DayRange, months: number): DayRange {
  const isWhole = addDays(to, 1).endsWith('-01') && from.endsWith('-01')
  const earlier = addMonths(from, -months)
  if (isWhole) return { from: earlier, to: addDays(addMonths(addDays(to, 1), -months), -1) }
  return { from: earlier, to: addMonths(to, -months) }
}

interface Change {
  readonly clp: number
  /** Tenths of a percent of what was before; null where that was nothing, or less. */
  readonly tenths: number | null
}

export function changeOf(nowClp: number, beforeClp: number): Change {
  const clp = nowClp - beforeClp
  return { clp, tenths: beforeClp > 0 ? Math.round((clp * 1000) / beforeClp) : null }
}

/** What makes a comparison less than it looks. */
interface Shortfall {
  /** Nothing was sold in this till before; null where it sold all of those days. */
  readonly since: IsoDate | null
  /** No day of it lies after this till's first sale. */
  readonly isEmpty: boolean
  /** The later days are not over yet. */
  readonly isRunning: boolean
}

/** `first`: of the till's first sale; null where it never sold. */
export function shortfallOf(
  { range, earlier }: { readonly range: DayRange; readonly earlier: DayRange },
  first: IsoDate | null,
  today: IsoDate,
): Shortfall {
  const isEmpty = first === null || first > earlier.to
  return {
    isEmpty,
    since: !isEmpty && first > earlier.from ? first : null,
    isRunning: range.from <= today && today <= range.to,
  }
}
