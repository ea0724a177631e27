/**
 * 7: returns. A return is a row of `sale` of type 61 that names the sale it takes back, so outbox,
 * papers, list, search, backup and salvage serve it too. SQLite changes no CHECK of a table that is
 * there, so two tables are made anew; their rows keep their numbers.
 */
export const RETURNS_SCHEMA = `
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
  -- The sale that a return takes back, and why.
  original_id TEXT REFERENCES sale (id),
  reason TEXT,
  CHECK ((document_type = '61') = (original_id IS NOT NULL)),
  CHECK ((original_id IS NULL) = (reason IS NULL))
) STRICT;
INSERT INTO sale_next (seq, id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name, recipient_rut,
    recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline, documented_by)
  SELECT seq, id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name, recipient_rut,
    recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline, documented_by FROM sale ORDER BY seq;
DROP TABLE sale;
ALTER TABLE sale_next RENAME TO sale;
CREATE INDEX sale_by_total ON sale (total_clp);
CREATE INDEX sale_by_date ON sale (date);
CREATE INDEX sale_by_buyer ON sale (recipient_rut) WHERE recipient_rut <> '66666666-6';
CREATE INDEX sale_by_original ON sale (original_id) WHERE original_id IS NOT NULL;

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
  tendered_clp INTEGER NOT NULL CHECK (tendered_clp >= to_collect_clp),
  change_clp INTEGER NOT NULL CHECK (change_clp = tendered_clp - to_collect_clp),
  name TEXT NOT NULL DEFAULT '',
  sii_code TEXT NOT NULL DEFAULT '',
  reference TEXT NOT NULL DEFAULT '',
  -- The return whose value pays here. A value is spent by standing in a payment, so it cannot be spent twice.
  credit_id TEXT REFERENCES sale (id),
  PRIMARY KEY (sale_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO sale_payment_next (sale_id, position, method, total_clp, rounding_clp, to_collect_clp, tendered_clp, change_clp, name,
    sii_code, reference)
  SELECT sale_id, position, method, total_clp, rounding_clp, to_collect_clp, tendered_clp, change_clp, name, sii_code, reference
    FROM sale_payment;
DROP TABLE sale_payment;
ALTER TABLE sale_payment_next RENAME TO sale_payment;
CREATE UNIQUE INDEX credit_spent ON sale_payment (credit_id) WHERE credit_id IS NOT NULL;
CREATE INDEX credit_given ON sale_payment (sale_id) WHERE method = 'NC' AND credit_id IS NULL;

CREATE INDEX receipt_dependent ON receipt (depends_on) WHERE depends_on IS NOT NULL;

CREATE TRIGGER sale_searchable AFTER INSERT ON sale BEGIN
  INSERT INTO sale_search (rowid, words) VALUES (new.seq * 2048,
    new.external_reference || iif(new.recipient_rut = '66666666-6', '', ' ' || new.recipient_name));
END;
CREATE TRIGGER sale_line_searchable AFTER INSERT ON sale_line BEGIN
  INSERT INTO sale_search (rowid, words)
    SELECT s.seq * 2048 + new.line_number, new.name || ' ' || new.code FROM sale s WHERE s.id = new.sale_id;
END;
`
