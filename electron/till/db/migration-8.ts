import { COURSE_OF_JOB, JOB_IS_OF_ONE, NEXT_PRINT_JOB } from './remade-print-job.ts'

/** `table` holds facts: rows are added, never changed and never removed. */
function appendOnly(table: string): string {
  return `
CREATE TRIGGER ${table}_kept BEFORE DELETE ON ${table} BEGIN SELECT RAISE(ABORT, '${table} is kept'); END;
CREATE TRIGGER ${table}_fixed BEFORE UPDATE ON ${table} BEGIN SELECT RAISE(ABORT, '${table} does not change'); END;`
}

/**
 * 8: shifts. Opening, cash in and out, counts, reports and the close are facts; whether a shift is
 * open follows from them. A sale, a return and a deletion name the shift in which their money
 * moved. A report is a paper without a sale, so print_job is made anew.
 */
export const SHIFTS_SCHEMA = `
CREATE TABLE shift (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE CHECK (number >= 1),
  opened_at_ms INTEGER NOT NULL,
  opened_by TEXT NOT NULL,
  register_name TEXT NOT NULL,
  float_clp INTEGER NOT NULL CHECK (float_clp >= 0)
) STRICT;

CREATE TABLE cash_movement (
  id TEXT PRIMARY KEY,
  shift_id TEXT NOT NULL REFERENCES shift (id),
  kind TEXT NOT NULL CHECK (kind IN ('in', 'out')),
  amount_clp INTEGER NOT NULL CHECK (amount_clp > 0),
  reason TEXT NOT NULL CHECK (reason <> ''),
  at_ms INTEGER NOT NULL,
  made_by TEXT NOT NULL,
  approved_by TEXT
) STRICT;
CREATE INDEX cash_movement_by_shift ON cash_movement (shift_id, at_ms);

-- What somebody counted. A second look is a second row: the first stays to be seen.
CREATE TABLE shift_count (
  id TEXT PRIMARY KEY,
  shift_id TEXT NOT NULL REFERENCES shift (id),
  at_ms INTEGER NOT NULL,
  counted_by TEXT NOT NULL,
  count_json TEXT NOT NULL
) STRICT;
CREATE INDEX shift_count_by_shift ON shift_count (shift_id, at_ms);

-- A reading (X) or the closing report (Z), as it was printed.
CREATE TABLE shift_report (
  id TEXT PRIMARY KEY,
  shift_id TEXT NOT NULL REFERENCES shift (id),
  kind TEXT NOT NULL CHECK (kind IN ('X', 'Z')),
  made_at_ms INTEGER NOT NULL,
  report_json TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX shift_report_final ON shift_report (shift_id) WHERE kind = 'Z';
CREATE INDEX shift_report_by_shift ON shift_report (shift_id, made_at_ms);

CREATE TABLE shift_close (
  shift_id TEXT PRIMARY KEY REFERENCES shift (id),
  closed_at_ms INTEGER NOT NULL,
  closed_by TEXT NOT NULL,
  approved_by TEXT,
  count_id TEXT NOT NULL REFERENCES shift_count (id),
  report_id TEXT NOT NULL REFERENCES shift_report (id),
  -- Counted less expected, over everything that was counted.
  difference_clp INTEGER NOT NULL,
  reason TEXT,
  -- What whoever closed says about the receipts that were still to be issued.
  note TEXT,
  pending_count INTEGER NOT NULL CHECK (pending_count >= 0)
) STRICT;

-- None or one: only the newest can be open.
CREATE VIEW open_shift AS SELECT id, number, opened_at_ms, opened_by, register_name, float_clp FROM shift
  WHERE number = (SELECT max(number) FROM shift) AND NOT EXISTS (SELECT 1 FROM shift_close c WHERE c.shift_id = shift.id);
CREATE TRIGGER shift_alone BEFORE INSERT ON shift WHEN EXISTS (SELECT 1 FROM open_shift) BEGIN
  SELECT RAISE(ABORT, 'a shift is open');
END;
CREATE TRIGGER cash_movement_in_time BEFORE INSERT ON cash_movement
  WHEN EXISTS (SELECT 1 FROM shift_close c WHERE c.shift_id = new.shift_id) BEGIN SELECT RAISE(ABORT, 'the shift is closed'); END;
${['shift', 'cash_movement', 'shift_count', 'shift_report', 'shift_close'].map(appendOnly).join('')}

ALTER TABLE sale ADD COLUMN shift_id TEXT REFERENCES shift (id);
CREATE INDEX sale_by_shift ON sale (shift_id) WHERE shift_id IS NOT NULL;
-- The shift in which the money of a deleted receipt was handed back.
ALTER TABLE receipt_deletion ADD COLUMN shift_id TEXT REFERENCES shift (id);
CREATE INDEX deletion_by_shift ON receipt_deletion (shift_id) WHERE shift_id IS NOT NULL;

${NEXT_PRINT_JOB}  state TEXT NOT NULL CHECK (state IN ('waiting', 'queued', 'printing', 'sent', 'held', 'unknown', 'failed')),
${COURSE_OF_JOB},
  printed_at_ms INTEGER,
${JOB_IS_OF_ONE}INSERT INTO print_job_next (seq, id, sale_id, kind, printer_id, width_mm, opens_drawer, state, created_at_ms, finished_at_ms, tries,
    trouble, detail, escpos_sha256, stamp_readable, printed_at_ms)
  SELECT seq, id, sale_id, kind, printer_id, width_mm, opens_drawer, state, created_at_ms, finished_at_ms, tries,
    trouble, detail, escpos_sha256, stamp_readable, printed_at_ms FROM print_job ORDER BY seq;
DROP TABLE print_job;
ALTER TABLE print_job_next RENAME TO print_job;
-- One original and one slip a sale, one paper a report: a second piece of paper can only be a copy, and says so.
CREATE UNIQUE INDEX print_job_original ON print_job (sale_id, kind) WHERE kind IN ('receipt', 'slip');
CREATE UNIQUE INDEX print_job_report ON print_job (report_id) WHERE kind = 'report';
CREATE INDEX print_job_open ON print_job (printer_id, seq) WHERE state IN ('waiting', 'queued', 'printing', 'held');
CREATE INDEX print_job_ready ON print_job (printer_id, seq) WHERE state IN ('queued', 'held');
CREATE INDEX print_job_waiting ON print_job (sale_id) WHERE state = 'waiting';
CREATE INDEX print_job_by_sale ON print_job (sale_id, kind);
CREATE INDEX print_job_by_report ON print_job (report_id) WHERE report_id IS NOT NULL;
`
