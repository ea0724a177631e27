/** What a price list asked for one of a line. Part of the table in migrations.ts. */
export const LIST_PRICES_SCHEMA = `
-- NULL: a promotion, or a list that took only a part of the line.
ALTER TABLE sale_line_promotion ADD COLUMN unit_gross_clp INTEGER;
`
