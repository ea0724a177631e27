/**
 * 28: invoices (33, 34), and what a customer's invoices say of them. SQLite changes no CHECK of a
 * table that is there, so `sale` is made anew, as in migration 15.
 */
export const INVOICES_SCHEMA = `
DROP TRIGGER outside_within_total;
DROP TRIGGER undo_names_a_return;
DROP TRIGGER sale_searchable;
DROP TRIGGER sale_line_searchable;
CREATE TABLE sale_next (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  external_reference TEXT NOT NULL UNIQUE,
  document_type TEXT NOT NULL CHECK (document_type IN ('33', '34', '39', '41', '56', '61')),
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
  -- The sale that a return takes back, or the return that a debit note undoes; NULL where outside_receipt says which receipt it was.
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
-- A return is undone once.
CREATE UNIQUE INDEX sale_undone_once ON sale (original_id) WHERE document_type = '56';
CREATE TRIGGER sale_searchable AFTER INSERT ON sale BEGIN
  INSERT INTO sale_search (rowid, words) VALUES (new.seq * 2048,
    new.external_reference || iif(new.recipient_rut = '66666666-6', '', ' ' || new.recipient_name));
END;
CREATE TRIGGER sale_line_searchable AFTER INSERT ON sale_line BEGIN
  INSERT INTO sale_search (rowid, words)
    SELECT s.seq * 2048 + new.line_number, new.name || ' ' || new.code FROM sale s WHERE s.id = new.sale_id;
END;
CREATE TRIGGER undo_names_a_return BEFORE INSERT ON sale WHEN new.document_type = '56'
    AND (SELECT document_type FROM sale WHERE id = new.original_id) IS NOT '61'
  BEGIN SELECT RAISE(ABORT, 'a debit note undoes a return'); END;
-- What an undone return had given back can come back again.
CREATE TRIGGER outside_within_total AFTER INSERT ON outside_receipt
  WHEN (SELECT sum(s.total_clp) FROM outside_receipt o JOIN sale s ON s.id = o.sale_id WHERE o.issuer_rut = new.issuer_rut
    AND o.document_type = new.document_type AND o.folio = new.folio
    AND NOT EXISTS (SELECT 1 FROM sale undo WHERE undo.original_id = s.id)) > new.total_clp
  BEGIN SELECT RAISE(ABORT, 'more comes back than the receipt was worth'); END;

-- For the next invoice of the same customer; it goes when the customer's record goes.
CREATE TABLE customer_invoice (
  rut TEXT PRIMARY KEY REFERENCES customer (rut) ON DELETE CASCADE,
  activity TEXT NOT NULL,
  address TEXT NOT NULL,
  commune TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
