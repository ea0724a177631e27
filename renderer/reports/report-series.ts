/** What a report's chart draws: sales by hour, by day or by month, and what they were before. */
import type { ReportTotals } from '#shared/reports/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { lengthOf } from '#shared/reports/before.ts'
import type { DayRange } from '#shared/reports/day-range.ts'
import { addDays, addMonths } from '#shared/time/calendar.ts'

interface ReportSeries {
  readonly by: 'hour' | 'day' | 'month'
  readonly points: readonly SeriesPoint[]
}

/** Pesos; null where nobody can know: before the till's first sale, or after today. */
export interface SeriesPoint {
  /** The hour, the day, or the first day of the month. */
  readonly at: number | IsoDate
  readonly now: number | null
  /** Null as well where there is nothing to stand beside. */
  readonly before: number | null
}

/** More days than this are said by month: one can still be hit by a finger. */
export const DAYS_DRAWN_MAX = 62

/** The moment of whoever looks: what comes after it is no nothing. */
export interface Moment {
  readonly today: IsoDate
  /** 0 to 23. */
  readonly hour: number
}

/** What is drawn of a report, whose last day may still be to come. */
export function seriesOf(
  view: ReportTotals,
  earlier: ReportTotals | null,
  { today, hour }: Moment,
): ReportSeries {
  const days = lengthOf(view)
  if (days === 1) return { by: 'hour', points: hourPoints(view, earlier, { today, hour }) }
  if (days <= DAYS_DRAWN_MAX) return { by: 'day', points: dayPoints(view, earlier, today) }
  const months = monthPoints(view, earlier, today)
  return { by: 'month', points: months.length > DAYS_DRAWN_MAX ? known(months) : months }
}

/** Of a range of decades most months are before the first sale or still to come. */
function known(points: readonly SeriesPoint[]): SeriesPoint[] {
  const isKnownPoint = ({ now, before }: SeriesPoint) => now !== null || before !== null
  const [first, last] = [points.findIndex(isKnownPoint), points.findLastIndex(isKnownPoint)]
  return first === -1 ? [] : points.slice(first, last + 1)
}

/** Short, as the axis has room for it: a day on which more came back than was sold is below it. */
export function axisMoney(value: number, locale: string): string {
  // Chile's own short form is "40 k", which nobody says; "40 mil" is what the language has.
  const spoken = new Intl.Locale(locale).language
  const short = new Intl.NumberFormat(spoken, { notation: 'compact', maximumFractionDigits: 1 })
  return `${value < 0 ? '-' : ''}$${short.format(Math.abs(value))}`
}

/** Hours between which most shops are open: the axis of a day looks the same from day to day. */
const USUAL_HOURS = { first: 8, last: 20 }

/** The usual hours, and as far beyond them as there was a sale. */
function hourPoints(
  view: ReportTotals,
  earlier: ReportTotals | null,
  { today, hour: nowHour }: Moment,
): SeriesPoint[] {
  const totals = (of: ReportTotals | null) =>
    new Map(of?.hours.map(({ hour, totalClp }) => [hour, Number(totalClp)]))
  const [now, before] = [totals(view), totals(earlier)]
  const all = [...now.keys(), ...before.keys()]
  if (all.length === 0) return []
  const first = Math.min(USUAL_HOURS.first, ...all)
  const last = Math.max(USUAL_HOURS.last, ...all)
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const hour = first + at
    return {
      at: hour,
      now:
        isKnown(view.from, view, today) && (view.from < today || hour <= nowHour || now.has(hour))
          ? (now.get(hour) ?? 0)
          : null,
      before:
        earlier !== null && isKnown(earlier.from, earlier, today) ? (before.get(hour) ?? 0) : null,
    }
  })
}

function dayPoints(
  view: ReportTotals,
  earlier: ReportTotals | null,
  today: IsoDate,
): SeriesPoint[] {
  const [now, before] = [dayTotals(view, today), dayTotals(earlier, today)]
  return Array.from({ length: lengthOf(view) }, (_, at) => ({
    at: addDays(view.from, at),
    now: now(addDays(view.from, at)),
    before: earlier === null ? null : before(addDays(earlier.from, at)),
  }))
}

/** Null outside of the range as well: the days before may be fewer. */
function dayTotals(view: ReportTotals | null, today: IsoDate) {
  const totals = new Map(view?.days.map(({ date, totalClp }) => [date, Number(totalClp)]))
  return (date: IsoDate): number | null => {
    if (view === null || date > view.to || !isKnown(date, view, today)) return null
    return totals.get(date) ?? 0
  }
}

const isKnown = (date: IsoDate, { since }: Pick<ReportTotals, 'since'>, today: IsoDate): boolean =>
  since !== null && since <= date && date <= today

function monthPoints(
  view: ReportTotals,
  earlier: ReportTotals | null,
  today: IsoDate,
): SeriesPoint[] {
  const [now, before] = [monthTotals(view, today), monthTotals(earlier, today)]
  const months = monthsOf(view)
  const monthsBefore = earlier === null ? [] : monthsOf(earlier)
  return months.map((month, at) => {
    const beside = monthsBefore[at]
    return { at: month, now: now(month), before: beside === undefined ? null : before(beside) }
  })
}

function monthTotals(view: ReportTotals | null, today: IsoDate) {
  const totals = new Map<string, number>()
  for (const { date, totalClp } of view?.days ?? [])
    totals.set(date.slice(0, 7), (totals.get(date.slice(0, 7)) ?? 0) + totalClp)
  return (month: IsoDate): number | null => {
    const last = addDays(addMonths(month, 1), -1)
    const isUnknown = view === null || view.since === null || view.since > last || month > today
    return isUnknown ? null : (totals.get(month.slice(0, 7)) ?? 0)
  }
}

function monthsOf({ from, to }: DayRange): IsoDate[] {
  const months: IsoDate[] = []
  for (let at = `${from.slice(0, 8)}01` as IsoDate; at <= to; at = addMonths(at, 1)) months.push(at)
  return months
}
