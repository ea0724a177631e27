/** Public pages of receipts, and sales without paper. The tables, in SQL. */
export const PAGES_SCHEMA = /* sql */ `
-- Where a service has its pages, as it last said; no row where it has none.
CREATE TABLE service_pages (
  service_id TEXT PRIMARY KEY,
  public_address TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The page of a sale's document: made with the sale, sent with its creation, the same on each
-- try.
CREATE TABLE sale_page (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  token TEXT NOT NULL UNIQUE,
  public_address TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The customer took these without paper; an original that is printed later takes the row away.
CREATE TABLE sale_paperless (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id)
) STRICT, WITHOUT ROWID;
`
