/** 2: finding lost documents, setting refused ones aside, what is known of folios. */
export const LOST_DOCUMENTS_SCHEMA = `
-- The receipt that has to be numbered before this one may be sent.
ALTER TABLE receipt ADD COLUMN depends_on TEXT REFERENCES receipt (sale_id);
-- Highest folio of its type known before it was first sent: a lost document's own lies above.
ALTER TABLE receipt ADD COLUMN folio_low INTEGER;
-- Answers that point at this document rather than at the service: server faults, refusals that validation does not confirm.
ALTER TABLE receipt ADD COLUMN faults INTEGER NOT NULL DEFAULT 0;
ALTER TABLE receipt ADD COLUMN faulty_since_ms INTEGER;
ALTER TABLE receipt ADD COLUMN lost_since_ms INTEGER;
ALTER TABLE receipt ADD COLUMN walk_rounds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE receipt ADD COLUMN walked_to INTEGER;
ALTER TABLE receipt ADD COLUMN field_errors_json TEXT;
ALTER TABLE receipt ADD COLUMN set_aside_reason TEXT;
ALTER TABLE receipt ADD COLUMN set_aside_at_ms INTEGER;
CREATE INDEX receipt_wait ON receipt (not_before_ms) WHERE issue_state <> 'numbered';
-- A long queue does not slow down what can be printed or is to be fetched.
CREATE INDEX print_job_ready ON print_job (printer_id, seq) WHERE state IN ('queued', 'held');
CREATE INDEX print_job_waiting ON print_job (sale_id) WHERE state = 'waiting';

-- Documents seen at the service, ours or another till's, so that no walk reads one twice.
CREATE TABLE known_folio (
  service_id TEXT NOT NULL,
  document_type TEXT NOT NULL,
  folio INTEGER NOT NULL,
  remote_id TEXT NOT NULL,
  external_reference TEXT,
  PRIMARY KEY (service_id, document_type, folio)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_reference ON known_folio (service_id, external_reference) WHERE external_reference IS NOT NULL;
INSERT OR IGNORE INTO known_folio SELECT service_id, document_type, folio, remote_id, external_reference FROM receipt
  WHERE folio IS NOT NULL AND service_id IS NOT NULL;

-- The last news of the folio ranges, for the warning at the counter and for the frontier of a walk.
CREATE TABLE folio_range (
  service_id TEXT NOT NULL,
  range_id TEXT NOT NULL,
  document_type TEXT NOT NULL,
  from_folio INTEGER NOT NULL,
  to_folio INTEGER NOT NULL,
  next_folio INTEGER NOT NULL,
  expires_on TEXT,
  seen_at_ms INTEGER NOT NULL,
  -- Only active ranges are listed: one that is missing has been used up or has expired.
  is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)),
  PRIMARY KEY (service_id, range_id)
) STRICT, WITHOUT ROWID;
`
