/**
 * The only file that writes table `receipt`. Which state may follow which is said in
 * shared/issuing/issue-moves.ts; each move here names the states it may start from, so that a late
 * answer never takes one back, and runs inside the transaction of whoever calls it. (A sale that is
 * salvaged from a damaged file is copied whole with its receipt as it stands.)
 */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { statesBefore, type StoredIssueState } from '#shared/issuing/issue-moves.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { OTHER_WIDTH } from '../../printing/print-orders.ts'
import { NOT_DELETED, UNSETTLED, WAITED_FOR_SERVICE } from './receipt-conditions.ts'

type Run<Params> = [Params]
interface OfSale {
  readonly saleId: SaleId
}

/** SQL: it may be in this state from now on, wherever it stands. */
const mayBecome = (to: StoredIssueState) =>
  `issue_state IN (${statesBefore(to)
    .map((state) => `'${state}'`)
    .join(', ')})`

/** SQL: the service that said last which folios it has. */
const HERE = '(SELECT service_id FROM folio_range ORDER BY seen_at_ms DESC LIMIT 1)'

/**
 * A sale puts its receipt into the outbox. `+`: SQLite plans by the value that is bound to a bare
 * parameter, and compiles the statement anew at each sale, four times the work of the row.
 */
export function prepareEntry(db: TillDatabase) {
  return db.prepare<
    Run<
      OfSale & {
        seq: number | bigint
        externalReference: string
        documentType: string
        body: Buffer
        sha256: string
        /** The sale whose receipt must have its folio before this one is sent. */
        dependsOn: SaleId | null
      }
    >
  >(`INSERT INTO receipt (sale_id, seq, external_reference, document_type, body, body_sha256, issue_state, depends_on,
      sold_service_id, sold_folio_low)
    VALUES (@saleId, @seq, @externalReference, @documentType, @body, @sha256, 'queued', @dependsOn, ${HERE},
      (SELECT max(folio) FROM known_folio WHERE service_id = ${HERE} AND document_type = +@documentType))`)
}

/**
 * SQL: the highest folio known at this service when it was sold. Not when it is sent: until then
 * another copy of this till may have sent it.
 */
const KNOWN_WHEN_SOLD = 'iif(sold_service_id = @serviceId, sold_folio_low, NULL)'

