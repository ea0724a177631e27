/**
 * The SQL of the outbox. Every write names the states it may start from, so a late answer can never
 * take one back.
 */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../../db/open-database.ts'
import type { DueRow, OutboxRow } from './outbox-rows.ts'
import type { DocumentType } from '#shared/document/document-type.ts'

/** States of the authority after which nothing more is to come. */
const FINAL = "('APR', 'RCH', 'DELETED')"
const UNSETTLED = "('queued', 'sending', 'accepted', 'reconciling')"
/**
 * A document that must follow another waits until that one has its folio, and goes to the service
 * that gave it.
 */
const NOT_HELD_BACK = `(r.depends_on IS NULL OR EXISTS (SELECT 1 FROM receipt d WHERE d.sale_id = r.depends_on
  AND d.issue_state = 'numbered' AND d.service_id = @here))`
export const PDF_WANTED = `j.state = 'waiting' AND r.issue_state = 'numbered'
  AND NOT EXISTS (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = j.sale_id AND d.width_mm = j.width_mm)`
/**
 * Where it may exist is where it stays: another service, or another company's folios there, would
 * issue it twice.
 */
export const IS_HERE = '(r.service_id IS NULL OR r.service_id = @here)'
/**
 * A wait that only stood for a service out of reach ends when it is back; one that is about the
 * document itself does not.
 */
const WAITED_FOR_SERVICE = `(last_error_code IS NULL OR last_error_code IN
  ('SERVICE_UNREACHABLE', 'API_KEY_MISSING', 'API_KEY_REFUSED', 'COMPANY_REFUSED') OR (last_error_code = 'SERVICE_ERROR' AND faults < 3))`

/** What a person took back never goes out again. */
const NOT_DELETED =
  "NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = receipt.sale_id AND d.state = 'done')"
/**
 * Receipts that only a person can settle: on their way to a folio, and those that ended badly after
 * they had one.
 */
export const ATTENTION_SALES = `SELECT sale_id FROM receipt WHERE issue_state <> 'numbered' AND set_aside_reason IS NULL
    AND (issue_state IN ('rejected', 'attention') OR last_error_code IS 'SERVICE_CHANGED') AND ${NOT_DELETED}
  UNION ALL SELECT sale_id FROM receipt INDEXED BY receipt_ended_badly
    WHERE authority_status IN ('RCH', 'DELETED', 'MISSING') AND set_aside_reason IS NULL AND ${NOT_DELETED}`

export interface DueQuestion {
  readonly now: number
  readonly limit: number
  /** Joined by commas. */
  readonly heldTypes: string
  readonly holdsRetries: number
  readonly holdsReads: number
  readonly here: string
}

/** The columns of a DueRow. */
export const DUE_ROW = `r.sale_id AS saleId, r.issue_state AS issueState, r.document_type AS documentType, r.tries, r.faults,
  (r.remote_id IS NOT NULL) AS hasRemoteId`
/** Has something to do now, and is not held back. */
export const IS_DUE = `r.issue_state <> 'numbered' AND r.issue_state IN ${UNSETTLED} AND r.not_before_ms <= @now
  AND ${NOT_HELD_BACK} AND ${IS_HERE}
  AND iif(r.issue_state IN ('queued', 'sending'), instr(@heldTypes, r.document_type) = 0 AND (r.tries = 0 OR @holdsRetries = 0),
    @holdsReads = 0)`

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
>

