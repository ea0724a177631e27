import {
  NEXT_PAYMENT_IS_PAYMENT,
  NEXT_SALE,
  NEXT_SALE_IS_SALE,
  SALE_SEARCHED,
  TOTAL_AND_PROOF,
  WHAT_PAID,
  WHO_AND_SUMS,
} from './remade-sale.ts'

/**
 * 7: returns. A return is a row of `sale` of type 61 that names the sale it takes back, so outbox,
 * papers, list, search, backup and salvage serve it too. SQLite changes no CHECK of a table that is
 * there, so two tables are made anew; their rows keep their numbers.
 */
export const RETURNS_SCHEMA = `
DROP TRIGGER sale_searchable;
DROP TRIGGER sale_line_searchable;
${NEXT_SALE}  document_type TEXT NOT NULL CHECK (document_type IN ('39', '41', '61')),
${WHO_AND_SUMS}${TOTAL_AND_PROOF}  -- The sale that a return takes back, and why.
  original_id TEXT REFERENCES sale (id),
  reason TEXT,
  CHECK ((document_type = '61') = (original_id IS NOT NULL)),
  CHECK ((original_id IS NULL) = (reason IS NULL))
) STRICT;
INSERT INTO sale_next (seq, id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name, recipient_rut,
    recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline, documented_by)
  SELECT seq, id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name, recipient_rut,
    recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline, documented_by FROM sale ORDER BY seq;
${NEXT_SALE_IS_SALE}
-- The line of the original that a line of a return takes back.
ALTER TABLE sale_line ADD COLUMN original_line INTEGER;

CREATE TABLE sale_payment_next (
  sale_id TEXT NOT NULL REFERENCES sale (id),
  position INTEGER NOT NULL,
  method TEXT NOT NULL,
  total_clp INTEGER NOT NULL,
  -- Above 4 only in what a credit leaves over, which is given back in cash with its 5 rounded down.
  rounding_clp INTEGER NOT NULL CHECK (rounding_clp BETWEEN -5 AND 5),
  to_collect_clp INTEGER NOT NULL CHECK (to_collect_clp = total_clp + rounding_clp),
${WHAT_PAID}  PRIMARY KEY (sale_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO sale_payment_next (sale_id, position, method, total_clp, rounding_clp, to_collect_clp, tendered_clp, change_clp, name,
    sii_code, reference)
  SELECT sale_id, position, method, total_clp, rounding_clp, to_collect_clp, tendered_clp, change_clp, name, sii_code, reference
    FROM sale_payment;
${NEXT_PAYMENT_IS_PAYMENT}
CREATE INDEX receipt_dependent ON receipt (depends_on) WHERE depends_on IS NOT NULL;

${SALE_SEARCHED}`
