import {
  NEXT_SALE,
  ROWS_TAKEN_OVER,
  SALE_SEARCHED,
  TOTAL_AND_PROOF,
  UNDO_RULES,
  WHO_AND_SUMS,
} from './remade-sale.ts'

/**
 * 28: invoices (33, 34), and what a customer's invoices say of them. SQLite changes no CHECK of a
 * table that is there, so `sale` is made anew, as in migration 15.
 */
export const INVOICES_SCHEMA = `
DROP TRIGGER outside_within_total;
DROP TRIGGER undo_names_a_return;
DROP TRIGGER sale_searchable;
DROP TRIGGER sale_line_searchable;
${NEXT_SALE}  document_type TEXT NOT NULL CHECK (document_type IN ('33', '34', '39', '41', '56', '61')),
${WHO_AND_SUMS}${TOTAL_AND_PROOF}  -- The sale that a return takes back, or the return that a debit note undoes; NULL where outside_receipt says which receipt it was.
  original_id TEXT REFERENCES sale (id),
  -- Of a return, and of what undoes it.
  reason TEXT,
  shift_id TEXT REFERENCES shift (id),
  discount_json TEXT,
  CHECK (document_type IN ('56', '61') OR original_id IS NULL),
  CHECK (document_type <> '56' OR original_id IS NOT NULL),
  CHECK ((document_type IN ('56', '61')) = (reason IS NOT NULL)),
  -- An invoice names its buyer and is issued: no voucher stands for one.
  CHECK (document_type NOT IN ('33', '34') OR (documented_by = 'receipt' AND recipient_rut <> '66666666-6'))
) STRICT;
${ROWS_TAKEN_OVER}-- A return is undone once.
CREATE UNIQUE INDEX sale_undone_once ON sale (original_id) WHERE document_type = '56';
${SALE_SEARCHED}${UNDO_RULES}
-- For the next invoice of the same customer; it goes when the customer's record goes.
CREATE TABLE customer_invoice (
  rut TEXT PRIMARY KEY REFERENCES customer (rut) ON DELETE CASCADE,
  activity TEXT NOT NULL,
  address TEXT NOT NULL,
  commune TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
