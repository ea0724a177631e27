import { COURSE_OF_JOB, JOB_IS_OF_ONE, NEXT_PRINT_JOB } from './remade-print-job.ts'

/**
 * A paper may wait for a person's word (`asking`), and a person may say that it is not wanted
 * (`dropped`). SQLite cannot change a CHECK, so print_job is made anew.
 */
export const PAPERS_SCHEMA = `
${NEXT_PRINT_JOB}  state TEXT NOT NULL CHECK (state IN
    ('waiting', 'queued', 'printing', 'sent', 'held', 'asking', 'unknown', 'failed', 'dropped')),
${COURSE_OF_JOB},
  printed_at_ms INTEGER,
  -- When a person last said that it is wanted, late or not; NULL = when it was ordered.
  wanted_at_ms INTEGER,
  -- A person has seen that its stamp cannot be read and wants it all the same.
  stamp_waived INTEGER NOT NULL DEFAULT 0,
  -- Its ink was wider than the head, so it was drawn smaller.
  is_shrunk INTEGER NOT NULL DEFAULT 0,
${JOB_IS_OF_ONE}INSERT INTO print_job_next (seq, id, sale_id, report_id, kind, printer_id, width_mm, opens_drawer, state, created_at_ms,
    finished_at_ms, tries, trouble, detail, escpos_sha256, stamp_readable, printed_at_ms)
  SELECT seq, id, sale_id, report_id, kind, printer_id, width_mm, opens_drawer, state, created_at_ms,
    finished_at_ms, tries, trouble, detail, escpos_sha256, stamp_readable, printed_at_ms FROM print_job ORDER BY seq;
DROP TABLE print_job;
ALTER TABLE print_job_next RENAME TO print_job;
CREATE UNIQUE INDEX print_job_original ON print_job (sale_id, kind) WHERE kind IN ('receipt', 'slip');
CREATE UNIQUE INDEX print_job_report ON print_job (report_id) WHERE kind = 'report';
CREATE INDEX print_job_open ON print_job (printer_id, seq) WHERE state IN ('waiting', 'queued', 'printing', 'held');
CREATE INDEX print_job_ready ON print_job (printer_id, seq) WHERE state IN ('queued', 'held');
CREATE INDEX print_job_waiting ON print_job (sale_id) WHERE state = 'waiting';
CREATE INDEX print_job_of_person ON print_job (seq) WHERE state IN ('asking', 'unknown', 'failed');
CREATE INDEX print_job_by_sale ON print_job (sale_id, kind);
CREATE INDEX print_job_by_report ON print_job (report_id) WHERE report_id IS NOT NULL;

-- Receipts whose PDF is no use yet: how often it was asked for in vain, and what was wrong the last time.
CREATE TABLE pdf_trouble (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  faults INTEGER NOT NULL,
  code TEXT NOT NULL,
  since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
