/**
 * 13: returns of receipts issued elsewhere. Such a return names no sale of this till, so the rule
 * of `sale` that every return does is made anew; SQLite changes no CHECK of a table that is there.
 * What the cashier typed stands beside the return for good, and no more goes back than the receipt
 * was worth.
 */
export const OUTSIDE_SCHEMA = `
DROP TRIGGER sale_searchable;
DROP TRIGGER sale_line_searchable;
CREATE TABLE sale_next (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  external_reference TEXT NOT NULL UNIQUE,
  document_type TEXT NOT NULL CHECK (document_type IN ('39', '41', '61')),
  date TEXT NOT NULL,
  sold_at_ms INTEGER NOT NULL,
  register_name TEXT NOT NULL,
  cashier_name TEXT NOT NULL,
  recipient_rut TEXT NOT NULL,
  recipient_name TEXT NOT NULL,
  neto_clp INTEGER NOT NULL CHECK (neto_clp >= 0),
  exento_clp INTEGER NOT NULL CHECK (exento_clp >= 0),
  iva_clp INTEGER NOT NULL CHECK (iva_clp >= 0),
  -- Of a return, what the customer gets back: whoever adds up sales looks at the type.
  total_clp INTEGER NOT NULL CHECK (total_clp >= 1 AND total_clp = neto_clp + exento_clp + iva_clp),
  sold_offline INTEGER NOT NULL CHECK (sold_offline IN (0, 1)),
  documented_by TEXT NOT NULL DEFAULT 'receipt' CHECK (documented_by IN ('receipt', 'voucher')),
  -- The sale that a return takes back; NULL where outside_receipt says which receipt it was.
  original_id TEXT REFERENCES sale (id),
  -- Of a return.
  reason TEXT,
  shift_id TEXT REFERENCES shift (id),
  discount_json TEXT,
  CHECK (document_type = '61' OR original_id IS NULL),
  CHECK ((document_type = '61') = (reason IS NOT NULL))
) STRICT;
INSERT INTO sale_next SELECT seq, id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name,
    recipient_rut, recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline, documented_by, original_id, reason,
    shift_id, discount_json FROM sale ORDER BY seq;
DROP TABLE sale;
ALTER TABLE sale_next RENAME TO sale;
CREATE INDEX sale_by_total ON sale (total_clp);
CREATE INDEX sale_by_date ON sale (date);
CREATE INDEX sale_by_buyer ON sale (recipient_rut) WHERE recipient_rut <> '66666666-6';
CREATE INDEX sale_by_original ON sale (original_id) WHERE original_id IS NOT NULL;
CREATE INDEX sale_by_shift ON sale (shift_id) WHERE shift_id IS NOT NULL;
CREATE TRIGGER sale_searchable AFTER INSERT ON sale BEGIN
  INSERT INTO sale_search (rowid, words) VALUES (new.seq * 2048,
    new.external_reference || iif(new.recipient_rut = '66666666-6', '', ' ' || new.recipient_name));
END;
CREATE TRIGGER sale_line_searchable AFTER INSERT ON sale_line BEGIN
  INSERT INTO sale_search (rowid, words)
    SELECT s.seq * 2048 + new.line_number, new.name || ' ' || new.code FROM sale s WHERE s.id = new.sale_id;
END;

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
