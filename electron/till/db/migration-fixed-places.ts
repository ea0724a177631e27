/** Products with a place of their own on the grid. Part of the table in migrations.ts. */
export const FIXED_PLACES_SCHEMA = `
-- From 1; NULL: it flows with the others.
ALTER TABLE product ADD COLUMN fixed_place INTEGER CHECK (fixed_place BETWEEN 1 AND 120);
CREATE UNIQUE INDEX product_by_fixed_place ON product (fixed_place) WHERE fixed_place IS NOT NULL;
-- Whoever takes it out of sale, an import as well: its place is free again.
CREATE TRIGGER product_archived_place AFTER UPDATE OF archived_at_ms ON product
  WHEN new.archived_at_ms IS NOT NULL AND new.fixed_place IS NOT NULL
  BEGIN UPDATE product SET fixed_place = NULL WHERE rowid = new.rowid; END;
`
