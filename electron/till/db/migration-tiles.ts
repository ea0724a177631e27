/**
 * Tiles of the sale screen keep their place, and may have a picture. Part of the table in
 * migrations.ts.
 */
export const TILES_SCHEMA = `
-- Rises along the grid. Halves between two whole numbers: a tile that is moved changes no other row.
ALTER TABLE product ADD COLUMN tile_position REAL;
-- Of the picture's bytes; NULL without one.
ALTER TABLE product ADD COLUMN picture_id TEXT;
-- Where they stood so far: what sold best first.
UPDATE product SET tile_position = ranked.place FROM (
  SELECT rowid AS id, row_number() OVER (ORDER BY sold_count DESC, is_favourite DESC, name, rowid) AS place FROM product
) AS ranked WHERE product.rowid = ranked.id;
CREATE INDEX product_by_tile ON product (tile_position);
CREATE INDEX product_by_tile_of_category ON product (category_id, tile_position);
CREATE INDEX product_by_tile_of_favourites ON product (tile_position) WHERE is_favourite = 1;
-- Whoever writes it, an import as well: a new product stands at the end.
CREATE TRIGGER product_tile_insert AFTER INSERT ON product WHEN new.tile_position IS NULL BEGIN
  UPDATE product SET tile_position = (SELECT coalesce(max(tile_position), 0) + 1 FROM product) WHERE rowid = new.rowid;
END;
CREATE TABLE product_picture (
  product_id TEXT PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('image/webp', 'image/png')),
  bytes BLOB NOT NULL CHECK (length(bytes) <= 49152)
) STRICT, WITHOUT ROWID;
`
