/** Drawers that are owed, apart for who tests them. */
export const DRAWER_KICK_SCHEMA = /* sql */ `
-- Drawers that a sale without paper owes: what is not over yet is tried again, also after a
-- fall.
CREATE TABLE drawer_kick (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  at_ms INTEGER NOT NULL,
  -- Open, given up, or too late to be of use.
  over_at_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX drawer_kick_owed ON drawer_kick (at_ms) WHERE over_at_ms IS NULL;
`

/** Printers, papers and drawers. The tables, in SQL. */
export const PRINT_SCHEMA = /* sql */ `
CREATE TABLE printer_setup (
  printer_id TEXT PRIMARY KEY,
  -- Of a printer that somebody told the till about; NULL for one that is found by looking.
  config_json TEXT,
  options_json TEXT NOT NULL,
  logo BLOB
) STRICT, WITHOUT ROWID;

-- One original and one slip a sale, one paper a report: a second piece of paper can only be a
-- copy, and says so.
CREATE TABLE print_job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  sale_id TEXT REFERENCES sale (id),
  report_id TEXT REFERENCES shift_report (id),
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'slip', 'copy', 'report')),
  printer_id TEXT NOT NULL,
  width_mm INTEGER NOT NULL CHECK (width_mm IN (58, 80)),
  opens_drawer INTEGER NOT NULL CHECK (opens_drawer IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN
    ('waiting', 'queued', 'printing', 'sent', 'held', 'asking', 'unknown', 'failed', 'dropped')),
  created_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  trouble TEXT,
  detail TEXT,
  escpos_sha256 TEXT,
  stamp_readable INTEGER,
  printed_at_ms INTEGER,
  -- When a person last said that it is wanted, late or not; NULL = when it was ordered.
  wanted_at_ms INTEGER,
  -- A person has seen that its stamp cannot be read and wants it all the same.
  stamp_waived INTEGER NOT NULL DEFAULT 0,
  -- Its ink was wider than the head, so it was drawn smaller.
  is_shrunk INTEGER NOT NULL DEFAULT 0,
  CHECK ((sale_id IS NULL) <> (report_id IS NULL)),
  CHECK (kind <> 'report' OR report_id IS NOT NULL),
  CHECK (kind IN ('report', 'copy') OR sale_id IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX print_job_original ON print_job (sale_id, kind) WHERE kind IN ('receipt', 'slip');
CREATE UNIQUE INDEX print_job_report ON print_job (report_id) WHERE kind = 'report';
CREATE INDEX print_job_open ON print_job (printer_id, seq) WHERE state IN ('waiting', 'queued', 'printing', 'held');
CREATE INDEX print_job_ready ON print_job (printer_id, seq, state) WHERE state IN ('queued', 'printing', 'held');
CREATE INDEX print_job_waiting ON print_job (sale_id) WHERE state = 'waiting';
CREATE INDEX print_job_of_person ON print_job (seq) WHERE state IN ('asking', 'unknown', 'failed');
CREATE INDEX print_job_by_sale ON print_job (sale_id, kind);
CREATE INDEX print_job_by_report ON print_job (report_id) WHERE report_id IS NOT NULL;

${DRAWER_KICK_SCHEMA}
`
