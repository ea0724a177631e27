/** Promotions and price lists. The tables, in SQL. */
export const PROMOTIONS_SCHEMA = /* sql */ `
CREATE TABLE price_list (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  is_archived INTEGER NOT NULL DEFAULT 0,
  changed_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE price_list_price (
  price_list_id TEXT NOT NULL REFERENCES price_list (id),
  product_id TEXT NOT NULL REFERENCES product (id),
  unit_gross_clp INTEGER NOT NULL CHECK (unit_gross_clp > 0),
  PRIMARY KEY (price_list_id, product_id)
) STRICT, WITHOUT ROWID;

-- An empty category is all of them.
CREATE TABLE price_list_percent (
  price_list_id TEXT NOT NULL REFERENCES price_list (id),
  category_id TEXT NOT NULL,
  percent INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 99),
  PRIMARY KEY (price_list_id, category_id)
) STRICT, WITHOUT ROWID;

-- What it does, to what and when stands in rule_json (shared/promotions/promotion.ts).
CREATE TABLE promotion (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  rule_json TEXT NOT NULL,
  is_on INTEGER NOT NULL,
  is_archived INTEGER NOT NULL DEFAULT 0,
  changed_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
