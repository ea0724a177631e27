/** Days of the shop's calendar that a report is about. */
import type { IsoDate } from '../core/brand.ts'
import { addDays, addMonths, noonOf } from '../time/calendar.ts'

/** Both days belong to it. */
export interface DayRange {
  readonly from: IsoDate
  readonly to: IsoDate
}

export const RANGE_KINDS = ['today', 'yesterday', 'week', 'month', 'lastMonth', 'year'] as const
export type RangeKind = (typeof RANGE_KINDS)[number]

/** Weeks begin on Monday; this week, month and year end today. */
export function rangeOf(kind: RangeKind, today: IsoDate): DayRange {
  const firstOfMonth = `${today.slice(0, 8)}01` as IsoDate
  switch (kind) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'week':
      return { from: addDays(today, -weekdayOf(today)), to: today }
    case 'month':
      return { from: firstOfMonth, to: today }
    case 'lastMonth':
      return { from: addMonths(firstOfMonth, -1), to: addDays(firstOfMonth, -1) }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01` as IsoDate, to: today }
  }
}

/** The earlier day first. */
export function ordered({ from, to }: DayRange): DayRange {
  return from <= to ? { from, to } : { from: to, to: from }
}

/** 0 is Monday. */
export function weekdayOf(date: string): number {
  return (noonOf(date).getUTCDay() + 6) % 7
}
