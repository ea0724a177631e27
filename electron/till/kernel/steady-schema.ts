/** Of the till, for good. The table, in SQL. */
export const STEADY_SCHEMA = /* sql */ `
-- By how much the computer's clock has jumped, as far as this till saw it.
CREATE TABLE steady_clock (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  jumped_ms INTEGER NOT NULL
) STRICT;
`
