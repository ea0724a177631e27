/** Shifts and the cash they count. The tables, in SQL. */
export const SHIFTS_SCHEMA = /* sql */ `
-- Opening, cash in and out, counts, reports and the close are facts; whether a shift is open
-- follows.
CREATE TABLE shift (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE CHECK (number >= 1),
  opened_at_ms INTEGER NOT NULL,
  opened_by TEXT NOT NULL,
  register_name TEXT NOT NULL,
  float_clp INTEGER NOT NULL CHECK (float_clp >= 0)
) STRICT;

CREATE TRIGGER shift_alone BEFORE INSERT ON shift WHEN EXISTS (SELECT 1 FROM open_shift) BEGIN
  SELECT RAISE(ABORT, 'a shift is open');
END;
CREATE TRIGGER shift_kept BEFORE DELETE ON shift BEGIN SELECT RAISE(ABORT, 'shift is kept'); END;
CREATE TRIGGER shift_fixed BEFORE UPDATE ON shift BEGIN SELECT RAISE(ABORT, 'shift does not change'); END;

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

CREATE TRIGGER cash_movement_in_time BEFORE INSERT ON cash_movement
  WHEN EXISTS (SELECT 1 FROM shift_close c WHERE c.shift_id = new.shift_id) BEGIN SELECT RAISE(ABORT, 'the shift is closed'); END;
CREATE TRIGGER cash_movement_kept BEFORE DELETE ON cash_movement BEGIN SELECT RAISE(ABORT, 'cash_movement is kept'); END;
CREATE TRIGGER cash_movement_fixed BEFORE UPDATE ON cash_movement BEGIN SELECT RAISE(ABORT, 'cash_movement does not change'); END;

-- What somebody counted. A second look is a second row: the first stays to be seen.
CREATE TABLE shift_count (
  id TEXT PRIMARY KEY,
  shift_id TEXT NOT NULL REFERENCES shift (id),
  at_ms INTEGER NOT NULL,
  counted_by TEXT NOT NULL,
  count_json TEXT NOT NULL
) STRICT;

CREATE INDEX shift_count_by_shift ON shift_count (shift_id, at_ms);

CREATE TRIGGER shift_count_kept BEFORE DELETE ON shift_count BEGIN SELECT RAISE(ABORT, 'shift_count is kept'); END;
CREATE TRIGGER shift_count_fixed BEFORE UPDATE ON shift_count BEGIN SELECT RAISE(ABORT, 'shift_count does not change'); END;

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

CREATE TRIGGER shift_report_kept BEFORE DELETE ON shift_report BEGIN SELECT RAISE(ABORT, 'shift_report is kept'); END;
CREATE TRIGGER shift_report_fixed BEFORE UPDATE ON shift_report BEGIN SELECT RAISE(ABORT, 'shift_report does not change'); END;

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

CREATE TRIGGER shift_close_kept BEFORE DELETE ON shift_close BEGIN SELECT RAISE(ABORT, 'shift_close is kept'); END;
CREATE TRIGGER shift_close_fixed BEFORE UPDATE ON shift_close BEGIN SELECT RAISE(ABORT, 'shift_close does not change'); END;

CREATE VIEW open_shift AS SELECT id, number, opened_at_ms, opened_by, register_name, float_clp FROM shift
  WHERE number = (SELECT max(number) FROM shift) AND NOT EXISTS (SELECT 1 FROM shift_close c WHERE c.shift_id = shift.id);
`
