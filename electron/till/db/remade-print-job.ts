/**
 * What the migrations that made `print_job` or made it anew say of it in the same words. It has run
 * in shops and never changes.
 */
export const NEXT_PRINT_JOB = `CREATE TABLE print_job_next (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  sale_id TEXT REFERENCES sale (id),
  report_id TEXT REFERENCES shift_report (id),
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'slip', 'copy', 'report')),
  printer_id TEXT NOT NULL,
  width_mm INTEGER NOT NULL CHECK (width_mm IN (58, 80)),
  opens_drawer INTEGER NOT NULL CHECK (opens_drawer IN (0, 1)),
`

export const COURSE_OF_JOB = `  created_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  trouble TEXT,
  detail TEXT,
  escpos_sha256 TEXT,
  stamp_readable INTEGER`

export const JOB_IS_OF_ONE = `  CHECK ((sale_id IS NULL) <> (report_id IS NULL)),
  CHECK (kind <> 'report' OR report_id IS NOT NULL),
  CHECK (kind IN ('report', 'copy') OR sale_id IS NOT NULL)
) STRICT;
`
