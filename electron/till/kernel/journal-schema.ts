/** What happened to sales and papers, in order, for people and for support. The tables, in SQL. */
export const JOURNAL_SCHEMA = /* sql */ `
CREATE TABLE journal (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  sale_id TEXT,
  data_json TEXT NOT NULL
) STRICT;

CREATE INDEX journal_restore ON journal (at_ms) WHERE kind = 'restore';
`
