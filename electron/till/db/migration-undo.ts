import {
  NEXT_SALE,
  ROWS_TAKEN_OVER,
  SALE_SEARCHED,
  TOTAL_AND_PROOF,
  UNDO_RULES,
  WHO_AND_SUMS,
} from './remade-sale.ts'

/**
 * 15: debit notes (56) that undo a return. SQLite changes no CHECK of a table that is there, so
 * `sale` is made anew, as in migration 13.
 */
export const UNDO_SCHEMA = `
DROP TRIGGER outside_within_total;
DROP TRIGGER sale_searchable;
DROP TRIGGER sale_line_searchable;
${NEXT_SALE}  document_type TEXT NOT NULL CHECK (document_type IN ('39', '41', '56', '61')),
${WHO_AND_SUMS}${TOTAL_AND_PROOF}  -- The sale that a return takes back, or the return that a debit note undoes; NULL where outside_receipt says which receipt it was.
  original_id TEXT REFERENCES sale (id),
  -- Of a return, and of what undoes it.
  reason TEXT,
  shift_id TEXT REFERENCES shift (id),
  discount_json TEXT,
  CHECK (document_type IN ('56', '61') OR original_id IS NULL),
  CHECK (document_type <> '56' OR original_id IS NOT NULL),
  CHECK ((document_type IN ('56', '61')) = (reason IS NOT NULL))
) STRICT;
${ROWS_TAKEN_OVER}-- A return is undone once.
CREATE UNIQUE INDEX sale_undone_once ON sale (original_id) WHERE document_type = '56';
${SALE_SEARCHED}${UNDO_RULES}`
