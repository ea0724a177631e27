/**
 * Promotions, price lists and who buys by which; what each promotion took off a sold line. Part of
 * the table in migrations.ts.
 */
export const PROMOTIONS_SCHEMA = `
-- What it does, to what and when stands in rule_json (shared/promotions/promotion.ts).
CREATE TABLE promotion (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  rule_json TEXT NOT NULL,
  is_on INTEGER NOT NULL,
  is_archived INTEGER NOT NULL DEFAULT 0,
  changed_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
ALTER TABLE customer ADD COLUMN price_list_id TEXT REFERENCES price_list (id);

-- A part of the line's discount_clp. The name as it was then; price lists stand here too.
CREATE TABLE sale_line_promotion (
  sale_id TEXT NOT NULL REFERENCES sale (id),
  line_number INTEGER NOT NULL,
  promotion_id TEXT NOT NULL,
  name TEXT NOT NULL,
  discount_clp INTEGER NOT NULL CHECK (discount_clp > 0),
  PRIMARY KEY (sale_id, line_number, promotion_id)
) STRICT, WITHOUT ROWID;
`
