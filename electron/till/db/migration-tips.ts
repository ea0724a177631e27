import { NEXT_PAYMENT_IS_PAYMENT, WHAT_PAID } from './remade-sale.ts'

/**
 * Tips: a part of what a payment collects, never of the document. SQLite changes no CHECK of a
 * table that is there, so `sale_payment` is made anew. Part of the table in migrations.ts.
 */
export const TIPS_SCHEMA = `
CREATE TABLE sale_payment_next (
  sale_id TEXT NOT NULL REFERENCES sale (id),
  position INTEGER NOT NULL,
  method TEXT NOT NULL,
  -- Of the document.
  total_clp INTEGER NOT NULL,
  -- For whoever serves: no sale of the shop.
  tip_clp INTEGER NOT NULL DEFAULT 0 CHECK (tip_clp >= 0),
  -- Above 4 only in what a credit leaves over, which is given back in cash with its 5 rounded down.
  rounding_clp INTEGER NOT NULL CHECK (rounding_clp BETWEEN -5 AND 5),
  to_collect_clp INTEGER NOT NULL CHECK (to_collect_clp = total_clp + tip_clp + rounding_clp),
${WHAT_PAID}  PRIMARY KEY (sale_id, position),
  -- The value of a return pays goods: as a tip it would leave the drawer as cash.
  CHECK (tip_clp = 0 OR method <> 'NC')
) STRICT, WITHOUT ROWID;
INSERT INTO sale_payment_next (sale_id, position, method, total_clp, rounding_clp, to_collect_clp, tendered_clp, change_clp, name,
    sii_code, reference, credit_id)
  SELECT sale_id, position, method, total_clp, rounding_clp, to_collect_clp, tendered_clp, change_clp, name, sii_code, reference,
    credit_id FROM sale_payment;
${NEXT_PAYMENT_IS_PAYMENT}`