export function prepareWrites(db: TillDatabase) {
  return {
    attempt:
      db.prepare(`INSERT INTO attempt (sale_id, at_ms, duration_ms, request, outcome, http_status, answer)
      VALUES (?, ?, ?, ?, ?, ?, ?)`),
    // Only the first service that may have it counts: one it surely never reached leaves no mark.
    sending:
      db.prepare(`UPDATE receipt SET issue_state = 'sending', tries = tries + 1, service_id = @serviceId,
      folio_low = CASE WHEN service_id IS NULL THEN @folioLow ELSE folio_low END,
      first_sent_at_ms = CASE WHEN service_id IS NULL THEN @now ELSE first_sent_at_ms END
      WHERE sale_id = @saleId AND issue_state IN ('queued', 'sending') AND (service_id IS NULL OR service_id = @serviceId)`),
    unsent:
      db.prepare(`UPDATE receipt SET issue_state = @state, tries = tries - 1, service_id = @serviceId
      WHERE sale_id = @saleId AND issue_state = 'sending' AND remote_id IS NULL`),
    accepted:
      db.prepare(`UPDATE receipt SET issue_state = @state, remote_id = @remoteId, folio = @folio, authority_status = @status,
      last_error_code = NULL, last_error_text = NULL, field_errors_json = NULL, set_aside_reason = NULL, set_aside_at_ms = NULL,
      not_before_ms = @notBefore WHERE sale_id = @saleId`),
    reconciling:
      db.prepare(`UPDATE receipt SET issue_state = 'reconciling', remote_id = ?, not_before_ms = 0, field_errors_json = NULL,
      lost_since_ms = coalesce(lost_since_ms, ?), last_error_code = NULL, last_error_text = NULL
      WHERE sale_id = ? AND issue_state IN ('sending', 'reconciling')`),
    walked:
      db.prepare(`UPDATE receipt SET walk_rounds = walk_rounds + 1, walked_to = coalesce(?, walked_to), not_before_ms = ?
      WHERE sale_id = ? AND issue_state = 'reconciling'`),
    stopped:
      db.prepare(`UPDATE receipt SET issue_state = @state, last_error_code = @code, last_error_text = @detail,
      field_errors_json = @fieldErrors, service_id = CASE WHEN @isNowhere = 1 THEN NULL ELSE service_id END
      WHERE sale_id = @saleId AND issue_state IN ('queued', 'sending', 'reconciling', 'accepted')`),
    retry:
      db.prepare(`UPDATE receipt SET issue_state = 'queued', not_before_ms = @notBefore, last_error_code = @code,
      last_error_text = @detail, faults = faults + @isFault, service_id = CASE WHEN @isNowhere = 1 THEN NULL ELSE service_id END,
      faulty_since_ms = CASE WHEN @isFault = 1 THEN coalesce(faulty_since_ms, @now) ELSE faulty_since_ms END
      WHERE sale_id = @saleId AND issue_state = 'sending'`),
    later: db.prepare('UPDATE receipt SET not_before_ms = ? WHERE sale_id = ?'),
    pdf: db.prepare(`INSERT INTO receipt_pdf (sale_id, width_mm, file_name, sha256, size_bytes) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET file_name = excluded.file_name, sha256 = excluded.sha256, size_bytes = excluded.size_bytes`),
    pdfTrouble:
      db.prepare(`INSERT INTO pdf_trouble (sale_id, faults, code, since_ms) VALUES (@saleId, 1, @code, @now)
      ON CONFLICT (sale_id) DO UPDATE SET faults = faults + 1, code = excluded.code`),
    pdfWell: db.prepare('DELETE FROM pdf_trouble WHERE sale_id = ?'),
    pdfGone: db.prepare('DELETE FROM receipt_pdf WHERE sale_id = ? AND width_mm = ?'),
    askForPdf: db.prepare(
      "UPDATE receipt SET not_before_ms = 0 WHERE sale_id = ? AND issue_state = 'numbered'",
    ),
    wakeAll: db.prepare(`UPDATE receipt SET not_before_ms = 0 WHERE not_before_ms > 0
      AND issue_state IN ('queued', 'sending', 'accepted') AND ${WAITED_FOR_SERVICE}`),
    recover: db.prepare(`UPDATE receipt SET not_before_ms = 0 WHERE issue_state = 'sending'
      OR sale_id IN (SELECT sale_id FROM print_job WHERE state = 'waiting')`),
    clampWaits: db.prepare(`UPDATE receipt SET not_before_ms = min(not_before_ms, @latest),
      faulty_since_ms = min(faulty_since_ms, @now), lost_since_ms = min(lost_since_ms, @now)
      WHERE issue_state <> 'numbered' OR sale_id IN (SELECT sale_id FROM print_job WHERE state = 'waiting')`),
    retryNow:
      db.prepare(`UPDATE receipt SET not_before_ms = 0, faults = 0, faulty_since_ms = NULL, set_aside_reason = NULL,
      set_aside_at_ms = NULL, lost_since_ms = CASE WHEN lost_since_ms IS NULL THEN NULL ELSE ? END, walk_rounds = 0, walked_to = NULL,
      issue_state = CASE WHEN issue_state IN ('rejected', 'attention') THEN iif(remote_id IS NULL, 'queued', 'reconciling') ELSE issue_state END
      WHERE sale_id = ? AND issue_state <> 'numbered' AND coalesce(last_error_code, '') NOT LIKE 'RETURN_ORIGINAL_%' AND ${NOT_DELETED}`),
    rebuilt:
      db.prepare(`UPDATE receipt SET body = @body, body_sha256 = @sha256, issue_state = 'queued', not_before_ms = 0, faults = 0,
      faulty_since_ms = NULL, last_error_code = NULL, last_error_text = NULL, field_errors_json = NULL, set_aside_reason = NULL,
      set_aside_at_ms = NULL WHERE sale_id = @saleId AND issue_state = 'rejected' AND remote_id IS NULL AND ${NOT_DELETED}`),
    searchAgain:
      db.prepare(`UPDATE receipt SET issue_state = 'reconciling', not_before_ms = 0, lost_since_ms = ?, walk_rounds = 0,
      walked_to = NULL, set_aside_reason = NULL, set_aside_at_ms = NULL
      WHERE sale_id = ? AND issue_state IN ('attention', 'reconciling') AND remote_id IS NULL`),
    setAside: db.prepare(`UPDATE receipt SET set_aside_reason = ?, set_aside_at_ms = ?
      WHERE sale_id = ? AND (issue_state IN ('rejected', 'attention') OR last_error_code = 'SERVICE_CHANGED'
        OR authority_status IN ('RCH', 'DELETED', 'MISSING')) AND ${NOT_DELETED}`),
    leftBehind:
      db.prepare(`UPDATE receipt SET last_error_code = 'SERVICE_CHANGED', last_error_text = CASE WHEN service_id LIKE 'embedded %'
        THEN 'el de esta máquina' ELSE substr(service_id, 1, instr(service_id || ' ', ' ') - 1) END
      WHERE issue_state <> 'numbered' AND issue_state IN ${UNSETTLED} AND service_id <> @here AND last_error_code IS NOT 'SERVICE_CHANGED'`),
    foundAgain:
      db.prepare(`UPDATE receipt SET last_error_code = NULL, last_error_text = NULL, not_before_ms = 0
      WHERE issue_state <> 'numbered' AND issue_state IN ${UNSETTLED} AND service_id = @here AND last_error_code = 'SERVICE_CHANGED'`),
  }
}

