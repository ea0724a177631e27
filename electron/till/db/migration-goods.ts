/**
 * Further barcodes of a product, what it costs the shop, and the prices it had. Part of the table
 * in migrations.ts.
 */
export const GOODS_SCHEMA = `
-- Besides product.code, which stands on the documents. No code is of two products, whoever writes.
CREATE TABLE product_barcode (
  code TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX product_barcode_of ON product_barcode (product_id, position);
CREATE TRIGGER product_barcode_taken BEFORE INSERT ON product_barcode
  WHEN EXISTS (SELECT 1 FROM product WHERE code = new.code)
  BEGIN SELECT RAISE(ABORT, 'the code is of a product already'); END;
CREATE TRIGGER product_code_taken BEFORE INSERT ON product
  WHEN EXISTS (SELECT 1 FROM product_barcode WHERE code = new.code)
  BEGIN SELECT RAISE(ABORT, 'the code is a further one of a product already'); END;
CREATE TRIGGER product_code_taken_later BEFORE UPDATE OF code ON product
  WHEN EXISTS (SELECT 1 FROM product_barcode WHERE code = new.code)
  BEGIN SELECT RAISE(ABORT, 'the code is a further one of a product already'); END;
CREATE TRIGGER product_change_barcode AFTER INSERT ON product_barcode BEGIN
  INSERT INTO product_change (product_rowid) SELECT rowid FROM product WHERE id = new.product_id;
END;
CREATE TRIGGER product_change_no_barcode AFTER DELETE ON product_barcode BEGIN
  INSERT INTO product_change (product_rowid) SELECT rowid FROM product WHERE id = old.product_id;
END;

-- Pesos without IVA for one unit; NULL while the shop has not said.
ALTER TABLE product ADD COLUMN cost_net_clp INTEGER;

-- Each change of a price; the first one says in from_gross_clp what it began with.
CREATE TABLE product_price (
  seq INTEGER PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  from_gross_clp INTEGER NOT NULL,
  to_gross_clp INTEGER NOT NULL
) STRICT;
CREATE INDEX product_price_of ON product_price (product_id, seq);
`
