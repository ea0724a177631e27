/** The SQL of the printing orders. */
import type { EpochMs, PrintJobId, SaleId } from '#shared/core/brand.ts'
import type { StoredPrintState } from '#shared/paper/print-moves.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { DOUBTED_TO } from './doubted-to.ts'
import type { PrintJobRow } from './print-job-row.ts'
import { AT_PRINTER, GOES_NEXT, OTHER_WIDTH, prepareSteps } from './print-orders.ts'
import type { IssueState } from '#shared/issuing/issue-moves.ts'
import type { DeletionState } from '#shared/issuing/status.ts'
import { receiptClp } from '../sold/sale-parts.ts'

/** In vain this often, and a person hears of it. */
const PDF_FAULTS_SHOWN = 3

/** With one of these a paper came back from the printer: that is said at once. */
const FOUND_AT_PRINTER = `('PDF_DAMAGED', 'PDF_BROKEN', 'STAMP_UNREADABLE', '${OTHER_WIDTH}')`

/**
 * Sales with a paper that nobody has and that does not come by itself: it failed, nobody knows, or
 * it asks. What a copy or the receipt itself has stood in for since is settled; so is the paper of
 * a receipt that was deleted.
 */
export const UNPRINTED_SALES = `SELECT j.sale_id FROM print_job j WHERE j.state IN ('asking', 'unknown', 'failed')
    AND j.sale_id IS NOT NULL AND coalesce(j.trouble, '') <> 'RECEIPT_DELETED'
    AND NOT EXISTS (SELECT 1 FROM print_job k WHERE k.sale_id = j.sale_id AND k.state <> 'dropped'
      AND ((k.kind = 'copy' AND k.seq > j.seq) OR (j.kind = 'slip' AND k.kind = 'receipt' AND k.state = 'sent')))
  UNION SELECT p.sale_id FROM pdf_trouble p
    WHERE (p.faults >= ${PDF_FAULTS_SHOWN} OR p.code IN ${FOUND_AT_PRINTER})
    AND EXISTS (SELECT 1 FROM print_job k WHERE k.sale_id = p.sale_id AND k.state = 'waiting')`

/** The printer takes nothing of it, and is tried again. */
const stuckAt = (job: string) =>
  `(${job}.state = 'held' OR (${job}.state = 'printing' AND ${job}.tries > 1))`

const STORED =
  'SELECT id, sale_id AS saleId, kind, printer_id AS printerId, state, trouble FROM print_job'

export interface StoredJob {
  readonly id: PrintJobId
  readonly saleId: SaleId | null
  readonly kind: PrintJobRow['kind']
  readonly printerId: string
  readonly state: StoredPrintState
  readonly trouble: string | null
}

export type PrintStatements = ReturnType<typeof preparePrint>

export function preparePrint(db: TillDatabase) {
  return { ...prepareReads(db), ...prepareSteps(db) }
}

