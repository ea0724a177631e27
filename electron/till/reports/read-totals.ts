/** What the shop took over some days: SQLite adds up, shared/ says what it means. */
import type { DayRange } from '#shared/reports/day-range.ts'
import type { DaySums, HourSums, ReportTotals } from '#shared/reports/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { clp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import { f29Of, type StandingDocuments } from '#shared/reports/f29.ts'
import { rangeSums, type RangeSums } from '#shared/reports/range-sums.ts'
import { SIGN_OF_FLOW, type Flow } from '#shared/shifts/flow.ts'
import type { DocumentFlow, Tally } from '#shared/shifts/shift-report.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { columns, OPEN_TALLY, PART, PART_SUMS, PARTS } from '../sold/sale-parts.ts'
import { DELETED, PENDING, REFUSED, TRIALS } from './report-rows.ts'
import {
  DOCUMENTS,
  HOURS,
  HOURS_OF_DAY,
  PAYMENTS,
  TIPS,
  together,
  type Cube,
} from './sums/cubes.ts'
import type { SumSource } from './sums/sum-source.ts'

export function readTotals(
  db: TillDatabase,
  source: SumSource,
  bounds: DayRange,
): Omit<ReportTotals, 'part' | 'since'> {
  const { from, to } = bounds
  // Their days are needed as well, and tell everything: one walk through the rows instead of two.
  const byDay = source.soldByDay(DOCUMENTS, bounds)
  const sold = together(DOCUMENTS, byDay).sort(byType)
  const deleted = source.of(DOCUMENTS, DELETED, bounds).sort(byType)
  const standing = (where: string) => standingOf(db, where, bounds)
  return {
    from,
    to,
    sums: sumsOf(db, source, bounds, [...sold, ...deleted]),
    f29: f29Of({
      all: sold,
      deleted: standing(
        `receipt_deletion d CROSS JOIN sale s ON s.id = d.sale_id ${PARTS} WHERE d.state = 'done'`,
      ),
      pending: standing(PENDING),
      refused: standing(REFUSED),
      trials: standing(TRIALS),
    }),
    hours: hoursOf(source, bounds),
    days: daysOf(db, byDay, bounds),
  }
}

/** Each in the order in which it was first sold. */
const byType = (one: DocumentFlow, other: DocumentFlow) =>
  one.documentType.localeCompare(other.documentType)

/** By the date of the document, whenever it was refused or deleted. */
function standingOf(db: TillDatabase, where: string, bounds: DayRange): StandingDocuments[] {
  return db
    .prepare<[DayRange], StandingDocuments>(
      `SELECT ${PART.documentType} AS documentType, ${PART.documentedBy} AS documentedBy,
        ${columns(PART_SUMS)}
      FROM ${where} AND s.date BETWEEN @from AND @to GROUP BY 1, 2`,
    )
    .all(bounds)
}

function sumsOf(
  db: TillDatabase,
  source: SumSource,
  bounds: DayRange,
  documents: readonly DocumentFlow[],
): RangeSums {
  const flowsOf = <Row extends { readonly isVoucher: number }>(cube: Cube<Row>) =>
    [...source.sold(cube, bounds), ...source.of(cube, DELETED, bounds)].map((row) => ({
      ...row,
      isVoucher: row.isVoucher === 1,
    }))
  return rangeSums({
    payments: flowsOf(PAYMENTS),
    tips: flowsOf(TIPS),
    documents,
    pending: pendingOf(db, bounds),
  })
}

function pendingOf(db: TillDatabase, bounds: DayRange): Tally {
  const pending = db
    .prepare<[DayRange], Tally>(
      `SELECT ${columns(OPEN_TALLY)} FROM ${PENDING} AND s.date BETWEEN @from AND @to`,
    )
    .get(bounds)
  return pending ?? { count: 0, totalClp: ZERO_CLP }
}

function hoursOf(source: SumSource, bounds: DayRange): HourSums[] {
  return source
    .sold(HOURS, bounds)
    .sort((one, other) => one.weekHour - other.weekHour)
    .map(({ weekHour, count, totalClp }) => ({
      weekday: Math.floor(weekHour / HOURS_OF_DAY),
      hour: weekHour % HOURS_OF_DAY,
      count,
      totalClp,
    }))
}

interface DayRow {
  readonly date: IsoDate
  readonly flow: Flow
  readonly count: number
  readonly saleCount?: number
  readonly totalClp: Clp
}

function daysOf(db: TillDatabase, moved: readonly DayRow[], bounds: DayRange): DaySums[] {
  const deleted = db
    .prepare<[DayRange], Omit<DayRow, 'flow'>>(
      `SELECT d.settled_on AS date, 1 AS count, s.total_clp AS totalClp
      FROM ${DELETED.from} WHERE ${DELETED.where}`,
    )
    .all(bounds)
    .map((row): DayRow => ({ ...row, flow: 'deletion' }))
  const days = Map.groupBy([...moved, ...deleted], ({ date }) => date)
  return [...days.keys()].sort().map((date) => {
    const rows = days.get(date) ?? []
    return {
      date,
      count: rows.reduce(
        (all, { flow, count, saleCount = count }) => all + (flow === 'sale' ? saleCount : 0),
        0,
      ),
      totalClp: clp(rows.reduce((all, row) => all + SIGN_OF_FLOW[row.flow] * row.totalClp, 0)),
    }
  })
}