/** On the way to a folio, by what the service answered. */
export function prepareSending(db: TillDatabase) {
  return {
    /** Only the first service that may have it counts: one surely never reached leaves no mark. */
    claim: db.prepare<
      Run<OfSale & { serviceId: string; now: EpochMs }>
    >(`UPDATE receipt SET issue_state = 'sending', tries = tries + 1, service_id = @serviceId,
      folio_low = CASE WHEN service_id IS NULL THEN ${KNOWN_WHEN_SOLD} ELSE folio_low END,
      first_sent_at_ms = CASE WHEN service_id IS NULL THEN @now ELSE first_sent_at_ms END
      WHERE sale_id = @saleId AND issue_state IN ('queued', 'sending') AND (service_id IS NULL OR service_id = @serviceId)`),
    /** Not a byte has left: it is again what it was. */
    unclaim: db.prepare<
      Run<OfSale & { state: string; serviceId: string | null }>
    >(`UPDATE receipt SET issue_state = @state, tries = tries - 1, service_id = @serviceId
      WHERE sale_id = @saleId AND issue_state = 'sending' AND remote_id IS NULL AND @state IN ('queued', 'sending')`),
    /** The service has it; with a folio it is done. */
    accept: {
      accepted: db.prepare<Run<Acceptance>>(acceptInto('accepted')),
      numbered: db.prepare<Run<Acceptance>>(acceptInto('numbered')),
    },
    /** The service has it under an id nobody knows yet. */
    search: db.prepare<
      Run<OfSale & { remoteId: string | null; now: EpochMs }>
    >(`UPDATE receipt SET issue_state = 'reconciling', remote_id = @remoteId, not_before_ms = 0,
      field_errors_json = NULL, lost_since_ms = coalesce(lost_since_ms, @now), last_error_code = NULL, last_error_text = NULL
      WHERE sale_id = @saleId AND issue_state IN ('sending', 'reconciling')`),
    noteWalk: db.prepare<
      Run<OfSale & { walkedTo: number | null; notBefore: EpochMs }>
    >(`UPDATE receipt SET walk_rounds = walk_rounds + 1, walked_to = coalesce(@walkedTo, walked_to), not_before_ms = @notBefore
      WHERE sale_id = @saleId AND issue_state = 'reconciling'`),
    /** A person has to settle it. */
    stop: db.prepare<
      Run<
        OfSale & {
          state: 'rejected' | 'attention'
          code: string
          detail: string
          fieldErrors: string | null
          isNowhere: number
        }
      >
    >(`UPDATE receipt SET issue_state = @state, last_error_code = @code, last_error_text = @detail,
      field_errors_json = @fieldErrors, service_id = CASE WHEN @isNowhere = 1 THEN NULL ELSE service_id END
      WHERE sale_id = @saleId AND issue_state IN ('queued', 'sending', 'reconciling', 'accepted')`),
    retry: db.prepare<
      Run<
        OfSale & {
          notBefore: EpochMs
          code: string
          detail: string
          isFault: number
          isNowhere: number
          now: EpochMs
        }
      >
    >(`UPDATE receipt SET issue_state = 'queued', not_before_ms = @notBefore, last_error_code = @code,
      last_error_text = @detail, faults = faults + @isFault, service_id = CASE WHEN @isNowhere = 1 THEN NULL ELSE service_id END,
      faulty_since_ms = CASE WHEN @isFault = 1 THEN coalesce(faulty_since_ms, @now) ELSE faulty_since_ms END
      WHERE sale_id = @saleId AND issue_state = 'sending'`),
  }
}

interface Acceptance extends OfSale {
  readonly remoteId: string
  readonly folio: number | null
  readonly isTrial: number | null
  readonly status: string | null
  readonly notBefore: EpochMs
}

const acceptInto = (state: 'accepted' | 'numbered') =>
  `UPDATE receipt SET issue_state = '${state}', remote_id = @remoteId, folio = @folio, is_trial = @isTrial, authority_status = @status,
    last_error_code = NULL, last_error_text = NULL, field_errors_json = NULL, set_aside_reason = NULL, set_aside_at_ms = NULL,
    not_before_ms = @notBefore WHERE sale_id = @saleId AND ${mayBecome(state)}`

/** What is taken back of a receipt, and what it gets another chance for. */
export function prepareSecondThoughts(db: TillDatabase) {
  return {
    /** Its id turned out to be somebody else's. */
    disown: db.prepare<
      Run<OfSale>
    >(`UPDATE receipt SET issue_state = 'queued', remote_id = NULL, not_before_ms = 0
      WHERE sale_id = @saleId AND issue_state IN ('accepted', 'reconciling') AND folio IS NULL`),
    /** Refused, and an earlier try may have been taken: it is looked for first. */
    doubt: db.prepare<
      Run<OfSale & { code: string; detail: string; fieldErrors: string; now: EpochMs }>
    >(`UPDATE receipt SET issue_state = 'reconciling', not_before_ms = 0, lost_since_ms = @now, walk_rounds = 0,
      walked_to = NULL, last_error_code = @code, last_error_text = @detail, field_errors_json = @fieldErrors
      WHERE sale_id = @saleId AND issue_state = 'sending' AND remote_id IS NULL`),
    /** Refused for what is nobody's own fault. */
    putBack: db.prepare<
      Run<{ sales: string }>
    >(`UPDATE receipt SET issue_state = 'queued', not_before_ms = 0, faults = 0, faulty_since_ms = NULL
      WHERE sale_id IN (SELECT value FROM json_each(@sales)) AND ${WAS_REFUSED}`),
    /**
     * Where no person says so, how often it was refused still counts: others may pass beside it for
     * ever.
     */
    mendTogether: db.prepare<
      Run<{ code: string; isPress: number }>
    >(`UPDATE receipt SET issue_state = 'queued', not_before_ms = 0,
        faults = iif(@isPress = 1, 0, faults), faulty_since_ms = iif(@isPress = 1, NULL, faulty_since_ms)
      WHERE issue_state <> 'numbered' AND last_error_code = @code AND ${WAS_REFUSED}
        AND last_error_code NOT IN ('SERVICE_UNREACHABLE', 'SERVICE_ERROR', 'SERVICE_CHANGED') AND last_error_code NOT LIKE 'RETURN_ORIGINAL_%'`),
    /** Issued, and the service no longer finds it. */
    noteMissing: db.prepare<Run<OfSale>>(
      "UPDATE receipt SET authority_status = 'MISSING' WHERE sale_id = @saleId AND issue_state = 'numbered'",
    ),
  }
}

