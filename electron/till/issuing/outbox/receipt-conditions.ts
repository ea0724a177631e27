/** Conditions over table `receipt` that its reads and its moves share. */
import { isNoTrial } from '../../sold/sale-parts.ts'

/** States of the authority after which nothing more is to come. */
export const FINAL = "('APR', 'RCH', 'DELETED')"
export const UNSETTLED = "('queued', 'sending', 'accepted', 'reconciling')"
/**
 * Of any type, so that the index by folio leads to these alone: the service has said that it
 * counts.
 */
export const COUNTS = `document_type IN ('33', '34', '39', '41', '56', '61')
  AND ${isNoTrial()} AND is_trial IS NOT NULL AND folio IS NOT NULL`
/** What a person took back never goes out again. */
export const NOT_DELETED =
  "NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = receipt.sale_id AND d.state = 'done')"
/** Being deleted: whether they are, the service has still to say. */
export const DELETING_SALES = "SELECT sale_id FROM receipt_deletion WHERE state = 'asked'"
/**
 * Where it may exist is where it stays: another service, or another company's folios there, would
 * issue it twice.
 */
export const IS_HERE = '(r.service_id IS NULL OR r.service_id = @here)'
export const PDF_WANTED = `j.state = 'waiting' AND r.issue_state = 'numbered'
  AND NOT EXISTS (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = j.sale_id AND d.width_mm = j.width_mm)`
/**
 * A document that must follow another waits until that one has its folio, and goes to the service
 * that gave it.
 */
const NOT_HELD_BACK = `(r.depends_on IS NULL OR EXISTS (SELECT 1 FROM receipt d WHERE d.sale_id = r.depends_on
  AND d.issue_state = 'numbered' AND d.service_id = @here))`
/** Has something to do now, and is not held back. */
export const IS_DUE = `r.issue_state <> 'numbered' AND r.issue_state IN ${UNSETTLED} AND r.not_before_ms <= @now
  AND ${NOT_HELD_BACK} AND ${IS_HERE}
  AND iif(r.issue_state IN ('queued', 'sending'), instr(@heldTypes, r.document_type) = 0 AND (r.tries = 0 OR @holdsRetries = 0),
    @holdsReads = 0)`

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
/**
 * Receipts that only a person can settle: on their way to a folio, and those that ended badly after
 * they had one.
 */
export const ATTENTION_SALES = `SELECT sale_id FROM receipt INDEXED BY receipt_stuck WHERE issue_state <> 'numbered' AND set_aside_reason IS NULL
    AND (issue_state IN ('rejected', 'attention') OR last_error_code IS 'SERVICE_CHANGED') AND ${NOT_DELETED}
  UNION ALL SELECT sale_id FROM receipt INDEXED BY receipt_ended_badly
    WHERE authority_status IN ('RCH', 'DELETED', 'MISSING') AND set_aside_reason IS NULL AND ${NOT_DELETED}`
/**
 * A wait that only stood for a service out of reach ends when it is back; one that is about the
 * document itself does not.
 */
export const WAITED_FOR_SERVICE = `(last_error_code IS NULL OR last_error_code IN
  ('SERVICE_UNREACHABLE', 'API_KEY_MISSING', 'API_KEY_REFUSED', 'COMPANY_REFUSED',
   'CERTIFICATE_EXPIRED', 'COMPANY_SUSPENDED') OR (last_error_code = 'SERVICE_ERROR' AND faults < 3))`
