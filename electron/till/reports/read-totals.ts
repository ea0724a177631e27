/** What the shop took over some days: SQLite adds up, shared/ says what it means. */
import type { DaySums, HourSums, ReportTotals } from '#shared/bridge/reports.ts'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { clp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import { SALE_TYPES_SQL } from '#shared/document/document-type.ts'
import { f29Of, type StandingDocuments } from '#shared/reports/f29.ts'
import { weekdayOf } from '#shared/reports/day-range.ts'
import { rangeSums, type RangeSums } from '#shared/reports/range-sums.ts'
import type { DocumentFlow, Flow, PaymentFlow, Tally } from '#shared/shift/shift-report.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import type { TillDatabase } from '../db/open-database.ts'
import { METHOD_NAME } from '../sales/payments.ts'
import { FLOW_OF_TYPE } from '../shifts/shift-facts.ts'
import { DELETED, PENDING, REFUSED, SOLD, type RangeBounds } from './report-rows.ts'

export function readTotals(db: TillDatabase, bounds: RangeBounds): Omit<ReportTotals, 'part'> {
  const { from, to } = bounds
  const documents = [SOLD, DELETED].flatMap((of) => documentsOf(db, of, bounds))
  const standing = (where: string) => standingOf(db, where, bounds)
  return {
    from,
    to,
    sums: sumsOf(db, bounds, documents),
    f29: f29Of({
      all: documents.filter(({ flow }) => flow !== 'deletion'),
      deleted: standing(
        `receipt_deletion d JOIN sale s ON s.id = d.sale_id WHERE d.state IN ('asked', 'done')`,
      ),
      pending: standing(PENDING),
      refused: standing(REFUSED),
    }),
    hours: hoursOf(db, bounds),
    days: daysOf(db, bounds),
  }
}

type Moved = typeof SOLD | typeof DELETED

function documentsOf(db: TillDatabase, { flow, from, where }: Moved, bounds: RangeBounds) {
  return db
    .prepare<[RangeBounds], DocumentFlow>(
      `SELECT ${flow} AS flow, s.document_type AS documentType, s.documented_by AS documentedBy,
        s.cashier_name AS cashierName, count(*) AS count, sum(s.neto_clp) AS netoClp,
        sum(s.exento_clp) AS exentoClp, sum(s.iva_clp) AS ivaClp, sum(s.total_clp) AS totalClp
      FROM ${from} WHERE ${where} GROUP BY 1, 2, 3, 4 ORDER BY s.document_type, min(s.seq)`,
    )
    .all(bounds)
}

function paymentsOf(db: TillDatabase, { flow, from, where }: Moved, bounds: RangeBounds) {
  return db
    .prepare<[RangeBounds], Omit<PaymentFlow, 'isVoucher'> & { readonly isVoucher: number }>(
      `SELECT ${flow} AS flow, p.method, max(${METHOD_NAME}) AS name,
        s.documented_by = 'voucher' AS isVoucher, count(*) AS count,
        sum(p.total_clp) AS totalClp, sum(p.rounding_clp) AS roundingClp,
        sum(iif(p.method = 'NC' AND ${flow} = 'sale', p.change_clp, 0)) AS changeOfCreditClp
      FROM ${from} JOIN sale_payment p ON p.sale_id = s.id WHERE ${where}
      GROUP BY 1, p.method, 4 ORDER BY min(s.seq), min(p.position)`,
    )
    .all(bounds)
    .map((row) => ({ ...row, isVoucher: row.isVoucher === 1 }))
}

/** By the date of the document, whenever it was refused or deleted. */
function standingOf(db: TillDatabase, where: string, bounds: RangeBounds): StandingDocuments[] {
  return db
    .prepare<[RangeBounds], StandingDocuments>(
      `SELECT s.document_type AS documentType, s.documented_by AS documentedBy, count(*) AS count,
        sum(s.neto_clp) AS netoClp, sum(s.exento_clp) AS exentoClp, sum(s.iva_clp) AS ivaClp,
        sum(s.total_clp) AS totalClp
      FROM ${where} AND s.date BETWEEN @from AND @to GROUP BY 1, 2`,
    )
    .all(bounds)
}

function sumsOf(
  db: TillDatabase,
  bounds: RangeBounds,
  documents: readonly DocumentFlow[],
): RangeSums {
  return rangeSums({
    payments: [SOLD, DELETED].flatMap((of) => paymentsOf(db, of, bounds)),
    documents,
    pending: pendingOf(db, bounds),
  })
}

function pendingOf(db: TillDatabase, bounds: RangeBounds): Tally {
  const pending = db
    .prepare<[RangeBounds], Tally>(
      `SELECT count(*) AS count, coalesce(sum(s.total_clp), 0) AS totalClp
      FROM ${PENDING} AND s.date BETWEEN @from AND @to`,
    )
    .get(bounds)
  return pending ?? { count: 0, totalClp: ZERO_CLP }
}

const HOUR_MS = 3_600_000

/** Hours of UTC are put together by what the clock at the counter says. */
function hoursOf(db: TillDatabase, bounds: RangeBounds): HourSums[] {
  const hours = db
    .prepare<[RangeBounds], Tally & { readonly hour: number }>(
      `SELECT sold_at_ms / ${HOUR_MS} AS hour, count(*) AS count, sum(total_clp) AS totalClp
      FROM sale WHERE date BETWEEN @from AND @to AND document_type IN ${SALE_TYPES_SQL} GROUP BY 1`,
    )
    .all(bounds)
  const sums = new Map<number, HourSums>()
  for (const { hour: utcHour, count, totalClp } of hours) {
    const at = (utcHour * HOUR_MS) as EpochMs
    const weekday = weekdayOf(santiagoDate(at))
    const hour = Number(santiagoTime(at).slice(0, 2))
    const key = weekday * 24 + hour
    const before = sums.get(key)
    sums.set(key, {
      weekday,
      hour,
      count: count + (before?.count ?? 0),
      totalClp: clp(totalClp + (before?.totalClp ?? 0)),
    })
  }
  return [...sums].sort(([one], [other]) => one - other).map(([, row]) => row)
}

interface DayRow {
  readonly date: IsoDate
  readonly flow: Flow
  readonly count: number
  readonly totalClp: Clp
}

function daysOf(db: TillDatabase, bounds: RangeBounds): DaySums[] {
  const moved = db
    .prepare<[RangeBounds], DayRow>(
      `SELECT s.date, ${FLOW_OF_TYPE} AS flow, count(*) AS count, sum(s.total_clp) AS totalClp
      FROM sale s WHERE s.date BETWEEN @from AND @to GROUP BY 1, 2`,
    )
    .all(bounds)
  const deleted = db
    .prepare<[RangeBounds], Omit<DayRow, 'date' | 'flow'> & { readonly at: EpochMs }>(
      `SELECT d.asked_at_ms AS at, 1 AS count, s.total_clp AS totalClp
      FROM ${DELETED.from} WHERE ${DELETED.where}`,
    )
    .all(bounds)
    .map(({ at, ...row }): DayRow => ({ ...row, date: santiagoDate(at), flow: 'deletion' }))
  const days = Map.groupBy([...moved, ...deleted], ({ date }) => date)
  return [...days.keys()].sort().map((date) => {
    const rows = days.get(date) ?? []
    const isTaken = ({ flow }: DayRow) => flow === 'sale' || flow === 'undo'
    return {
      date,
      count: rows.reduce((all, { flow, count }) => all + (flow === 'sale' ? count : 0), 0),
      totalClp: clp(
        rows.reduce((all, row) => all + (isTaken(row) ? row.totalClp : -row.totalClp), 0),
      ),
    }
  })
}
