/** Questions about one receipt, and the counts of all. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { OutboxStore } from './outbox-port.ts'
import type { OutboxRow } from './outbox-rows.ts'
import { ATTENTION_SALES, COUNTS, DELETING_SALES, NOT_DELETED } from './receipt-conditions.ts'
import { trialOf } from '../../sold/sale-parts.ts'

/** A receipt without its bytes. */
export type ReceiptFacts = Pick<
  OutboxRow,
  | 'externalReference'
  | 'documentType'
  | 'serviceId'
  | 'remoteId'
  | 'folio'
  | 'authorityStatus'
  | 'firstSentAtMs'
  | 'lastErrorCode'
  | 'isTrial'
>

/** One receipt, and the documents of others. */
export function prepareReceipt(db: TillDatabase) {
  return {
    load: db.prepare<
      [SaleId],
      OutboxRow
    >(`SELECT sale_id AS saleId, external_reference AS externalReference,
      document_type AS documentType, body, issue_state AS issueState, service_id AS serviceId, remote_id AS remoteId, folio,
      is_trial AS isTrial, authority_status AS authorityStatus, tries, first_sent_at_ms AS firstSentAtMs, folio_low AS folioLow, faults,
      faulty_since_ms AS faultySinceMs, lost_since_ms AS lostSinceMs, walk_rounds AS walkRounds, walked_to AS walkedTo,
      last_error_code AS lastErrorCode, last_error_text AS lastErrorText, field_errors_json AS fieldErrorsJson,
      (SELECT token FROM sale_page p WHERE p.sale_id = receipt.sale_id) AS pageToken
      FROM receipt WHERE sale_id = ?`),
    facts: db.prepare<
      [SaleId],
      ReceiptFacts
    >(`SELECT external_reference AS externalReference, document_type AS documentType,
      service_id AS serviceId, remote_id AS remoteId, folio, authority_status AS authorityStatus, first_sent_at_ms AS firstSentAtMs,
      last_error_code AS lastErrorCode, is_trial AS isTrial FROM receipt WHERE sale_id = ?`),
    /** Another receipt of this till that has this document already. */
    sameDocument: db.prepare<
      [
        {
          saleId: SaleId
          serviceId: string | null
          documentType: DocumentType
          folio: number | null
          remoteId: string
          isTrial: number | null
        },
      ],
      { saleId: SaleId; reference: string; isProven: number }
    >(`SELECT sale_id AS saleId, external_reference AS reference,
        (folio IS NOT NULL OR issue_state <> 'accepted') AS isProven FROM receipt WHERE service_id = @serviceId AND sale_id <> @saleId
        AND (remote_id = @remoteId OR (document_type = @documentType AND folio = @folio AND ${trialOf()} = coalesce(@isTrial, 0))) LIMIT 1`),
    /** Sold before it, and the service has said that it counts: from there is no way back. */
    earlierCounts: db.prepare<[{ saleId: SaleId; serviceId: string | null }]>(`SELECT 1 FROM receipt
      WHERE service_id = @serviceId AND ${COUNTS}
        AND seq < (SELECT seq FROM receipt WHERE sale_id = @saleId) LIMIT 1`),
    laterPassed: db.prepare<
      [SaleId]
    >(`SELECT 1 FROM receipt WHERE seq > (SELECT seq FROM receipt WHERE sale_id = ?)
      AND remote_id IS NOT NULL LIMIT 1`),
  }
}