/** No document of it can exist, and nobody has taken it back or set it aside. */
const WAS_REFUSED = `remote_id IS NULL AND set_aside_reason IS NULL AND ${NOT_DELETED}
        AND (issue_state IN ('queued', 'rejected') OR (issue_state = 'attention' AND last_error_code = 'REFUSED_WITHOUT_REASON'))`

/** When a receipt is looked at again; its state stays what it is. */
export function prepareWaits(db: TillDatabase) {
  return {
    waitUntil: db.prepare<Run<OfSale & { notBefore: number }>>(
      'UPDATE receipt SET not_before_ms = @notBefore WHERE sale_id = @saleId',
    ),
    askForPdf: db.prepare<Run<OfSale>>(
      "UPDATE receipt SET not_before_ms = 0 WHERE sale_id = @saleId AND issue_state = 'numbered'",
    ),
    askForOtherWidths: db.prepare<
      []
    >(`UPDATE receipt SET not_before_ms = 0 WHERE issue_state = 'numbered'
      AND sale_id IN (SELECT sale_id FROM print_job WHERE state = 'waiting' AND trouble = '${OTHER_WIDTH}')`),
    wakeAll: db.prepare<[]>(`UPDATE receipt SET not_before_ms = 0 WHERE not_before_ms > 0
      AND issue_state IN ('queued', 'sending', 'accepted') AND ${WAITED_FOR_SERVICE}`),
    recover: db.prepare<[]>(`UPDATE receipt SET not_before_ms = 0 WHERE issue_state = 'sending'
      OR sale_id IN (SELECT sale_id FROM print_job WHERE state = 'waiting')`),
    clamp: db.prepare<
      Run<{ now: EpochMs; latest: number }>
    >(`UPDATE receipt SET not_before_ms = min(not_before_ms, @latest),
      faulty_since_ms = min(faulty_since_ms, @now), lost_since_ms = min(lost_since_ms, @now)
      WHERE issue_state <> 'numbered' OR sale_id IN (SELECT sale_id FROM print_job WHERE state = 'waiting')`),
    /**
     * The till speaks to another service now than the one that may have it. Said anew when the till
     * moves on: whether the RUT differs too is a matter of where it is now.
     */
    leaveBehind: db.prepare<
      Run<{ here: string }>
    >(`UPDATE receipt SET last_error_code = 'SERVICE_CHANGED', last_error_text = ${WHERE_IT_IS}
      WHERE issue_state <> 'numbered' AND issue_state IN ${UNSETTLED} AND service_id <> @here
        AND (last_error_code IS NOT 'SERVICE_CHANGED' OR last_error_text IS NOT ${WHERE_IT_IS})`),
    findAgain: db.prepare<
      Run<{ here: string }>
    >(`UPDATE receipt SET last_error_code = NULL, last_error_text = NULL, not_before_ms = 0
      WHERE issue_state <> 'numbered' AND issue_state IN ${UNSETTLED} AND service_id = @here AND last_error_code = 'SERVICE_CHANGED'`),
  }
}

