/** Documents of some days that somebody should look at, and folios that are missing. */
import type { DayRange } from '#shared/reports/day-range.ts'
import {
  REPORT_ROWS_MAX,
  type DocumentList,
  type ReportDocument,
  type ReportDocuments,
} from '#shared/reports/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { signOf } from '#shared/reports/f29.ts'
import { buyerLimitOf, type BuyerLimit } from '#shared/selling/sale/buyer-limit.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { BUYER_RUT } from '../sold/buyer-of-sale.ts'
import { IS_NOT_DELETED, receiptClp } from '../sold/sale-parts.ts'
import { folioGaps } from './folio-gaps.ts'
import { DELETED, PENDING, REFUSED } from './report-rows.ts'

const IN_RANGE = 's.date BETWEEN @from AND @to'
/** Of the largest sums alone there are few; a listed document is read with its receipt. */
const REFUSED_BY_SERVICE = `r.issue_state IN ('rejected', 'attention')`
const NOTE = `coalesce(nullif(r.set_aside_reason, ''), nullif(r.last_error_text, ''),
  nullif(r.last_error_code, ''), '')`

export function readDocuments(
  db: TillDatabase,
  bounds: DayRange,
  limits: readonly BuyerLimit[],
): Omit<ReportDocuments, 'part' | 'since'> {
  const { from, to } = bounds
  const list = (where: string, note = NOTE) => listOf(documentsOf(db, where, note, bounds))
  return {
    from,
    to,
    pending: list(`${PENDING} AND NOT ${REFUSED_BY_SERVICE} AND ${IN_RANGE}`, "''"),
    refused: listOf([
      ...documentsOf(db, `${PENDING} AND ${REFUSED_BY_SERVICE} AND ${IN_RANGE}`, NOTE, bounds),
      ...documentsOf(db, `${REFUSED} AND ${IN_RANGE}`, 'r.authority_status', bounds),
    ]),
    deleted: list(
      `${DELETED.from} LEFT JOIN receipt r ON r.sale_id = s.id WHERE ${DELETED.where}`,
      'd.reason',
    ),
    large: listOf(largeOf(db, bounds, limits)),
    gaps: folioGaps(db, bounds),
  }
}

type Found = ReportDocument & { readonly date: IsoDate }

function documentsOf(db: TillDatabase, where: string, note: string, bounds: object): Found[] {
  return db
    .prepare<[object], Found>(
      `SELECT s.id AS saleId, s.date, s.sold_at_ms AS at, s.document_type AS documentType,
        s.documented_by AS documentedBy, r.folio, s.external_reference AS externalReference,
        ${receiptClp('s')} AS totalClp, s.cashier_name AS cashierName, ${note} AS note FROM ${where}`,
    )
    .all(bounds)
}

function listOf(found: readonly Found[]): DocumentList {
  return {
    rows: found
      .toSorted((one, other) => other.at - one.at)
      .slice(0, REPORT_ROWS_MAX)
      .map(({ date: _, ...row }) => row),
    all: {
      count: found.length,
      totalClp: clp(found.reduce((sum, row) => sum + signOf(row.documentType) * row.totalClp, 0)),
    },
  }
}

/** Each year has its own limit; the least of them asks the index. */
function largeOf(
  db: TillDatabase,
  bounds: DayRange,
  limits: readonly BuyerLimit[],
): readonly Found[] {
  const limitOf = (date: string) => buyerLimitOf(limits, Number(date.slice(0, 4)))
  const least = Math.min(...limits.map(({ limitClp }) => limitClp), limitOf(bounds.from))
  return documentsOf(
    db,
    `sale s INDEXED BY sale_by_total LEFT JOIN receipt r ON r.sale_id = s.id
    LEFT JOIN receipt_deletion d ON d.sale_id = s.id
    WHERE s.total_clp >= @least AND s.document_type IN ('39', '41') AND ${IN_RANGE}
      AND ${IS_NOT_DELETED}`,
    BUYER_RUT,
    { ...bounds, least },
  ).filter(({ date, totalClp }) => totalClp >= limitOf(date))
}
