/** Receipts, and reports of closed shifts, by e-mail. The tables, in SQL. */
export const MAIL_SCHEMA = /* sql */ `
CREATE TABLE mail_job (
  seq INTEGER PRIMARY KEY,
  -- Names the e-mail in its Message-ID, the same on every try.
  id TEXT NOT NULL UNIQUE,
  -- Of a sale's document, or of the report of a closed shift.
  sale_id TEXT REFERENCES sale (id),
  report_id TEXT REFERENCES shift_report (id),
  -- Empty once it was erased with its person, or its time was over.
  address TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN
    ('waiting', 'queued', 'sending', 'sent', 'unknown', 'failed', 'dropped')),
  is_automatic INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  -- When a person last said that it is wanted.
  wanted_at_ms INTEGER NOT NULL,
  not_before_ms INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  trouble TEXT,
  -- What the server said.
  detail TEXT,
  finished_at_ms INTEGER,
  CHECK ((sale_id IS NULL) <> (report_id IS NULL))
) STRICT;

CREATE INDEX mail_job_by_sale ON mail_job (sale_id);
CREATE INDEX mail_job_by_report ON mail_job (report_id) WHERE report_id IS NOT NULL;
CREATE INDEX mail_job_waiting ON mail_job (seq) WHERE state = 'waiting';
CREATE INDEX mail_job_queued ON mail_job (not_before_ms, seq) WHERE state = 'queued';
CREATE INDEX mail_job_sending ON mail_job (seq) WHERE state = 'sending';
CREATE INDEX mail_job_sent ON mail_job (finished_at_ms) WHERE state IN ('sent', 'unknown');
CREATE INDEX mail_job_addressed ON mail_job (wanted_at_ms) WHERE address <> '';

-- The service kept its document: what waited for it goes out after all.
CREATE TRIGGER mail_deletion_refused AFTER UPDATE OF state ON receipt_deletion
  WHEN new.state = 'refused' BEGIN
  UPDATE mail_job SET state = 'waiting', trouble = NULL, finished_at_ms = NULL
    WHERE sale_id = new.sale_id AND state = 'failed' AND trouble = 'RECEIPT_DELETED'
      AND address <> '';
END;
`