/** Its address, and its RUT where that is not the present one. */
const WHERE_IT_IS = `(CASE WHEN service_id LIKE 'embedded %' THEN 'el de esta máquina'
    ELSE substr(service_id, 1, instr(service_id || ' ', ' ') - 1) END
  || iif(substr(service_id, instr(service_id || ' ', ' ')) = substr(@here, instr(@here || ' ', ' ')),
    '', ' · RUT' || substr(service_id, instr(service_id || ' ', ' '))))`

/** What a person orders. */
export function prepareOrders(db: TillDatabase) {
  return {
    retryNow: db.prepare<
      Run<OfSale & { now: EpochMs }>
    >(`UPDATE receipt SET not_before_ms = 0, faults = 0, faulty_since_ms = NULL, set_aside_reason = NULL,
      set_aside_at_ms = NULL, lost_since_ms = CASE WHEN lost_since_ms IS NULL THEN NULL ELSE @now END, walk_rounds = 0, walked_to = NULL,
      issue_state = CASE WHEN issue_state IN ('rejected', 'attention') THEN iif(remote_id IS NULL, 'queued', 'reconciling') ELSE issue_state END
      WHERE sale_id = @saleId AND issue_state <> 'numbered' AND coalesce(last_error_code, '') NOT LIKE 'RETURN_ORIGINAL_%' AND ${NOT_DELETED}`),
    /** New bytes, where the service has definitely refused the old ones. */
    rebuild: db.prepare<
      Run<OfSale & { body: Buffer; sha256: string }>
    >(`UPDATE receipt SET body = @body, body_sha256 = @sha256, issue_state = 'queued', not_before_ms = 0, faults = 0,
      faulty_since_ms = NULL, last_error_code = NULL, last_error_text = NULL, field_errors_json = NULL, set_aside_reason = NULL,
      set_aside_at_ms = NULL WHERE sale_id = @saleId AND issue_state = 'rejected' AND remote_id IS NULL AND ${NOT_DELETED}`),
    searchAgain: db.prepare<
      Run<OfSale & { now: EpochMs }>
    >(`UPDATE receipt SET issue_state = 'reconciling', not_before_ms = 0, lost_since_ms = @now, walk_rounds = 0,
      walked_to = NULL, set_aside_reason = NULL, set_aside_at_ms = NULL
      WHERE sale_id = @saleId AND issue_state IN ('attention', 'reconciling') AND remote_id IS NULL`),
    setAside: db.prepare<
      Run<OfSale & { reason: string; now: EpochMs }>
    >(`UPDATE receipt SET set_aside_reason = @reason, set_aside_at_ms = @now
      WHERE sale_id = @saleId AND (issue_state IN ('rejected', 'attention') OR last_error_code = 'SERVICE_CHANGED'
        OR authority_status IN ('RCH', 'DELETED', 'MISSING')) AND ${NOT_DELETED}`),
  }
}

/** Deletions, here and at the service. */
export function prepareDeleting(db: TillDatabase) {
  return {
    /** It never left: out of the queue for good. */
    takeOut: db.prepare<
      Run<OfSale & { reason: string; now: EpochMs }>
    >(`UPDATE receipt SET issue_state = 'rejected', last_error_code = 'RECEIPT_DELETED', last_error_text = NULL,
      field_errors_json = NULL, set_aside_reason = @reason, set_aside_at_ms = @now
      WHERE sale_id = @saleId AND issue_state IN ('queued', 'rejected') AND remote_id IS NULL`),
    /** What the service said of it while it was deleted, or refused to be. */
    noteStatus: db.prepare<Run<OfSale & { status: string }>>(
      "UPDATE receipt SET authority_status = @status WHERE sale_id = @saleId AND coalesce(authority_status, '') <> 'DELETED'",
    ),
  }
}

/**
 * Not on its way: after a restore, one that some service may have waits for the folio of its
 * receipt as well.
 */
export const NOTE_WAITS =
  "depends_on = @originalId AND remote_id IS NULL AND issue_state IN ('queued', 'attention')"
