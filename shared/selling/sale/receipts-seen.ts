/**
 * How far back whoever may not see every receipt sees them. Pure: what is seen now follows from the
 * setting, the day, the open shift and who serves.
 */
import { z } from 'zod'
import type { IsoDate } from '../../core/brand.ts'
import { addDays } from '../../time/calendar.ts'

export const SEEN_WAYS = ['all', 'days', 'shift', 'own'] as const
export type SeenWay = (typeof SEEN_WAYS)[number]
export const SEEN_DAYS_MAX = 365

export const receiptsSeenSchema = z.object({
  /** `shift`: of the open shift; `own`: of those, what they sold themselves. */
  by: z.enum(SEEN_WAYS),
  /** With `days`: so many, today among them. */
  days: z.int().min(1).max(SEEN_DAYS_MAX),
})
export type ReceiptsSeen = z.output<typeof receiptsSeenSchema>

export const DEFAULT_RECEIPTS_SEEN: ReceiptsSeen = { by: 'all', days: 7 }

/** What a receipt must be to be seen; null in a field: it does not matter. */
export interface Sight {
  readonly from: IsoDate | null
  /** An id that no shift has: none is open, and nothing is seen. */
  readonly shiftId: string | null
  /** Who served, as it stands on the receipt. */
  readonly soldBy: string | null
}

export interface SeenNow {
  readonly today: IsoDate
  readonly usesShifts: boolean
  readonly openShiftId: string | null
  readonly name: string
}

const NO_SHIFT = ''

/** Null: everything is seen. Where a shop has no shifts, its day is one. */
export function sightOf({ by, days }: ReceiptsSeen, now: SeenNow): Sight | null {
  if (by === 'all') return null
  if (by === 'days') return { from: addDays(now.today, 1 - days), shiftId: null, soldBy: null }
  const soldBy = by === 'own' ? now.name : null
  return now.usesShifts
    ? { from: null, shiftId: now.openShiftId ?? NO_SHIFT, soldBy }
    : { from: now.today, shiftId: null, soldBy }
}

export interface SoldFacts {
  readonly date: IsoDate
  readonly shiftId: string | null
  readonly soldBy: string
}

export function isSeen(sight: Sight | null, sold: SoldFacts): boolean {
  if (sight === null) return true
  return (
    (sight.from === null || sold.date >= sight.from) &&
    (sight.shiftId === null || sold.shiftId === sight.shiftId) &&
    (sight.soldBy === null || sold.soldBy === sight.soldBy)
  )
}