function prepareReads(db: TillDatabase) {
  return {
    heads: db.prepare<
      [],
      PrintJobRow
    >(`SELECT j.id, j.seq, j.sale_id AS saleId, j.report_id AS reportId, j.kind,
        j.printer_id AS printerId, j.width_mm AS widthMm, j.opens_drawer AS opensDrawer,
        coalesce(s.documented_by = 'voucher', 0) AS isVoucher, j.state, j.tries, d.file_name AS pdfFile, d.sha256 AS pdfSha256,
        (SELECT code FROM pdf_trouble p WHERE p.sale_id = j.sale_id) AS pdfTrouble,
        j.created_at_ms AS createdAt, coalesce(j.wanted_at_ms, j.created_at_ms) AS wantedAt, j.stamp_waived AS stampWaived,
        coalesce(s.seq <= (SELECT CAST(value_json AS INTEGER) FROM setting WHERE key = '${DOUBTED_TO}'), 0) AS isDoubted,
        s.document_type AS documentType, ${receiptClp('s')} AS totalClp, r.folio
      FROM print_job j LEFT JOIN sale s ON s.id = j.sale_id LEFT JOIN receipt r ON r.sale_id = j.sale_id
      LEFT JOIN receipt_pdf d ON d.sale_id = j.sale_id AND d.width_mm = j.width_mm
      WHERE j.seq IN (SELECT min(seq) FROM print_job WHERE ${GOES_NEXT} GROUP BY printer_id)`),
    job: db.prepare<[string], StoredJob>(`${STORED} WHERE id = ?`),
    late: db.prepare<[], StoredJob>(
      `${STORED} WHERE state = 'asking' AND trouble = 'PAPER_LATE' ORDER BY seq`,
    ),
    original: db.prepare<
      [SaleId],
      { issueState: IssueState | null; isVoucher: number; deletion: DeletionState | null }
    >(`
      SELECT r.issue_state AS issueState, s.documented_by = 'voucher' AS isVoucher, d.state AS deletion FROM sale s
      LEFT JOIN receipt r ON r.sale_id = s.id LEFT JOIN receipt_deletion d ON d.sale_id = s.id WHERE s.id = ?`),
    hasPdf: db.prepare<[SaleId, number]>(
      'SELECT 1 FROM receipt_pdf WHERE sale_id = ? AND width_mm = ?',
    ),
    slip: db.prepare<[SaleId]>(
      "SELECT 1 FROM print_job WHERE sale_id = ? AND kind = 'slip' AND state <> 'dropped'",
    ),
    // What its printer has tried before it tries again, and behind that nothing has begun.
    inLine: db.prepare<[SaleId, string]>(`SELECT 1 FROM print_job j
      WHERE sale_id = ? AND printer_id = ? AND kind <> 'slip' AND (state = 'waiting' OR ${stuckAt('j')}
        OR (state = 'queued' AND EXISTS (SELECT 1 FROM print_job h
          WHERE h.printer_id = j.printer_id AND h.seq < j.seq AND ${stuckAt('h')})))`),
    exists: db.prepare<[string]>('SELECT 1 FROM print_job WHERE id = ?'),
    open: db.prepare<[], { count: number }>(`SELECT count(*) AS count FROM print_job
      WHERE ${AT_PRINTER}`),
    trouble: db.prepare<
      [string],
      { trouble: string | null }
    >(`SELECT trouble FROM print_job WHERE printer_id = ?
      AND ${AT_PRINTER} ORDER BY seq LIMIT 1`),
    unprinted: db.prepare<[], { count: number }>(
      `SELECT count(*) AS count FROM (${UNPRINTED_SALES})`,
    ),
    unprintedReports: db
      .prepare<
        [],
        number
      >(`SELECT count(*) FROM print_job j JOIN shift_report r ON r.id = j.report_id
      WHERE j.report_id IS NOT NULL AND r.kind = 'Z' AND j.state IN ('unknown', 'failed')
        AND NOT EXISTS (SELECT 1 FROM print_job k WHERE k.report_id = j.report_id AND k.seq > j.seq AND k.state <> 'dropped')`)
      .pluck(),
    ahead: db
      .prepare<[{ printerId: string; from: number; seq: number }], PrintJobId>(`SELECT j.id
      FROM print_job j JOIN receipt r ON r.sale_id = j.sale_id
      WHERE j.seq >= @from AND j.seq < @seq AND j.printer_id = @printerId AND j.state = 'waiting'
        AND j.kind = 'receipt' AND j.trouble IS NULL AND r.issue_state IN ('sending', 'accepted', 'numbered')
        AND NOT EXISTS (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = j.sale_id AND d.width_mm = j.width_mm)
        AND NOT EXISTS (SELECT 1 FROM print_job k WHERE k.sale_id = j.sale_id AND k.kind = 'slip')`)
      .pluck(),
    lateCount: db.prepare<
      [],
      { count: number; since: EpochMs | null }
    >(`SELECT count(*) AS count, min(created_at_ms) AS since
      FROM print_job WHERE state = 'asking' AND trouble = 'PAPER_LATE'`),
  }
}
