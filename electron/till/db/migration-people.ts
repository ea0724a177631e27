/**
 * 3: several sales at one counter, who serves, what was approved, what changed in the catalogue.
 */
export const PEOPLE_SCHEMA = `
-- Sales put aside at the counter. The id and reference a payment was opened with belong to the cart and go with it.
CREATE TABLE parked_sale (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  cart_json TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  total_clp INTEGER NOT NULL,
  parked_at_ms INTEGER NOT NULL,
  parked_by TEXT NOT NULL,
  open_sale_id TEXT UNIQUE,
  open_reference TEXT UNIQUE,
  CHECK ((open_sale_id IS NULL) = (open_reference IS NULL))
) STRICT;

CREATE TABLE staff (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('cashier', 'supervisor', 'owner')),
  -- scrypt, with the cost it was made with.
  pin_hash BLOB NOT NULL,
  pin_salt BLOB NOT NULL,
  pin_cost INTEGER NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  -- Made for the demo shop with PINs anybody can read: counts only while the till issues nothing real.
  is_demo INTEGER NOT NULL CHECK (is_demo IN (0, 1)),
  failed_count INTEGER NOT NULL DEFAULT 0,
  locked_until_ms INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX staff_name ON staff (name COLLATE NOCASE) WHERE is_active = 1;

-- What a shop allows a role, where it differs from the rights a till comes with.
CREATE TABLE role_rights (
  role TEXT PRIMARY KEY CHECK (role IN ('cashier', 'supervisor', 'owner')),
  rights_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A PIN over the shoulder: for one thing of one sale, for a short time.
CREATE TABLE approval (
  id TEXT PRIMARY KEY,
  sale_id TEXT,
  need_json TEXT NOT NULL,
  cashier_name TEXT NOT NULL,
  approver_id TEXT NOT NULL REFERENCES staff (id),
  approver_name TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER
) STRICT;
CREATE INDEX approval_by_sale ON approval (sale_id) WHERE used_at_ms IS NULL;

-- Risky actions: who did it, who allowed it. Append-only.
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  action TEXT NOT NULL,
  staff_id TEXT,
  staff_name TEXT NOT NULL,
  approver_name TEXT,
  sale_id TEXT,
  detail_json TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_sale ON audit (sale_id) WHERE sale_id IS NOT NULL;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is kept'); END;
CREATE TRIGGER audit_fixed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log does not change'); END;

ALTER TABLE sale_line ADD COLUMN note TEXT;
-- The catalogue's price where the cashier charged another one.
ALTER TABLE sale_line ADD COLUMN list_gross_clp INTEGER;

-- What the search index in memory still has to learn, whoever wrote it.
CREATE TABLE product_change (seq INTEGER PRIMARY KEY AUTOINCREMENT, product_rowid INTEGER NOT NULL) STRICT;
CREATE TRIGGER product_change_insert AFTER INSERT ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (new.rowid);
END;
CREATE TRIGGER product_change_update AFTER UPDATE OF name, code, category_id, is_favourite ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (new.rowid);
END;
CREATE TRIGGER product_change_delete AFTER DELETE ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (old.rowid);
END;
`