/** What is taken back of a receipt, and what it gets another chance for. */
export function prepareSecondThoughts(db: TillDatabase) {
  return {
    disowned:
      db.prepare(`UPDATE receipt SET issue_state = 'queued', remote_id = NULL, not_before_ms = 0
      WHERE sale_id = ? AND issue_state IN ('accepted', 'reconciling') AND folio IS NULL`),
    doubted:
      db.prepare(`UPDATE receipt SET issue_state = 'reconciling', not_before_ms = 0, lost_since_ms = @now, walk_rounds = 0,
      walked_to = NULL, last_error_code = @code, last_error_text = @detail, field_errors_json = @fieldErrors
      WHERE sale_id = @saleId AND issue_state = 'sending' AND remote_id IS NULL`),
    putBack:
      db.prepare(`UPDATE receipt SET issue_state = 'queued', not_before_ms = 0, faults = 0, faulty_since_ms = NULL
      WHERE sale_id IN (SELECT value FROM json_each(@sales)) AND remote_id IS NULL AND set_aside_reason IS NULL AND ${NOT_DELETED}
        AND (issue_state IN ('queued', 'rejected') OR (issue_state = 'attention' AND last_error_code = 'REFUSED_WITHOUT_REASON'))`),
    missing: db.prepare(
      "UPDATE receipt SET authority_status = 'MISSING' WHERE sale_id = ? AND issue_state = 'numbered'",
    ),
    /**
     * Where no person says so, how often it was refused still counts: others may pass beside it for
     * ever.
     */
    mendedTogether: db.prepare(`UPDATE receipt SET issue_state = 'queued', not_before_ms = 0,
        faults = iif(@isPress = 1, 0, faults), faulty_since_ms = iif(@isPress = 1, NULL, faulty_since_ms)
      WHERE issue_state <> 'numbered' AND last_error_code = @code AND remote_id IS NULL AND set_aside_reason IS NULL AND ${NOT_DELETED}
        AND (issue_state IN ('queued', 'rejected') OR (issue_state = 'attention' AND last_error_code = 'REFUSED_WITHOUT_REASON'))
        AND last_error_code NOT IN ('SERVICE_UNREACHABLE', 'SERVICE_ERROR', 'SERVICE_CHANGED') AND last_error_code NOT LIKE 'RETURN_ORIGINAL_%'`),
  }
}

