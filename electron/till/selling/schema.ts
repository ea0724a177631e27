/** Sales with their lines and payments, and the sale that is open. The tables, in SQL. */
export const SALES_SCHEMA = /* sql */ `
-- A sale is a fact: rows are added, never changed. A return is a row of type 61, its undoing one
-- of type 56.
CREATE TABLE sale (
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
  -- Of both documents of a change (a boleta for an invoice, or back): the sale that was paid. No
  -- money moves with them, so they have no payments of their own.
  change_of TEXT REFERENCES sale (id),
  CHECK (change_of IS NULL OR document_type <> '56'),
  CHECK (document_type IN ('56', '61') OR original_id IS NULL),
  CHECK (document_type <> '56' OR original_id IS NOT NULL),
  CHECK ((document_type IN ('56', '61')) = (reason IS NOT NULL)),
  -- An invoice names its buyer and is issued: no voucher stands for one.
  CHECK (document_type NOT IN ('33', '34') OR (documented_by = 'receipt' AND recipient_rut <> '66666666-6'))
) STRICT;

CREATE INDEX sale_by_total ON sale (total_clp);
CREATE INDEX sale_by_date ON sale (date);
CREATE INDEX sale_by_buyer ON sale (recipient_rut) WHERE recipient_rut <> '66666666-6';
CREATE INDEX sale_by_original ON sale (original_id) WHERE original_id IS NOT NULL;
CREATE INDEX sale_by_shift ON sale (shift_id) WHERE shift_id IS NOT NULL;
CREATE UNIQUE INDEX sale_undone_once ON sale (original_id) WHERE document_type = '56';

-- A document is changed once.
CREATE UNIQUE INDEX sale_changed_once ON sale (original_id)
  WHERE change_of IS NOT NULL AND original_id IS NOT NULL;

CREATE TRIGGER sale_searchable AFTER INSERT ON sale BEGIN
  INSERT INTO sale_search (rowid, words) VALUES (new.seq * 2048,
    new.external_reference || iif(new.recipient_rut = '66666666-6', '', ' ' || new.recipient_name));
END;

CREATE TRIGGER undo_names_a_return BEFORE INSERT ON sale WHEN new.document_type = '56'
    AND (SELECT document_type FROM sale WHERE id = new.original_id) IS NOT '61'
  BEGIN SELECT RAISE(ABORT, 'a debit note undoes a return'); END;

CREATE TABLE sale_line (
  sale_id TEXT NOT NULL REFERENCES sale (id),
  line_number INTEGER NOT NULL,
  product_id TEXT,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  unit TEXT,
  quantity_milli INTEGER NOT NULL CHECK (quantity_milli > 0),
  unit_gross_clp INTEGER NOT NULL CHECK (unit_gross_clp >= 0),
  -- All that came off: the own rule, its share of the discount on the whole sale, promotions.
  discount_clp INTEGER NOT NULL CHECK (discount_clp >= 0),
  gross_clp INTEGER NOT NULL CHECK (gross_clp >= 0),
  is_exempt INTEGER NOT NULL CHECK (is_exempt IN (0, 1)),
  note TEXT,
  -- The catalogue's price where the cashier charged another one.
  list_gross_clp INTEGER,
  -- The line of the original that a line of a return takes back.
  original_line INTEGER,
  discount_json TEXT,
  sale_discount_clp INTEGER NOT NULL DEFAULT 0
    CHECK (sale_discount_clp BETWEEN 0 AND discount_clp),
  -- Of one unit without IVA, on the day; what comes back brings back what it cost.
  cost_net_clp INTEGER,
  -- The part of gross_clp that a voucher documents beside a boleta.
  voucher_clp INTEGER NOT NULL DEFAULT 0 CHECK (voucher_clp BETWEEN 0 AND gross_clp),
  PRIMARY KEY (sale_id, line_number)
) STRICT, WITHOUT ROWID;

-- The two documents of a sale, or of a return, that a boleta and a voucher document together; one
-- that has a single document has no row here. Their sum is the row of the sale.
CREATE TABLE sale_part (
  sale_id TEXT NOT NULL REFERENCES sale (id),
  documented_by TEXT NOT NULL CHECK (documented_by IN ('receipt', 'voucher')),
  document_type TEXT NOT NULL CHECK (document_type IN ('39', '41', '56', '61')),
  neto_clp INTEGER NOT NULL CHECK (neto_clp >= 0),
  exento_clp INTEGER NOT NULL CHECK (exento_clp >= 0),
  iva_clp INTEGER NOT NULL CHECK (iva_clp >= 0),
  total_clp INTEGER NOT NULL CHECK (total_clp >= 1 AND total_clp = neto_clp + exento_clp + iva_clp),
  PRIMARY KEY (sale_id, documented_by)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER sale_line_searchable AFTER INSERT ON sale_line BEGIN
  INSERT INTO sale_search (rowid, words)
    SELECT s.seq * 2048 + new.line_number, new.name || ' ' || new.code FROM sale s WHERE s.id = new.sale_id;
END;

-- A part of the discount of a line, with its name as it was then; price lists stand here too.
CREATE TABLE sale_line_promotion (
  sale_id TEXT NOT NULL REFERENCES sale (id),
  line_number INTEGER NOT NULL,
  promotion_id TEXT NOT NULL,
  name TEXT NOT NULL,
  discount_clp INTEGER NOT NULL CHECK (discount_clp > 0),
  unit_gross_clp INTEGER,
  PRIMARY KEY (sale_id, line_number, promotion_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sale_payment (
  sale_id TEXT NOT NULL REFERENCES sale (id),
  position INTEGER NOT NULL,
  method TEXT NOT NULL,
  -- Of the document.
  total_clp INTEGER NOT NULL,
  -- For whoever serves: no sale of the shop.
  tip_clp INTEGER NOT NULL DEFAULT 0 CHECK (tip_clp >= 0),
  -- Above 4 only in what a credit leaves over, which is given back in cash with its 5 rounded down;
  -- below -5 only in a return whose earlier parts were rounded up.
  rounding_clp INTEGER NOT NULL CHECK (rounding_clp BETWEEN -9 AND 5),
  to_collect_clp INTEGER NOT NULL CHECK (to_collect_clp = total_clp + tip_clp + rounding_clp),
  tendered_clp INTEGER NOT NULL CHECK (tendered_clp >= to_collect_clp),
  change_clp INTEGER NOT NULL CHECK (change_clp = tendered_clp - to_collect_clp),
  name TEXT NOT NULL DEFAULT '',
  sii_code TEXT NOT NULL DEFAULT '',
  reference TEXT NOT NULL DEFAULT '',
  -- The return whose value pays here, perhaps of another till; what is left of it stays its balance.
  credit_id TEXT,
  -- Its voucher is the receipt of what it pays.
  is_voucher INTEGER NOT NULL DEFAULT 0 CHECK (is_voucher IN (0, 1)),
  PRIMARY KEY (sale_id, position),
  -- The value of a return pays goods: as a tip it would leave the drawer as cash.
  CHECK (tip_clp = 0 OR method <> 'NC')
) STRICT, WITHOUT ROWID;

CREATE INDEX credit_used ON sale_payment (credit_id) WHERE credit_id IS NOT NULL;
CREATE INDEX credit_given ON sale_payment (sale_id) WHERE method = 'NC' AND credit_id IS NULL;
CREATE INDEX vale_payment ON sale_payment (reference, total_clp) WHERE method = 'vc';

-- A credit note may pay in parts, and never more than it is worth.
CREATE TRIGGER credit_within_value AFTER INSERT ON sale_payment
  WHEN new.credit_id IS NOT NULL
    AND (SELECT sum(u.tendered_clp) FROM sale_payment u WHERE u.credit_id = new.credit_id)
      > (SELECT given.total_clp FROM sale_payment given
        WHERE given.sale_id = new.credit_id AND given.method = 'NC' AND given.credit_id IS NULL)
  BEGIN SELECT RAISE(ABORT, 'a credit note pays more than it is worth'); END;

CREATE TRIGGER change_moves_no_money BEFORE INSERT ON sale_payment
  WHEN (SELECT change_of FROM sale WHERE id = new.sale_id) IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'no money moves with a change of document'); END;

CREATE TRIGGER vale_within_amount AFTER INSERT ON sale_payment
  WHEN new.method = 'vc'
    AND (SELECT document_type FROM sale WHERE id = new.sale_id) NOT IN ('56', '61')
    AND coalesce((SELECT sum(p.total_clp + p.tip_clp) FROM sale_payment p JOIN sale u ON u.id = p.sale_id
        WHERE p.method = 'vc' AND p.reference = new.reference AND u.document_type NOT IN ('56', '61')), 0)
      > (SELECT given.total_clp FROM vale v
          JOIN sale_payment given ON given.sale_id = v.sale_id AND given.method = 'vc'
        WHERE 'V' || v.number = new.reference)
  BEGIN SELECT RAISE(ABORT, 'a vale pays more than it was given for'); END;

-- Words of a sale: row seq * 2048 is its buyer and reference, the rows after it its lines (1,000
-- at most).
CREATE VIRTUAL TABLE sale_search USING fts5 (
  words, content = '', detail = 'none', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5 6'
);

-- The open sale in one piece, with a version of its own (shared/selling/open-sale).
CREATE TABLE draft (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  -- NULL while nothing is being sold.
  sale_json TEXT,
  open_sale_id TEXT,
  open_reference TEXT,
  served_by TEXT,
  CHECK (open_reference IS NULL OR open_sale_id IS NOT NULL)
) STRICT;
`
