import {
  NEXT_SALE,
  ROWS_TAKEN_OVER,
  SALE_SEARCHED,
  TOTAL_AND_PROOF,
  WHO_AND_SUMS,
} from './remade-sale.ts'

/**
 * 13: returns of receipts issued elsewhere. Such a return names no sale of this till, so the rule
 * of `sale` that every return does is made anew; SQLite changes no CHECK of a table that is there.
 * What the cashier typed stands beside the return for good, and no more goes back than the receipt
 * was worth.
 */
export const OUTSIDE_SCHEMA = `
DROP TRIGGER sale_searchable;
DROP TRIGGER sale_line_searchable;
${NEXT_SALE}  document_type TEXT NOT NULL CHECK (document_type IN ('39', '41', '61')),
${WHO_AND_SUMS}${TOTAL_AND_PROOF}  -- The sale that a return takes back; NULL where outside_receipt says which receipt it was.
  original_id TEXT REFERENCES sale (id),
  -- Of a return.
  reason TEXT,
  shift_id TEXT REFERENCES shift (id),
  discount_json TEXT,
  CHECK (document_type = '61' OR original_id IS NULL),
  CHECK ((document_type = '61') = (reason IS NOT NULL))
) STRICT;
${ROWS_TAKEN_OVER}${SALE_SEARCHED}
-- The receipt of another till or system that a return takes back. Append-only.
CREATE TABLE outside_receipt (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  issuer_rut TEXT NOT NULL,
  document_type TEXT NOT NULL CHECK (document_type IN ('39', '41')),
  folio INTEGER NOT NULL CHECK (folio >= 1),
  date TEXT NOT NULL,
  total_clp INTEGER NOT NULL CHECK (total_clp >= 1),
  -- What the service said of it: 'not-found' and 'not-asked' stand as they were typed.
  checked TEXT NOT NULL CHECK (checked IN ('confirmed', 'not-found', 'not-asked'))
) STRICT, WITHOUT ROWID;
CREATE INDEX outside_by_folio ON outside_receipt (issuer_rut, document_type, folio);
CREATE TRIGGER outside_kept BEFORE DELETE ON outside_receipt BEGIN SELECT RAISE(ABORT, 'outside_receipt is kept'); END;
CREATE TRIGGER outside_fixed BEFORE UPDATE ON outside_receipt BEGIN SELECT RAISE(ABORT, 'outside_receipt does not change'); END;
CREATE TRIGGER outside_within_total AFTER INSERT ON outside_receipt
  WHEN (SELECT sum(s.total_clp) FROM outside_receipt o JOIN sale s ON s.id = o.sale_id WHERE o.issuer_rut = new.issuer_rut
    AND o.document_type = new.document_type AND o.folio = new.folio) > new.total_clp
  BEGIN SELECT RAISE(ABORT, 'more comes back than the receipt was worth'); END;
`