/** Questions asked now and then, about one receipt or about what comes next. */
export function prepareLooks(db: TillDatabase) {
  return {
    /**
     * When the next wanted PDF falls due, and how many waiting papers were looked through for it.
     */
    nextWantedPdf: db.prepare<
      [{ here: string; limit: number }],
      { at: EpochMs | null; looked: number }
    >(`SELECT
        min(CASE WHEN ${PDF_WANTED} AND ${IS_HERE} THEN r.not_before_ms END) AS at, count(*) AS looked
      FROM (SELECT sale_id, width_mm, state FROM print_job INDEXED BY print_job_waiting WHERE state = 'waiting' ORDER BY sale_id LIMIT @limit) j
      CROSS JOIN receipt r ON r.sale_id = j.sale_id`),
    /** Reads in a row that did not find a document which was read before. */
    vanished: db.prepare<
      [{ saleId: SaleId }],
      { count: number; since: EpochMs | null }
    >(`SELECT count(*) AS count, min(at_ms) AS since
      FROM attempt WHERE sale_id = @saleId AND outcome = 'not there'
        AND id > (SELECT max(id) FROM attempt WHERE sale_id = @saleId AND outcome IN ('read', 'found') AND http_status = 200)`),
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

export function prepareReads(db: TillDatabase) {
  return {
    dueOpen: db.prepare<
      [DueQuestion],
      DueRow
    >(`SELECT ${DUE_ROW} FROM receipt r INDEXED BY receipt_open WHERE ${IS_DUE}
      ORDER BY r.seq LIMIT @limit`),
    dueSearch: db.prepare<
      [{ now: number; here: string }],
      DueRow
    >(`SELECT ${DUE_ROW} FROM receipt r INDEXED BY receipt_lost
      WHERE r.issue_state = 'reconciling' AND r.remote_id IS NULL AND r.not_before_ms <= @now AND ${IS_HERE} ORDER BY r.seq LIMIT 1`),
    wantedPdfs: db.prepare<
      [{ limit: number; here: string }],
      DueRow & { notBefore: EpochMs; seq: number }
    >(`SELECT DISTINCT ${DUE_ROW},
      r.seq, r.not_before_ms AS notBefore FROM print_job j JOIN receipt r ON r.sale_id = j.sale_id
      WHERE ${PDF_WANTED} AND ${IS_HERE} ORDER BY r.not_before_ms, r.seq LIMIT @limit`),
    firstWantedPdf: db.prepare<[{ now: number; here: string }], DueRow>(`SELECT ${DUE_ROW}
      FROM (SELECT sale_id, width_mm, state FROM print_job INDEXED BY print_job_waiting WHERE state = 'waiting' ORDER BY sale_id LIMIT 500) j
      CROSS JOIN receipt r ON r.sale_id = j.sale_id WHERE ${PDF_WANTED} AND r.not_before_ms <= @now AND ${IS_HERE} LIMIT 1`),
    dueFollowUps: db.prepare<
      [{ now: number; limit: number; followUp: number; here: string }],
      DueRow
    >(`SELECT ${DUE_ROW} FROM receipt r
      WHERE r.issue_state = 'numbered' AND coalesce(r.authority_status, '') NOT IN ${FINAL} AND r.not_before_ms <= @now
      AND r.first_sent_at_ms > @followUp AND ${IS_HERE} ORDER BY r.not_before_ms LIMIT @limit`),
    isFollowUpDue: db.prepare<
      [{ saleId: SaleId; now: number; followUp: number }]
    >(`SELECT 1 FROM receipt WHERE sale_id = @saleId
      AND issue_state = 'numbered' AND coalesce(authority_status, '') NOT IN ${FINAL} AND not_before_ms <= @now
      AND first_sent_at_ms > @followUp`),
    nextDue: db.prepare<
      [{ now: number; followUp: number; here: string }],
      { at: EpochMs | null }
    >(`SELECT min(at) AS at FROM (
        SELECT min(not_before_ms) AS at FROM receipt r
          WHERE issue_state <> 'numbered' AND issue_state IN ${UNSETTLED} AND not_before_ms > @now AND ${IS_HERE}
        UNION ALL
        SELECT min(not_before_ms) FROM receipt r WHERE issue_state = 'numbered' AND ${IS_HERE}
          AND coalesce(authority_status, '') NOT IN ${FINAL} AND first_sent_at_ms > @followUp AND not_before_ms > @now
      )`),
    load: db.prepare<
      [SaleId],
      OutboxRow
    >(`SELECT sale_id AS saleId, external_reference AS externalReference,
      document_type AS documentType, body, issue_state AS issueState, service_id AS serviceId, remote_id AS remoteId, folio,
      authority_status AS authorityStatus, tries, first_sent_at_ms AS firstSentAtMs, folio_low AS folioLow, faults,
      faulty_since_ms AS faultySinceMs, lost_since_ms AS lostSinceMs, walk_rounds AS walkRounds, walked_to AS walkedTo,
      last_error_code AS lastErrorCode, last_error_text AS lastErrorText, field_errors_json AS fieldErrorsJson
      FROM receipt WHERE sale_id = ?`),
    facts: db.prepare<
      [SaleId],
      ReceiptFacts
    >(`SELECT external_reference AS externalReference, document_type AS documentType,
      service_id AS serviceId, remote_id AS remoteId, folio, authority_status AS authorityStatus, first_sent_at_ms AS firstSentAtMs,
      last_error_code AS lastErrorCode FROM receipt WHERE sale_id = ?`),
    /** Another receipt of this till that has this document already. */
    sameDocument: db.prepare<
      [
        {
          saleId: SaleId
          serviceId: string | null
          documentType: DocumentType
          folio: number | null
          remoteId: string
        },
      ],
      { saleId: SaleId; reference: string; isProven: number }
    >(`SELECT sale_id AS saleId, external_reference AS reference,
        (folio IS NOT NULL OR issue_state <> 'accepted') AS isProven FROM receipt WHERE service_id = @serviceId AND sale_id <> @saleId
        AND (remote_id = @remoteId OR (document_type = @documentType AND folio = @folio)) LIMIT 1`),
    laterPassed: db.prepare<
      [SaleId]
    >(`SELECT 1 FROM receipt WHERE seq > (SELECT seq FROM receipt WHERE sale_id = ?)
      AND remote_id IS NOT NULL LIMIT 1`),
    /** When the service first named its document. */
    knownSince: db.prepare<[SaleId], { at: EpochMs | null }>(`SELECT min(at_ms) AS at FROM attempt
      WHERE sale_id = ? AND outcome IN ('accepted', 'accepted late', 'found')`),
    createAnswers: db.prepare<
      [SaleId],
      { answer: string }
    >(`SELECT answer FROM attempt WHERE sale_id = ?
      AND answer IS NOT NULL AND (request = 'id given by a person' OR (request = 'POST /api/invoices' AND http_status IS NOT NULL))
      ORDER BY id DESC LIMIT 20`),
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
    waitingByType: db.prepare<
      [],
      { type: DocumentType; count: number }
    >(`SELECT document_type AS type, count(*) AS count FROM receipt
      WHERE issue_state <> 'numbered' AND issue_state IN ('queued', 'sending') AND set_aside_reason IS NULL AND ${NOT_DELETED}
      GROUP BY document_type ORDER BY document_type`),
    unfinished: db.prepare<[], { count: number }>(`SELECT count(*) AS count FROM receipt
      WHERE issue_state <> 'numbered' AND set_aside_reason IS NULL AND ${NOT_DELETED}`),
    counts: db.prepare<
      [],
      { pendingCount: number; oldestPendingAt: EpochMs | null; attentionCount: number }
    >(`
      SELECT count(*) AS pendingCount, min(s.sold_at_ms) AS oldestPendingAt,
        (SELECT count(*) FROM (${ATTENTION_SALES})) AS attentionCount
      FROM receipt r JOIN sale s ON s.id = r.sale_id WHERE r.issue_state <> 'numbered' AND r.set_aside_reason IS NULL`),
  }
}

export function prepareFolioNews(db: TillDatabase) {
  return {
    learn:
      db.prepare(`INSERT INTO known_folio (service_id, document_type, folio, remote_id, external_reference) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`),
    isKnown: db.prepare<[string, DocumentType, number]>(
      'SELECT 1 FROM known_folio WHERE service_id = ? AND document_type = ? AND folio = ?',
    ),
    byReference: db.prepare<[string, string], { remoteId: string }>(
      'SELECT remote_id AS remoteId FROM known_folio WHERE service_id = ? AND external_reference = ?',
    ),
    highest: db.prepare<
      [{ serviceId: string; documentType: DocumentType }],
      { folio: number | null }
    >(`SELECT max(folio) AS folio FROM (
        SELECT max(folio) AS folio FROM known_folio WHERE service_id = @serviceId AND document_type = @documentType
        UNION ALL
        SELECT max(next_folio - 1) FROM folio_range
          WHERE service_id = @serviceId AND document_type = @documentType AND next_folio > from_folio)`),
    lowest: db.prepare<[string, DocumentType], { folio: number | null }>(
      'SELECT min(folio) AS folio FROM known_folio WHERE service_id = ? AND document_type = ?',
    ),
    unlist: db.prepare('UPDATE folio_range SET is_listed = 0 WHERE service_id = ?'),
    saveRange:
      db.prepare(`INSERT INTO folio_range (service_id, range_id, document_type, from_folio, to_folio, next_folio, expires_on,
        seen_at_ms, is_listed) VALUES (@serviceId, @id, @documentType, @from, @to, @next, @expiresOn, @now, 1)
      ON CONFLICT DO UPDATE SET next_folio = max(next_folio, excluded.next_folio), to_folio = excluded.to_folio,
        expires_on = excluded.expires_on, seen_at_ms = excluded.seen_at_ms, is_listed = 1`),
    ranges: db.prepare<
      [string],
      {
        id: string
        documentType: string
        from: number
        to: number
        next: number
        expiresOn: string | null
        isListed: number
      }
    >(`SELECT range_id AS id, document_type AS documentType, from_folio AS "from", to_folio AS "to", next_folio AS next,
      expires_on AS expiresOn, is_listed AS isListed FROM folio_range WHERE service_id = ?`),
  }
}
