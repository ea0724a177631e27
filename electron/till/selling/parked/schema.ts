/** Sales put aside. The tables, in SQL. */
export const PARKED_SCHEMA = /* sql */ `
-- Sales put aside at the counter; the id and reference a payment was opened with go with them.
CREATE TABLE parked_sale (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  sale_json TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  total_clp INTEGER NOT NULL,
  -- As steady time has it (electron/till/kernel/steady-time.ts).
  parked_steady_ms INTEGER NOT NULL,
  parked_by TEXT NOT NULL,
  -- NULL in rows of before sales had a name of their own.
  open_sale_id TEXT UNIQUE,
  open_reference TEXT UNIQUE,
  CHECK (open_reference IS NULL OR open_sale_id IS NOT NULL)
) STRICT;
`
