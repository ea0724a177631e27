/** Receipts on their way to the service, and what it answered. The tables, in SQL. */
import { trialOf } from '../../sold/sale-parts.ts'

export const OUTBOX_SCHEMA = /* sql */ `
-- The outbox: what has to reach the service. The body is made once and sent byte for byte on
-- every try.
CREATE TABLE receipt (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  seq INTEGER NOT NULL UNIQUE,
  external_reference TEXT NOT NULL UNIQUE,
  document_type TEXT NOT NULL,
  body BLOB NOT NULL,
  body_sha256 TEXT NOT NULL,
  issue_state TEXT NOT NULL CHECK (issue_state IN
    ('queued', 'sending', 'accepted', 'numbered', 'reconciling', 'rejected', 'attention')),
  service_id TEXT,
  remote_id TEXT,
  folio INTEGER,
  -- As the service says with its folio: a trial and what counts may have the same. NULL where it
  -- has not said, which is kept apart by nothing.
  is_trial INTEGER CHECK (is_trial IN (0, 1)),
  authority_status TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  first_sent_at_ms INTEGER,
  not_before_ms INTEGER NOT NULL DEFAULT 0,
  last_error_code TEXT,
  last_error_text TEXT,
  -- The receipt that has to be numbered before this one may be sent.
  depends_on TEXT REFERENCES receipt (sale_id),
  folio_low INTEGER,
  -- The highest folio known when it was sold, and at which service: whoever sends it, and whenever,
  -- its own folio is above it.
  sold_service_id TEXT,
  sold_folio_low INTEGER,
  -- Answers that point at this document rather than at the service.
  faults INTEGER NOT NULL DEFAULT 0,
  faulty_since_ms INTEGER,
  lost_since_ms INTEGER,
  walk_rounds INTEGER NOT NULL DEFAULT 0,
  walked_to INTEGER,
  field_errors_json TEXT,
  set_aside_reason TEXT,
  set_aside_at_ms INTEGER,
  CHECK (issue_state <> 'numbered' OR (folio IS NOT NULL AND remote_id IS NOT NULL)),
  CHECK (issue_state <> 'accepted' OR remote_id IS NOT NULL)
) STRICT;

-- With all that counting them asks, so that no row is read for it.
CREATE INDEX receipt_open ON receipt (seq, issue_state, set_aside_reason) WHERE issue_state <> 'numbered';
CREATE INDEX receipt_stuck ON receipt (seq) WHERE issue_state <> 'numbered' AND set_aside_reason IS NULL
  AND (issue_state IN ('rejected', 'attention') OR last_error_code IS 'SERVICE_CHANGED');

CREATE INDEX receipt_undecided ON receipt (not_before_ms)
  WHERE issue_state = 'numbered' AND coalesce(authority_status, '') NOT IN ('APR', 'RCH', 'DELETED');
CREATE UNIQUE INDEX receipt_folio ON receipt (service_id, document_type, ${trialOf()}, folio) WHERE folio IS NOT NULL;
CREATE UNIQUE INDEX receipt_remote ON receipt (service_id, remote_id) WHERE remote_id IS NOT NULL;
CREATE INDEX receipt_wait ON receipt (not_before_ms) WHERE issue_state <> 'numbered';
CREATE INDEX receipt_trial ON receipt (sale_id) WHERE is_trial = 1;
CREATE INDEX receipt_by_folio ON receipt (folio) WHERE folio IS NOT NULL;
CREATE INDEX receipt_lost ON receipt (seq) WHERE issue_state = 'reconciling' AND remote_id IS NULL;
CREATE INDEX receipt_dependent ON receipt (depends_on) WHERE depends_on IS NOT NULL;
CREATE INDEX receipt_ended_badly ON receipt (seq) WHERE authority_status IN ('RCH', 'DELETED', 'MISSING') AND set_aside_reason IS NULL;
CREATE INDEX receipt_void ON receipt (sale_id) WHERE authority_status IN ('RCH', 'DELETED', 'MISSING');

-- Every exchange about a receipt, with the raw answer. It is the evidence.
CREATE TABLE attempt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sale_id TEXT NOT NULL REFERENCES receipt (sale_id),
  at_ms INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  request TEXT NOT NULL,
  outcome TEXT NOT NULL,
  http_status INTEGER,
  answer TEXT
) STRICT;

CREATE INDEX attempt_by_sale ON attempt (sale_id);
CREATE INDEX attempt_replaced ON attempt (sale_id) WHERE request = 'body replaced';

CREATE TRIGGER attempt_fixed BEFORE UPDATE ON attempt BEGIN SELECT RAISE(ABORT, 'attempts do not change'); END;

CREATE TRIGGER attempt_kept BEFORE DELETE ON attempt
  WHEN NOT EXISTS (SELECT 1 FROM receipt r WHERE r.sale_id = old.sale_id AND r.issue_state = 'numbered')
    AND NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = old.sale_id AND d.state = 'done')
  BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;

CREATE TABLE receipt_pdf (
  sale_id TEXT NOT NULL REFERENCES receipt (sale_id),
  width_mm INTEGER NOT NULL CHECK (width_mm IN (58, 80)),
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  PRIMARY KEY (sale_id, width_mm)
) STRICT, WITHOUT ROWID;

-- Receipts whose PDF is no use yet: how often it was asked for, and what was wrong the last
-- time.
CREATE TABLE pdf_trouble (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  faults INTEGER NOT NULL,
  code TEXT NOT NULL,
  since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Documents seen at the service, ours or another till's, so that no walk reads one twice. None of
-- trials: what counts may have their folios.
CREATE TABLE known_folio (
  service_id TEXT NOT NULL,
  document_type TEXT NOT NULL,
  folio INTEGER NOT NULL,
  remote_id TEXT NOT NULL,
  external_reference TEXT,
  PRIMARY KEY (service_id, document_type, folio)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_reference ON known_folio (service_id, external_reference) WHERE external_reference IS NOT NULL;

-- The last news of the folio ranges, for the warning at the counter and the frontier of a walk.
CREATE TABLE folio_range (
  service_id TEXT NOT NULL,
  range_id TEXT NOT NULL,
  document_type TEXT NOT NULL,
  from_folio INTEGER NOT NULL,
  to_folio INTEGER NOT NULL,
  next_folio INTEGER NOT NULL,
  expires_on TEXT,
  is_trial INTEGER NOT NULL DEFAULT 0 CHECK (is_trial IN (0, 1)),
  seen_at_ms INTEGER NOT NULL,
  -- Only active ranges are listed: one that is missing has been used up or has expired.
  is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)),
  PRIMARY KEY (service_id, range_id)
) STRICT, WITHOUT ROWID;

-- Taken back while it was pending. done: there is none, its folio is void, the money goes back
-- then, and not before.
CREATE TABLE receipt_deletion (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  state TEXT NOT NULL CHECK (state IN ('asked', 'done', 'refused')),
  reason TEXT NOT NULL,
  asked_by TEXT NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  settled_at_ms INTEGER,
  -- The day at the counter, however wrong the machine's clock is.
  settled_on TEXT,
  problem_code TEXT,
  -- In which the money went back; NULL before.
  shift_id TEXT REFERENCES shift (id),
  -- It was asked for in a shift: done while none is open, it is of the next one.
  is_by_shift INTEGER NOT NULL DEFAULT 0 CHECK (is_by_shift IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX deletion_asked ON receipt_deletion (asked_at_ms) WHERE state = 'asked';
CREATE INDEX deletion_by_shift ON receipt_deletion (shift_id) WHERE shift_id IS NOT NULL;

CREATE TRIGGER deletion_done_between AFTER INSERT ON shift BEGIN
  UPDATE receipt_deletion SET shift_id = new.id
    WHERE state = 'done' AND is_by_shift = 1 AND shift_id IS NULL; END;
`
