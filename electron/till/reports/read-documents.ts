/** Documents of some days that somebody should look at, and folios that are missing. */
import {
  REPORT_ROWS_MAX,
  type DocumentList,
  type FolioGap,
  type ReportDocument,
  type ReportDocuments,
} from '#shared/bridge/reports.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import type { DocumentType } from '#shared/document/document-type.ts'
import { buyerLimitOf, type BuyerLimit } from '#shared/sale/buyer-limit.ts'
import type { TillDatabase } from '../db/open-database.ts'
import { DELETED, PENDING, REFUSED, type RangeBounds } from './report-rows.ts'

const IN_RANGE = 's.date BETWEEN @from AND @to'
/** Of the largest sums alone there are few; a listed document is read with its receipt. */
const REFUSED_BY_SERVICE = `r.issue_state IN ('rejected', 'attention')`
const NOTE = `coalesce(nullif(r.set_aside_reason, ''), nullif(r.last_error_text, ''),
  nullif(r.last_error_code, ''), '')`

export function readDocuments(
  db: TillDatabase,
  bounds: RangeBounds,
  limits: readonly BuyerLimit[],
): Omit<ReportDocuments, 'part'> {
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
    gaps: gapsOf(db, bounds),
  }
}

type Found = ReportDocument & { readonly date: IsoDate }

function documentsOf(db: TillDatabase, where: string, note: string, bounds: object): Found[] {
  return db
    .prepare<[object], Found>(
      `SELECT s.id AS saleId, s.date, s.sold_at_ms AS at, s.document_type AS documentType,
        s.documented_by AS documentedBy, r.folio, s.external_reference AS externalReference,
        s.total_clp AS totalClp, s.cashier_name AS cashierName, ${note} AS note FROM ${where}`,
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
      totalClp: clp(found.reduce((sum, { totalClp }) => sum + totalClp, 0)),
    },
  }
}

/** Each year has its own limit; the least of them asks the index. */
function largeOf(
  db: TillDatabase,
  bounds: RangeBounds,
  limits: readonly BuyerLimit[],
): readonly Found[] {
  const limitOf = (date: string) => buyerLimitOf(limits, Number(date.slice(0, 4)))
  const least = Math.min(...limits.map(({ limitClp }) => limitClp), limitOf(bounds.from))
  return documentsOf(
    db,
    `sale s INDEXED BY sale_by_total LEFT JOIN receipt r ON r.sale_id = s.id
    LEFT JOIN receipt_deletion d ON d.sale_id = s.id
    WHERE s.total_clp >= @least AND s.document_type IN ('39', '41') AND ${IN_RANGE}
      AND coalesce(d.state, 'refused') = 'refused'`,
    's.recipient_rut',
    { ...bounds, least },
  ).filter(({ date, totalClp }) => totalClp >= limitOf(date))
}

interface Hole {
  readonly serviceId: string
  readonly documentType: DocumentType
  readonly before: number
  readonly after: number
}

/**
 * Looked at from the newest on: where tills share a range of folios every other one is a gap, and
 * nobody reads thousands.
 */
const HOLES_MAX = 2_000

/** A gap belongs to the days of the document after it. */
function gapsOf(db: TillDatabase, bounds: RangeBounds): FolioGap[] {
  const holes = db
    .prepare<[number], Hole>(
      `SELECT serviceId, documentType, before, after FROM (
        SELECT service_id AS serviceId, document_type AS documentType, folio AS after,
          lag(folio) OVER (PARTITION BY service_id, document_type ORDER BY folio) AS before
        FROM receipt INDEXED BY receipt_folio WHERE folio IS NOT NULL)
      WHERE after > before + 1 ORDER BY after DESC LIMIT ?`,
    )
    .all(HOLES_MAX)
  const dateOf = db
    .prepare<[Hole], IsoDate>(
      `SELECT s.date FROM receipt r JOIN sale s ON s.id = r.sale_id
      WHERE r.service_id = @serviceId AND r.document_type = @documentType AND r.folio = @after`,
    )
    .pluck()
  const elsewhere = db
    .prepare<[Hole], number>(
      `SELECT count(*) FROM known_folio WHERE service_id = @serviceId
      AND document_type = @documentType AND folio > @before AND folio < @after`,
    )
    .pluck()
  const isInRange = (date: string | undefined) =>
    date !== undefined && date >= bounds.from && date <= bounds.to
  return holes
    .filter((hole) => isInRange(dateOf.get(hole)))
    .slice(0, REPORT_ROWS_MAX)
    .map((hole) => ({
      documentType: hole.documentType,
      from: hole.before + 1,
      to: hole.after - 1,
      elsewhere: elsewhere.get(hole) ?? 0,
    }))
}
