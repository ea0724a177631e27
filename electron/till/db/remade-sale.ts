/**
 * What several migrations say of `sale` in the same words: SQLite changes no CHECK of a table that
 * is there, so 7, 13, 15 and 28 made it anew. It has run in shops and never changes: a migration
 * that needs other words brings its own.
 */
export const NEXT_SALE = `CREATE TABLE sale_next (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  external_reference TEXT NOT NULL UNIQUE,
`

export const WHO_AND_SUMS = `  date TEXT NOT NULL,
  sold_at_ms INTEGER NOT NULL,
  register_name TEXT NOT NULL,
  cashier_name TEXT NOT NULL,
  recipient_rut TEXT NOT NULL,
  recipient_name TEXT NOT NULL,
  neto_clp INTEGER NOT NULL CHECK (neto_clp >= 0),
  exento_clp INTEGER NOT NULL CHECK (exento_clp >= 0),
  iva_clp INTEGER NOT NULL CHECK (iva_clp >= 0),
`

export const TOTAL_AND_PROOF = `  -- Of a return, what the customer gets back: whoever adds up sales looks at the type.
  total_clp INTEGER NOT NULL CHECK (total_clp >= 1 AND total_clp = neto_clp + exento_clp + iva_clp),
  sold_offline INTEGER NOT NULL CHECK (sold_offline IN (0, 1)),
  documented_by TEXT NOT NULL DEFAULT 'receipt' CHECK (documented_by IN ('receipt', 'voucher')),
`

export const NEXT_SALE_IS_SALE = `DROP TABLE sale;
ALTER TABLE sale_next RENAME TO sale;
CREATE INDEX sale_by_total ON sale (total_clp);
CREATE INDEX sale_by_date ON sale (date);
CREATE INDEX sale_by_buyer ON sale (recipient_rut) WHERE recipient_rut <> '66666666-6';
CREATE INDEX sale_by_original ON sale (original_id) WHERE original_id IS NOT NULL;
`

/** Since 13. */
export const ROWS_TAKEN_OVER = `INSERT INTO sale_next SELECT seq, id, external_reference, document_type, date, sold_at_ms, register_name, cashier_name,
    recipient_rut, recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline, documented_by, original_id, reason,
    shift_id, discount_json FROM sale ORDER BY seq;
${NEXT_SALE_IS_SALE}CREATE INDEX sale_by_shift ON sale (shift_id) WHERE shift_id IS NOT NULL;
`

/** Dropped and made again with the table. */
export const SALE_SEARCHED = `CREATE TRIGGER sale_searchable AFTER INSERT ON sale BEGIN
  INSERT INTO sale_search (rowid, words) VALUES (new.seq * 2048,
    new.external_reference || iif(new.recipient_rut = '66666666-6', '', ' ' || new.recipient_name));
END;
CREATE TRIGGER sale_line_searchable AFTER INSERT ON sale_line BEGIN
  INSERT INTO sale_search (rowid, words)
    SELECT s.seq * 2048 + new.line_number, new.name || ' ' || new.code FROM sale s WHERE s.id = new.sale_id;
END;
`

/** Since 15. */
export const UNDO_RULES = `CREATE TRIGGER undo_names_a_return BEFORE INSERT ON sale WHEN new.document_type = '56'
    AND (SELECT document_type FROM sale WHERE id = new.original_id) IS NOT '61'
  BEGIN SELECT RAISE(ABORT, 'a debit note undoes a return'); END;
-- What an undone return had given back can come back again.
CREATE TRIGGER outside_within_total AFTER INSERT ON outside_receipt
  WHEN (SELECT sum(s.total_clp) FROM outside_receipt o JOIN sale s ON s.id = o.sale_id WHERE o.issuer_rut = new.issuer_rut
    AND o.document_type = new.document_type AND o.folio = new.folio
    AND NOT EXISTS (SELECT 1 FROM sale undo WHERE undo.original_id = s.id)) > new.total_clp
  BEGIN SELECT RAISE(ABORT, 'more comes back than the receipt was worth'); END;
`

/** Since 7. */
export const WHAT_PAID = `  tendered_clp INTEGER NOT NULL CHECK (tendered_clp >= to_collect_clp),
  change_clp INTEGER NOT NULL CHECK (change_clp = tendered_clp - to_collect_clp),
  name TEXT NOT NULL DEFAULT '',
  sii_code TEXT NOT NULL DEFAULT '',
  reference TEXT NOT NULL DEFAULT '',
  -- The return whose value pays here. A value is spent by standing in a payment, so it cannot be spent twice.
  credit_id TEXT REFERENCES sale (id),
`

export const NEXT_PAYMENT_IS_PAYMENT = `DROP TABLE sale_payment;
ALTER TABLE sale_payment_next RENAME TO sale_payment;
CREATE UNIQUE INDEX credit_spent ON sale_payment (credit_id) WHERE credit_id IS NOT NULL;
CREATE INDEX credit_given ON sale_payment (sale_id) WHERE method = 'NC' AND credit_id IS NULL;
`
