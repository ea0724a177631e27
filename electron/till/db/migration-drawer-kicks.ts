/** Drawers that a sale without paper owes. Part of the table in migrations.ts. */
export const DRAWER_KICKS_SCHEMA = `
-- Written with its sale: what is not over yet is tried again, also by a till that fell in between.
CREATE TABLE drawer_kick (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  at_ms INTEGER NOT NULL,
  -- Open, given up, or too late to be of use.
  over_at_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX drawer_kick_owed ON drawer_kick (at_ms) WHERE over_at_ms IS NULL;
`
