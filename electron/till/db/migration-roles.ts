/** 30: roles a shop makes, who has them, and the last changes of settings found at once. */
export const ROLES_SCHEMA = `
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
-- Their own roles only: the role that stands beside does not count.
ALTER TABLE staff ADD COLUMN has_own_roles_only INTEGER NOT NULL DEFAULT 0
  CHECK (has_own_roles_only IN (0, 1));
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
CREATE INDEX audit_settings ON audit (seq) WHERE action = 'settings-changed';
`
