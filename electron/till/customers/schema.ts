/**
 * What words are looked for in among customers: the RUT as digits, the phone without its spaces.
 * A question must say it letter by letter like this, or the index below is not read.
 */
export const CUSTOMER_WORDS = `folded_name || ' ' || lower(email) || ' ' || replace(phone, ' ', '')
  || ' ' || lower(replace(rut, '-', ''))`

/** Customers of the shop. The tables, in SQL. */
export const CUSTOMERS_SCHEMA = /* sql */ `
CREATE TABLE customer (
  rut TEXT PRIMARY KEY,
  legal_name TEXT NOT NULL,
  folded_name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  last_sold_at_ms INTEGER NOT NULL,
  price_list_id TEXT REFERENCES price_list (id),
  activity TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  commune TEXT NOT NULL DEFAULT '',
  notes TEXT NOT NULL DEFAULT '',
  archived_at_ms INTEGER,
  -- When a person wrote it down or changed it; last_sold_at_ms is 0 while nothing was sold to
  -- them.
  kept_at_ms INTEGER NOT NULL DEFAULT 0,
  -- They have asked for it: every sale to them is sent to their address.
  mails_receipts INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX customer_by_age ON customer (last_sold_at_ms);

CREATE INDEX customer_list
  ON customer (folded_name, rut, archived_at_ms, last_sold_at_ms, ${CUSTOMER_WORDS});
`
