/** People who serve, their roles, what was approved and what they did. The tables, in SQL. */
export const STAFF_SCHEMA = /* sql */ `
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
  created_at_ms INTEGER NOT NULL,
  -- Which pepper went into the hash (staff/pin-pepper.ts); empty for none.
  pin_pepper TEXT NOT NULL DEFAULT '',
  -- Their own roles only: the role that stands beside does not count.
  has_own_roles_only INTEGER NOT NULL DEFAULT 0
    CHECK (has_own_roles_only IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX staff_name ON staff (name COLLATE NOCASE) WHERE is_active = 1;

-- What a shop allows a role, where it differs from the rights a till comes with.
CREATE TABLE role_rights (
  role TEXT PRIMARY KEY CHECK (role IN ('cashier', 'supervisor', 'owner')),
  rights_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE own_role (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  rights_json TEXT NOT NULL,
  -- Whoever has it keeps it; nobody gets it any more.
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX own_role_name ON own_role (name COLLATE NOCASE);

CREATE TABLE staff_own_role (
  staff_id TEXT NOT NULL REFERENCES staff (id),
  role_id TEXT NOT NULL REFERENCES own_role (id),
  PRIMARY KEY (staff_id, role_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX staff_own_role_by_role ON staff_own_role (role_id);

-- Who changed somebody last, and at which till of the shop; NULL: here.
CREATE TABLE staff_signed (
  staff_id TEXT PRIMARY KEY,
  by_name TEXT NOT NULL,
  by_till INTEGER
) STRICT, WITHOUT ROWID;

-- Whom the head office has barred at all tills, and who said so there.
CREATE TABLE staff_bar (
  staff_id TEXT PRIMARY KEY,
  by_name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A code on paper that gives the owner a new PIN, once; wrong ones are counted.
CREATE TABLE owner_code (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  hash BLOB NOT NULL,
  salt BLOB NOT NULL,
  cost INTEGER NOT NULL,
  made_at_ms INTEGER NOT NULL,
  failed_count INTEGER NOT NULL DEFAULT 0,
  locked_until_ms INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE pin_tries (
  staff_id TEXT NOT NULL REFERENCES staff (id),
  -- Empty at the door; over the shoulder the id of whoever asked.
  asked_by TEXT NOT NULL,
  failed_count INTEGER NOT NULL,
  locked_until_ms INTEGER NOT NULL,
  PRIMARY KEY (staff_id, asked_by)
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

-- Risky actions: who did it, who allowed it.
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
CREATE INDEX audit_settings ON audit (seq) WHERE action = 'settings-changed';

CREATE TRIGGER audit_kept BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is kept'); END;
CREATE TRIGGER audit_fixed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log does not change'); END;
`
