/**
 * 11: the open sale is one piece. Cart, payment and customer stand in one text with a version of
 * its own (shared/open-sale); its id names it from its first line, its reference is made when its
 * payment is opened. `served_by` changed it last.
 */
export const OPEN_SALE_SCHEMA = `
CREATE TABLE new_draft (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  -- NULL while nothing is being sold.
  sale_json TEXT,
  open_sale_id TEXT,
  open_reference TEXT,
  served_by TEXT,
  CHECK (open_reference IS NULL OR open_sale_id IS NOT NULL)
) STRICT;
INSERT INTO new_draft SELECT only_row, cart_json, open_sale_id, open_reference, NULL FROM draft;
DROP TABLE draft;
ALTER TABLE new_draft RENAME TO draft;

CREATE TABLE new_parked_sale (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  sale_json TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  total_clp INTEGER NOT NULL,
  parked_at_ms INTEGER NOT NULL,
  parked_by TEXT NOT NULL,
  -- NULL in rows of before sales had a name of their own.
  open_sale_id TEXT UNIQUE,
  open_reference TEXT UNIQUE,
  CHECK (open_reference IS NULL OR open_sale_id IS NOT NULL)
) STRICT;
INSERT INTO new_parked_sale SELECT id, number, name, cart_json, line_count, total_clp, parked_at_ms, parked_by, open_sale_id,
  open_reference FROM parked_sale;
DROP TABLE parked_sale;
ALTER TABLE new_parked_sale RENAME TO parked_sale;
`