/** No service can have it. */
export const NOTE_UNSENT = `${NOTE_WAITS} AND service_id IS NULL`
/** Of these, notes: what stands for a document after a change waits as well, for its own buyer. */
export const NOTE_OF_SAME_BUYER = `${NOTE_UNSENT} AND document_type IN ('56', '61')`

/** Notes that wait for their receipt. */
export function prepareNotes(db: TillDatabase) {
  return {
    /** Its receipt has its folio: the bytes are complete. */
    complete: db.prepare<
      Run<OfSale & { originalId: SaleId; body: Buffer; sha256: string }>
    >(`UPDATE receipt SET body = @body, body_sha256 = @sha256, not_before_ms = 0,
      issue_state = CASE WHEN last_error_code LIKE 'RETURN_ORIGINAL_%' THEN 'queued' ELSE issue_state END,
      last_error_code = CASE WHEN last_error_code LIKE 'RETURN_ORIGINAL_%' THEN NULL ELSE last_error_code END
      WHERE sale_id = @saleId AND ${NOTE_WAITS}`),
    rename: db.prepare<Run<OfSale & { originalId: SaleId; body: Buffer; sha256: string }>>(
      `UPDATE receipt SET body = @body, body_sha256 = @sha256
        WHERE sale_id = @saleId AND ${NOTE_OF_SAME_BUYER}`,
    ),
    stop: db.prepare<
      Run<OfSale & { originalId: SaleId; trouble: string }>
    >(`UPDATE receipt SET issue_state = 'attention', last_error_code = @trouble, last_error_text = NULL
      WHERE sale_id = @saleId AND ${NOTE_UNSENT}`),
  }
}

/**
 * Refused ones too: they may have been mended since the backup. What a person has set aside or
 * taken back stays so.
 */
const MAY_HAVE_LEFT = `issue_state IN ('queued', 'sending', 'rejected', 'attention') AND remote_id IS NULL AND set_aside_reason IS NULL
  AND coalesce(last_error_code, '') NOT LIKE 'RETURN_ORIGINAL_%'
  AND NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = receipt.sale_id)`

/** After a restore, when nobody knows what happened since the backup. */
export function prepareRestoring(db: TillDatabase) {
  return {
    readAgain: db.prepare<[]>(
      "UPDATE receipt SET not_before_ms = 0 WHERE issue_state IN ('accepted', 'reconciling')",
    ),
    /** One more try than is proven not to have left, at the service that was spoken to last. */
    presumeSent: db.prepare<
      Run<{ type: string; serviceId: string | null; at: EpochMs }>
    >(`UPDATE receipt SET issue_state = 'queued', not_before_ms = 0, tries = tries + 1, faults = 0, faulty_since_ms = NULL,
      last_error_code = NULL, last_error_text = NULL, field_errors_json = NULL,
      folio_low = iif(service_id IS NULL, ${KNOWN_WHEN_SOLD}, folio_low),
      first_sent_at_ms = iif(service_id IS NULL AND @serviceId IS NOT NULL, @at, first_sent_at_ms),
      service_id = coalesce(service_id, @serviceId)
      WHERE document_type = @type AND ${MAY_HAVE_LEFT}`),
    /** It went to this service after the backup, and stays with it. */
    noteService: db.prepare<
      Run<OfSale & { serviceId: string; folioLow: number | null; firstSentAt: number | null }>
    >(`UPDATE receipt SET service_id = @serviceId, folio_low = @folioLow, first_sent_at_ms = @firstSentAt
      WHERE sale_id = @saleId AND service_id IS NULL AND issue_state <> 'numbered'`),
    /** It was taken back after the backup: the money was handed back, so it never goes out. */
    noteDeleted: db.prepare<
      Run<OfSale & { reason: string; at: EpochMs }>
    >(`UPDATE receipt SET issue_state = 'rejected', last_error_code = 'RECEIPT_DELETED', set_aside_reason = @reason, set_aside_at_ms = @at
      WHERE sale_id = @saleId AND ${mayBecome('rejected')}`),
  }
}
