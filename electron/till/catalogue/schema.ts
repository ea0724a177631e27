/** Products, categories, further barcodes, prices there were, pictures. The tables, in SQL. */
export const CATALOGUE_SCHEMA = /* sql */ `
CREATE TABLE category (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  hue INTEGER NOT NULL CHECK (hue BETWEEN 0 AND 359),
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE product (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  unit_gross_clp INTEGER NOT NULL CHECK (unit_gross_clp > 0),
  is_exempt INTEGER NOT NULL CHECK (is_exempt IN (0, 1)),
  unit TEXT,
  category_id TEXT NOT NULL REFERENCES category (id),
  is_favourite INTEGER NOT NULL DEFAULT 0 CHECK (is_favourite IN (0, 1)),
  sold_count INTEGER NOT NULL DEFAULT 0,
  -- Rises along the grid. Halves between two whole numbers: a tile that is moved changes no
  -- other row.
  tile_position REAL,
  picture_id TEXT,
  -- When it was taken out of sale; NULL while it is sold.
  archived_at_ms INTEGER,
  -- What a Spanish list is ordered by: case and accents make no difference, and ñ comes after n.
  sort_name TEXT GENERATED ALWAYS AS (lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name, 'Á', 'a'), 'á', 'a'), 'É', 'e'), 'é', 'e'), 'Í', 'i'), 'í', 'i'), 'Ó', 'o'), 'ó', 'o'), 'Ú', 'u'), 'ú', 'u'), 'Ü', 'u'), 'ü', 'u'), 'Ñ', 'n~'), 'ñ', 'n~'))) VIRTUAL,
  -- Pesos without IVA for one unit; NULL while the shop has not said.
  cost_net_clp INTEGER,
  has_stock INTEGER NOT NULL DEFAULT 0,
  -- The sum of the movements. May be below nothing: no sale is held up by what nobody wrote
  -- down.
  stock_milli INTEGER NOT NULL DEFAULT 0,
  stock_low_milli INTEGER,
  -- Then unit_gross_clp says nothing: 1, because a price is above nothing.
  asks_price INTEGER NOT NULL DEFAULT 0 CHECK (asks_price IN (0, 1)),
  -- From 1; NULL: it flows with the others.
  fixed_place INTEGER CHECK (fixed_place BETWEEN 1 AND 120),
  -- Which planned price holds; then own_gross_clp is what it costs without, 0 where that is asked.
  planned_from TEXT,
  planned_place TEXT,
  own_gross_clp INTEGER
) STRICT;

CREATE INDEX product_by_category ON product (category_id, name);
CREATE INDEX product_by_tile ON product (tile_position);
CREATE INDEX product_by_tile_of_category ON product (category_id, tile_position);
CREATE INDEX product_by_tile_of_favourites ON product (tile_position) WHERE is_favourite = 1;
CREATE INDEX product_by_sort_name ON product (sort_name) WHERE archived_at_ms IS NULL;
CREATE INDEX product_archived ON product (sort_name) WHERE archived_at_ms IS NOT NULL;
CREATE INDEX product_with_stock ON product (sort_name) WHERE has_stock = 1;
-- Each order of the owner's list is walked, never sorted: 50,000 rows at the counter.
CREATE INDEX product_by_price ON product (unit_gross_clp) WHERE archived_at_ms IS NULL;
CREATE INDEX product_by_stock ON product (has_stock DESC, stock_milli) WHERE archived_at_ms IS NULL;
CREATE INDEX product_by_stock_down ON product (has_stock DESC, stock_milli DESC) WHERE archived_at_ms IS NULL;
CREATE UNIQUE INDEX product_by_fixed_place ON product (fixed_place) WHERE fixed_place IS NOT NULL;

CREATE TRIGGER product_insert AFTER INSERT ON product BEGIN
  INSERT INTO product_search (rowid, name, code) VALUES (new.rowid, new.name, new.code);
END;

CREATE TRIGGER product_delete AFTER DELETE ON product BEGIN
  INSERT INTO product_search (product_search, rowid, name, code) VALUES ('delete', old.rowid, old.name, old.code);
END;

CREATE TRIGGER product_rename AFTER UPDATE OF name, code ON product BEGIN
  INSERT INTO product_search (product_search, rowid, name, code) VALUES ('delete', old.rowid, old.name, old.code);
  INSERT INTO product_search (rowid, name, code) VALUES (new.rowid, new.name, new.code);
END;

CREATE TRIGGER product_change_insert AFTER INSERT ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (new.rowid);
END;

CREATE TRIGGER product_change_update AFTER UPDATE OF name, code, category_id, is_favourite ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (new.rowid);
END;

CREATE TRIGGER product_change_delete AFTER DELETE ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (old.rowid);
END;

CREATE TRIGGER product_tile_insert AFTER INSERT ON product WHEN new.tile_position IS NULL BEGIN
  UPDATE product SET tile_position = (SELECT coalesce(max(tile_position), 0) + 1 FROM product) WHERE rowid = new.rowid;
END;

CREATE TRIGGER product_change_archive AFTER UPDATE OF archived_at_ms ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (new.rowid);
END;

CREATE TRIGGER product_code_taken BEFORE INSERT ON product
  WHEN EXISTS (SELECT 1 FROM product_barcode WHERE code = new.code)
  BEGIN SELECT RAISE(ABORT, 'the code is a further one of a product already'); END;

CREATE TRIGGER product_code_taken_later BEFORE UPDATE OF code ON product
  WHEN EXISTS (SELECT 1 FROM product_barcode WHERE code = new.code)
  BEGIN SELECT RAISE(ABORT, 'the code is a further one of a product already'); END;

CREATE TRIGGER product_archived_place AFTER UPDATE OF archived_at_ms ON product
  WHEN new.archived_at_ms IS NOT NULL AND new.fixed_place IS NOT NULL
  BEGIN UPDATE product SET fixed_place = NULL WHERE rowid = new.rowid; END;

CREATE VIRTUAL TABLE product_search USING fts5 (
  name, code, content = 'product', content_rowid = 'rowid',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4'
);

-- What the search index in memory still has to learn, whoever wrote it.
CREATE TABLE product_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  product_rowid INTEGER NOT NULL
) STRICT;

CREATE TABLE product_picture (
  product_id TEXT PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('image/webp', 'image/png')),
  bytes BLOB NOT NULL CHECK (length(bytes) <= 49152)
) STRICT, WITHOUT ROWID;

-- Besides product.code, which stands on the documents. No code is of two products.
CREATE TABLE product_barcode (
  code TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX product_barcode_of ON product_barcode (product_id, position);

CREATE TRIGGER product_barcode_taken BEFORE INSERT ON product_barcode
  WHEN EXISTS (SELECT 1 FROM product WHERE code = new.code)
  BEGIN SELECT RAISE(ABORT, 'the code is of a product already'); END;

CREATE TRIGGER product_change_barcode AFTER INSERT ON product_barcode BEGIN
  INSERT INTO product_change (product_rowid) SELECT rowid FROM product WHERE id = new.product_id;
END;

CREATE TRIGGER product_change_no_barcode AFTER DELETE ON product_barcode BEGIN
  INSERT INTO product_change (product_rowid) SELECT rowid FROM product WHERE id = old.product_id;
END;

-- Each change of a price; the first one says in from_gross_clp what it began with.
CREATE TABLE product_price (
  seq INTEGER PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  from_gross_clp INTEGER NOT NULL,
  to_gross_clp INTEGER NOT NULL
) STRICT;

-- What a product costs from a day on, everywhere (an empty place) or at one place. 0: it is asked
-- for; NULL: what was planned before ends. Which one holds: shared/catalogue/planned-price.ts.
CREATE TABLE planned_price (
  product_id TEXT NOT NULL REFERENCES product (id),
  from_date TEXT NOT NULL,
  place TEXT NOT NULL,
  unit_gross_clp INTEGER CHECK (unit_gross_clp >= 0),
  PRIMARY KEY (product_id, from_date, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX planned_price_by_day ON planned_price (from_date);
CREATE INDEX product_planned ON product (id) WHERE planned_from IS NOT NULL;

CREATE INDEX product_price_of ON product_price (product_id, seq);
`
