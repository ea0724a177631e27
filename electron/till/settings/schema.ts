/** Settings, each under its key. The tables, in SQL. */
export const SETTINGS_SCHEMA = /* sql */ `
CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value_json TEXT NOT NULL
) STRICT;
`
