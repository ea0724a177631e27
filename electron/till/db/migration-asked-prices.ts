/** Products whose price is said when they are sold. Part of the table in migrations.ts. */
export const ASKED_PRICES_SCHEMA = `
-- Then unit_gross_clp says nothing: 1, because a price is above nothing.
ALTER TABLE product ADD COLUMN asks_price INTEGER NOT NULL DEFAULT 0 CHECK (asks_price IN (0, 1));
`