/** What its attempts tell. */
export function prepareAttempts(db: TillDatabase) {
  return {
    /** When the service first named its document. */
    knownSince: db.prepare<[SaleId], { at: EpochMs | null }>(`SELECT min(at_ms) AS at FROM attempt
      WHERE sale_id = ? AND outcome IN ('accepted', 'accepted late', 'found')`),
    createAnswers: db.prepare<
      [SaleId],
      { answer: string }
    >(`SELECT answer FROM attempt WHERE sale_id = ?
      AND answer IS NOT NULL AND (request = 'id given by a person' OR (request = 'POST /api/invoices' AND http_status IS NOT NULL))
      ORDER BY id DESC LIMIT 20`),
    /** Reads in a row that did not find a document which was read before. */
    vanished: db.prepare<
      [{ saleId: SaleId }],
      { count: number; since: EpochMs | null }
    >(`SELECT count(*) AS count, min(at_ms) AS since
      FROM attempt WHERE sale_id = @saleId AND outcome = 'not there'
        AND id > (SELECT max(id) FROM attempt WHERE sale_id = @saleId AND outcome IN ('read', 'found') AND http_status = 200)`),
    /** Reads since it was last sent that did not find the document it was answered with. */
    gone: db.prepare<[{ saleId: SaleId }], { count: number; since: EpochMs | null }>(`SELECT
      count(*) AS count, min(at_ms) AS since
      FROM attempt WHERE sale_id = @saleId AND outcome IN ('gone', 'gone, sent again')
        AND id > coalesce((SELECT max(id) FROM attempt
          WHERE sale_id = @saleId AND request = 'POST /api/invoices'), 0)`),
    sentAgain: db
      .prepare<[{ saleId: SaleId }], number>(
        "SELECT count(*) FROM attempt WHERE sale_id = @saleId AND outcome = 'gone, sent again'",
      )
      .pluck(),
    /** Walks in a row that ended because nothing is read by folio there. */
    refusedWalks: db
      .prepare<
        [{ saleId: SaleId }],
        number
      >(`SELECT count(*) FROM attempt WHERE sale_id = @saleId AND outcome = 'not readable by folio'
      AND id > coalesce((SELECT max(id) FROM attempt WHERE sale_id = @saleId AND request LIKE 'walk of %'), 0)`)
      .pluck(),
    wholeWalks: db
      .prepare<
        [{ saleId: SaleId }],
        number
      >(`SELECT count(*) FROM attempt WHERE sale_id = @saleId AND outcome = 'not found'
      AND request LIKE 'walk of %' AND at_ms >= (SELECT lost_since_ms FROM receipt WHERE sale_id = @saleId)`)
      .pluck(),
  }
}

/** Its papers. */
export function preparePapers(db: TillDatabase) {
  return {
    pdfFaults: db
      .prepare<[SaleId], number>('SELECT faults FROM pdf_trouble WHERE sale_id = ?')
      .pluck(),
    pdfWanted: db.prepare<
      [SaleId],
      { widthMm: PaperWidthMm }
    >(`SELECT width_mm AS widthMm FROM print_job j
      WHERE sale_id = ? AND state = 'waiting'
      AND NOT EXISTS (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = j.sale_id AND d.width_mm = j.width_mm) ORDER BY seq LIMIT 1`),
    original: db.prepare<
      [SaleId],
      {
        printerId: string
        widthMm: PaperWidthMm
        opensDrawer: number
        state: string
        soldAtMs: number
        hasSlip: number
      }
    >(`
      SELECT j.printer_id AS printerId, j.width_mm AS widthMm, j.opens_drawer AS opensDrawer, j.state, s.sold_at_ms AS soldAtMs,
        EXISTS (SELECT 1 FROM print_job k WHERE k.sale_id = s.id AND k.kind = 'slip') AS hasSlip
      FROM print_job j JOIN sale s ON s.id = j.sale_id WHERE j.sale_id = ? AND j.kind = 'receipt'`),
  }
}

/** How many wait, and for what. */
export function prepareCounts(db: TillDatabase) {
  return {
    waitingByType: db.prepare<
      [],
      { type: DocumentType; count: number }
    >(`SELECT document_type AS type, count(*) AS count FROM receipt
      WHERE issue_state <> 'numbered' AND issue_state IN ('queued', 'sending') AND set_aside_reason IS NULL AND ${NOT_DELETED}
      GROUP BY document_type ORDER BY document_type`),
    unfinished: db.prepare<[], { count: number }>(`SELECT count(*) AS count FROM receipt
      WHERE issue_state <> 'numbered' AND set_aside_reason IS NULL AND ${NOT_DELETED}`),
    counts: db.prepare<[], ReturnType<OutboxStore['counts']>>(`
      SELECT (SELECT count(*) FROM receipt INDEXED BY receipt_open
          WHERE issue_state <> 'numbered' AND set_aside_reason IS NULL) AS pendingCount,
        (SELECT s.sold_at_ms FROM receipt r INDEXED BY receipt_open CROSS JOIN sale s ON s.id = r.sale_id
          WHERE r.issue_state <> 'numbered' AND r.set_aside_reason IS NULL ORDER BY r.seq LIMIT 1) AS oldestPendingAt,
        (SELECT count(*) FROM (${ATTENTION_SALES})) AS attentionCount,
        (SELECT count(*) FROM (${DELETING_SALES})) AS deletingCount`),
  }
}
