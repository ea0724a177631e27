/**
 * 10: discounts as they were given. `discount_clp` of a line stays all that came off it; beside it
 * stand the line's own rule, its share of the discount on the whole sale, and at the sale that
 * rule. Earlier sales have pesos only.
 */
export const DISCOUNT_RULES_SCHEMA = `
ALTER TABLE sale ADD COLUMN discount_json TEXT;
ALTER TABLE sale_line ADD COLUMN discount_json TEXT;
ALTER TABLE sale_line ADD COLUMN sale_discount_clp INTEGER NOT NULL DEFAULT 0
  CHECK (sale_discount_clp BETWEEN 0 AND discount_clp);
`
