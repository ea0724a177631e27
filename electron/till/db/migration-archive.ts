/**
 * Products out of sale, and the catalogue as a list by name. Part of the table in migrations.ts.
 * `sort_name` is what a Spanish list is ordered by: case and accents make no difference, and «ñ»
 * comes after «n».
 */
const FOLDED = [
  ['Á', 'a'],
  ['á', 'a'],
  ['É', 'e'],
  ['é', 'e'],
  ['Í', 'i'],
  ['í', 'i'],
  ['Ó', 'o'],
  ['ó', 'o'],
  ['Ú', 'u'],
  ['ú', 'u'],
  ['Ü', 'u'],
  ['ü', 'u'],
  ['Ñ', 'n~'],
  ['ñ', 'n~'],
].reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, 'name')

export const ARCHIVE_SCHEMA = `
-- When it was taken out of sale; NULL while it is sold.
ALTER TABLE product ADD COLUMN archived_at_ms INTEGER;
ALTER TABLE product ADD COLUMN sort_name TEXT GENERATED ALWAYS AS (lower(${FOLDED})) VIRTUAL;
CREATE INDEX product_by_sort_name ON product (sort_name) WHERE archived_at_ms IS NULL;
CREATE INDEX product_archived ON product (sort_name) WHERE archived_at_ms IS NOT NULL;
CREATE TRIGGER product_change_archive AFTER UPDATE OF archived_at_ms ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (new.rowid);
END;
`
