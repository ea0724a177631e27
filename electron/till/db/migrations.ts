import { DISCOUNT_RULES_SCHEMA } from './discount-rules-schema.ts'
import { COMPANIES_SCHEMA } from './migration-6.ts'
import { RETURNS_SCHEMA } from './migration-7.ts'
import { SHIFTS_SCHEMA } from './migration-8.ts'
import { CHAIN_SCHEMA } from './migration-chain.ts'
import { LATER_STATES_SCHEMA, MISSING_SCHEMA } from './migration-later-states.ts'
import { OPEN_SALE_SCHEMA } from './migration-open-sale.ts'
import { OUTSIDE_SCHEMA } from './migration-outside.ts'
import { PAPERS_SCHEMA } from './migration-papers.ts'
import { TILES_SCHEMA } from './migration-tiles.ts'
import { UNDO_SCHEMA } from './migration-undo.ts'

/**
 * Numbered migrations: the n-th entry leads to schema n. Never edited once released; each runs in
 * one transaction.
 */
export const MIGRATIONS: readonly string[] = [
  /* 1: the first till */ `
CREATE TABLE setting (key TEXT PRIMARY KEY, value_json TEXT NOT NULL) STRICT;

CREATE TABLE category (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, hue INTEGER NOT NULL CHECK (hue BETWEEN 0 AND 359),
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE product (
  rowid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  unit_gross_clp INTEGER NOT NULL CHECK (unit_gross_clp > 0),
  is_exempt INTEGER NOT NULL CHECK (is_exempt IN (0, 1)),
  unit TEXT,
  category_id TEXT NOT NULL REFERENCES category (id),
  is_favourite INTEGER NOT NULL DEFAULT 0 CHECK (is_favourite IN (0, 1)),
  sold_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX product_by_category ON product (category_id, name);

CREATE VIRTUAL TABLE product_search USING fts5 (
  name, code, content = 'product', content_rowid = 'rowid',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4'
);
CREATE TRIGGER product_insert AFTER INSERT ON product BEGIN
  INSERT INTO product_search (rowid, name, code) VALUES (new.rowid, new.name, new.code);
END;
CREATE TRIGGER product_delete AFTER DELETE ON product BEGIN
  INSERT INTO product_search (product_search, rowid, name, code) VALUES ('delete', old.rowid, old.name, old.code);
END;
CREATE TRIGGER product_rename AFTER UPDATE OF name, code ON product BEGIN
  INSERT INTO product_search (product_search, rowid, name, code) VALUES ('delete', old.rowid, old.name, old.code);
  INSERT INTO product_search (rowid, name, code) VALUES (new.rowid, new.name, new.code);
END;

CREATE TABLE draft (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  cart_json TEXT NOT NULL,
  open_sale_id TEXT,
  open_reference TEXT,
  CHECK ((open_sale_id IS NULL) = (open_reference IS NULL))
) STRICT;

-- A sale is a fact: rows are added, never changed.
CREATE TABLE sale (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  external_reference TEXT NOT NULL UNIQUE,
  document_type TEXT NOT NULL CHECK (document_type IN ('39', '41')),
  date TEXT NOT NULL,
  sold_at_ms INTEGER NOT NULL,
  register_name TEXT NOT NULL,
  cashier_name TEXT NOT NULL,
  recipient_rut TEXT NOT NULL,
  recipient_name TEXT NOT NULL,
  neto_clp INTEGER NOT NULL CHECK (neto_clp >= 0),
  exento_clp INTEGER NOT NULL CHECK (exento_clp >= 0),
  iva_clp INTEGER NOT NULL CHECK (iva_clp >= 0),
  total_clp INTEGER NOT NULL CHECK (total_clp >= 1 AND total_clp = neto_clp + exento_clp + iva_clp),
  sold_offline INTEGER NOT NULL CHECK (sold_offline IN (0, 1))
) STRICT;

CREATE TABLE sale_line (
  sale_id TEXT NOT NULL REFERENCES sale (id),
  line_number INTEGER NOT NULL,
  product_id TEXT,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  unit TEXT,
  quantity_milli INTEGER NOT NULL CHECK (quantity_milli > 0),
  unit_gross_clp INTEGER NOT NULL CHECK (unit_gross_clp >= 0),
  discount_clp INTEGER NOT NULL CHECK (discount_clp >= 0),
  gross_clp INTEGER NOT NULL CHECK (gross_clp >= 0),
  is_exempt INTEGER NOT NULL CHECK (is_exempt IN (0, 1)),
  PRIMARY KEY (sale_id, line_number)
) STRICT, WITHOUT ROWID;

CREATE TABLE sale_payment (
  sale_id TEXT NOT NULL REFERENCES sale (id),
  position INTEGER NOT NULL,
  method TEXT NOT NULL,
  total_clp INTEGER NOT NULL,
  rounding_clp INTEGER NOT NULL CHECK (rounding_clp BETWEEN -5 AND 4),
  to_collect_clp INTEGER NOT NULL CHECK (to_collect_clp = total_clp + rounding_clp),
  tendered_clp INTEGER NOT NULL CHECK (tendered_clp >= to_collect_clp),
  change_clp INTEGER NOT NULL CHECK (change_clp = tendered_clp - to_collect_clp),
  PRIMARY KEY (sale_id, position)
) STRICT, WITHOUT ROWID;

-- The outbox: what still has to reach the service. The body is made once and sent byte for byte on every try.
CREATE TABLE receipt (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  seq INTEGER NOT NULL UNIQUE,
  external_reference TEXT NOT NULL UNIQUE,
  document_type TEXT NOT NULL,
  body BLOB NOT NULL,
  body_sha256 TEXT NOT NULL,
  issue_state TEXT NOT NULL CHECK (issue_state IN
    ('queued', 'sending', 'accepted', 'numbered', 'reconciling', 'rejected', 'attention')),
  service_id TEXT,
  remote_id TEXT,
  folio INTEGER,
  authority_status TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  first_sent_at_ms INTEGER,
  not_before_ms INTEGER NOT NULL DEFAULT 0,
  last_error_code TEXT,
  last_error_text TEXT,
  CHECK (issue_state <> 'numbered' OR (folio IS NOT NULL AND remote_id IS NOT NULL)),
  CHECK (issue_state <> 'accepted' OR remote_id IS NOT NULL)
) STRICT;
CREATE INDEX receipt_open ON receipt (seq) WHERE issue_state <> 'numbered';
-- Issued, but the tax authority's verdict is still to come.
CREATE INDEX receipt_undecided ON receipt (not_before_ms)
  WHERE issue_state = 'numbered' AND coalesce(authority_status, '') NOT IN ('APR', 'RCH', 'DELETED');
CREATE UNIQUE INDEX receipt_folio ON receipt (service_id, document_type, folio) WHERE folio IS NOT NULL;
CREATE UNIQUE INDEX receipt_remote ON receipt (service_id, remote_id) WHERE remote_id IS NOT NULL;

-- Every exchange about a receipt, with the raw answer. Append-only: it is the evidence.
CREATE TABLE attempt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sale_id TEXT NOT NULL REFERENCES receipt (sale_id),
  at_ms INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  request TEXT NOT NULL,
  outcome TEXT NOT NULL,
  http_status INTEGER,
  answer TEXT
) STRICT;
CREATE INDEX attempt_by_sale ON attempt (sale_id);
CREATE TRIGGER attempt_kept BEFORE DELETE ON attempt BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;
CREATE TRIGGER attempt_fixed BEFORE UPDATE ON attempt BEGIN SELECT RAISE(ABORT, 'attempts do not change'); END;

CREATE TABLE receipt_pdf (
  sale_id TEXT NOT NULL REFERENCES receipt (sale_id),
  width_mm INTEGER NOT NULL CHECK (width_mm IN (58, 80)),
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  PRIMARY KEY (sale_id, width_mm)
) STRICT, WITHOUT ROWID;

CREATE TABLE print_job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  sale_id TEXT NOT NULL REFERENCES sale (id),
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'slip', 'copy')),
  printer_id TEXT NOT NULL,
  width_mm INTEGER NOT NULL CHECK (width_mm IN (58, 80)),
  opens_drawer INTEGER NOT NULL CHECK (opens_drawer IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'queued', 'printing', 'sent', 'held', 'unknown', 'failed')),
  created_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  trouble TEXT,
  detail TEXT,
  escpos_sha256 TEXT,
  stamp_readable INTEGER
) STRICT;
-- One original and one slip a sale: a second piece of paper can only be a copy, and says so.
CREATE UNIQUE INDEX print_job_original ON print_job (sale_id, kind) WHERE kind IN ('receipt', 'slip');
CREATE INDEX print_job_open ON print_job (printer_id, seq) WHERE state IN ('waiting', 'queued', 'printing', 'held');

CREATE TABLE journal (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  sale_id TEXT,
  data_json TEXT NOT NULL
) STRICT;
`,
  /* 2: finding lost documents, setting refused ones aside, what is known of folios */ `
-- The receipt that has to be numbered before this one may be sent.
ALTER TABLE receipt ADD COLUMN depends_on TEXT REFERENCES receipt (sale_id);
-- Highest folio of its type known before it was first sent: a lost document's own lies above.
ALTER TABLE receipt ADD COLUMN folio_low INTEGER;
-- Answers that point at this document rather than at the service: server faults, refusals that validation does not confirm.
ALTER TABLE receipt ADD COLUMN faults INTEGER NOT NULL DEFAULT 0;
ALTER TABLE receipt ADD COLUMN faulty_since_ms INTEGER;
ALTER TABLE receipt ADD COLUMN lost_since_ms INTEGER;
ALTER TABLE receipt ADD COLUMN walk_rounds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE receipt ADD COLUMN walked_to INTEGER;
ALTER TABLE receipt ADD COLUMN field_errors_json TEXT;
ALTER TABLE receipt ADD COLUMN set_aside_reason TEXT;
ALTER TABLE receipt ADD COLUMN set_aside_at_ms INTEGER;
CREATE INDEX receipt_wait ON receipt (not_before_ms) WHERE issue_state <> 'numbered';
-- A long queue does not slow down what can be printed or is to be fetched.
CREATE INDEX print_job_ready ON print_job (printer_id, seq) WHERE state IN ('queued', 'held');
CREATE INDEX print_job_waiting ON print_job (sale_id) WHERE state = 'waiting';

-- Documents seen at the service, ours or another till's, so that no walk reads one twice.
CREATE TABLE known_folio (
  service_id TEXT NOT NULL,
  document_type TEXT NOT NULL,
  folio INTEGER NOT NULL,
  remote_id TEXT NOT NULL,
  external_reference TEXT,
  PRIMARY KEY (service_id, document_type, folio)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_reference ON known_folio (service_id, external_reference) WHERE external_reference IS NOT NULL;
INSERT OR IGNORE INTO known_folio SELECT service_id, document_type, folio, remote_id, external_reference FROM receipt
  WHERE folio IS NOT NULL AND service_id IS NOT NULL;

-- The last news of the folio ranges, for the warning at the counter and for the frontier of a walk.
CREATE TABLE folio_range (
  service_id TEXT NOT NULL,
  range_id TEXT NOT NULL,
  document_type TEXT NOT NULL,
  from_folio INTEGER NOT NULL,
  to_folio INTEGER NOT NULL,
  next_folio INTEGER NOT NULL,
  expires_on TEXT,
  seen_at_ms INTEGER NOT NULL,
  -- Only active ranges are listed: one that is missing has been used up or has expired.
  is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)),
  PRIMARY KEY (service_id, range_id)
) STRICT, WITHOUT ROWID;
`,
  /*
   * 3: several sales at one counter, who serves, what was approved, what changed in the catalogue
   */ `
-- Sales put aside at the counter. The id and reference a payment was opened with belong to the cart and go with it.
CREATE TABLE parked_sale (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  cart_json TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  total_clp INTEGER NOT NULL,
  parked_at_ms INTEGER NOT NULL,
  parked_by TEXT NOT NULL,
  open_sale_id TEXT UNIQUE,
  open_reference TEXT UNIQUE,
  CHECK ((open_sale_id IS NULL) = (open_reference IS NULL))
) STRICT;

CREATE TABLE staff (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('cashier', 'supervisor', 'owner')),
  -- scrypt, with the cost it was made with.
  pin_hash BLOB NOT NULL,
  pin_salt BLOB NOT NULL,
  pin_cost INTEGER NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  -- Made for the demo shop with PINs anybody can read: counts only while the till issues nothing real.
  is_demo INTEGER NOT NULL CHECK (is_demo IN (0, 1)),
  failed_count INTEGER NOT NULL DEFAULT 0,
  locked_until_ms INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX staff_name ON staff (name COLLATE NOCASE) WHERE is_active = 1;

-- What a shop allows a role, where it differs from the rights a till comes with.
CREATE TABLE role_rights (
  role TEXT PRIMARY KEY CHECK (role IN ('cashier', 'supervisor', 'owner')),
  rights_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A PIN over the shoulder: for one thing of one sale, for a short time.
CREATE TABLE approval (
  id TEXT PRIMARY KEY,
  sale_id TEXT,
  need_json TEXT NOT NULL,
  cashier_name TEXT NOT NULL,
  approver_id TEXT NOT NULL REFERENCES staff (id),
  approver_name TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER
) STRICT;
CREATE INDEX approval_by_sale ON approval (sale_id) WHERE used_at_ms IS NULL;

-- Risky actions: who did it, who allowed it. Append-only.
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  action TEXT NOT NULL,
  staff_id TEXT,
  staff_name TEXT NOT NULL,
  approver_name TEXT,
  sale_id TEXT,
  detail_json TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_sale ON audit (sale_id) WHERE sale_id IS NOT NULL;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is kept'); END;
CREATE TRIGGER audit_fixed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log does not change'); END;

ALTER TABLE sale_line ADD COLUMN note TEXT;
-- The catalogue's price where the cashier charged another one.
ALTER TABLE sale_line ADD COLUMN list_gross_clp INTEGER;

-- What the search index in memory still has to learn, whoever wrote it.
CREATE TABLE product_change (seq INTEGER PRIMARY KEY AUTOINCREMENT, product_rowid INTEGER NOT NULL) STRICT;
CREATE TRIGGER product_change_insert AFTER INSERT ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (new.rowid);
END;
CREATE TRIGGER product_change_update AFTER UPDATE OF name, code, category_id, is_favourite ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (new.rowid);
END;
CREATE TRIGGER product_change_delete AFTER DELETE ON product BEGIN
  INSERT INTO product_change (product_rowid) VALUES (old.rowid);
END;
`,
  /*
   * 4: several payments a sale, vouchers that are the receipt, known customers, deletions, a search
   * over many sales
   */ `
-- What proves the sale: a receipt that is issued, or the card terminal's voucher. Then it has no row in receipt.
ALTER TABLE sale ADD COLUMN documented_by TEXT NOT NULL DEFAULT 'receipt' CHECK (documented_by IN ('receipt', 'voucher'));
-- The method as it was called at the time; empty in rows of before, whose code says enough.
ALTER TABLE sale_payment ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE sale_payment ADD COLUMN sii_code TEXT NOT NULL DEFAULT '';
ALTER TABLE sale_payment ADD COLUMN reference TEXT NOT NULL DEFAULT '';

-- A receipt taken back while it was pending. 'done': there is none, its folio is void, and the money was handed back.
CREATE TABLE receipt_deletion (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  state TEXT NOT NULL CHECK (state IN ('asked', 'done', 'refused')),
  reason TEXT NOT NULL,
  asked_by TEXT NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  settled_at_ms INTEGER,
  problem_code TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE customer (
  rut TEXT PRIMARY KEY,
  legal_name TEXT NOT NULL,
  folded_name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  last_sold_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Words of a sale: row seq * 2048 is its buyer and reference, the rows after it are its lines (at most 1,000).
CREATE VIRTUAL TABLE sale_search USING fts5 (
  words, content = '', detail = 'none', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5 6'
);
CREATE TRIGGER sale_searchable AFTER INSERT ON sale BEGIN
  INSERT INTO sale_search (rowid, words) VALUES (new.seq * 2048,
    new.external_reference || iif(new.recipient_rut = '66666666-6', '', ' ' || new.recipient_name));
END;
CREATE TRIGGER sale_line_searchable AFTER INSERT ON sale_line BEGIN
  INSERT INTO sale_search (rowid, words)
    SELECT s.seq * 2048 + new.line_number, new.name || ' ' || new.code FROM sale s WHERE s.id = new.sale_id;
END;
INSERT INTO sale_search (rowid, words) SELECT seq * 2048,
  external_reference || iif(recipient_rut = '66666666-6', '', ' ' || recipient_name) FROM sale;
INSERT INTO sale_search (rowid, words) SELECT s.seq * 2048 + l.line_number, l.name || ' ' || l.code
  FROM sale_line l JOIN sale s ON s.id = l.sale_id;
CREATE INDEX sale_by_total ON sale (total_clp);
CREATE INDEX sale_by_date ON sale (date);
CREATE INDEX sale_by_buyer ON sale (recipient_rut) WHERE recipient_rut <> '66666666-6';
CREATE INDEX receipt_by_folio ON receipt (folio) WHERE folio IS NOT NULL;
CREATE INDEX print_job_by_sale ON print_job (sale_id, kind);
`,
  /* 5: printers as the shop wants them; the printer's own word that a paper is finished */ `
CREATE TABLE printer_setup (
  printer_id TEXT PRIMARY KEY,
  -- Of a printer that somebody told the till about; NULL for one that is found by looking.
  config_json TEXT,
  options_json TEXT NOT NULL,
  logo BLOB
) STRICT, WITHOUT ROWID;
ALTER TABLE print_job ADD COLUMN printed_at_ms INTEGER;
`,
  /* 6: what one service may have stays there, also among its companies */ COMPANIES_SCHEMA,
  /* 7: returns, and what they are worth as payment */ RETURNS_SCHEMA,
  /* 8: shifts, cash in and out, counts and reports */ SHIFTS_SCHEMA,
  /* 9: papers that ask a person, PDFs that are no use */ PAPERS_SCHEMA,
  /* 10: discounts as rules */ DISCOUNT_RULES_SCHEMA,
  /* 11: the open sale in one piece */ OPEN_SALE_SCHEMA,
  /* 12: tiles that keep their place, and their pictures */ TILES_SCHEMA,
  /* 13: returns of receipts issued elsewhere */ OUTSIDE_SCHEMA,
  /* 14: issued receipts that ended badly */ LATER_STATES_SCHEMA,
  /* 15: debit notes that undo a return */ UNDO_SCHEMA,
  /* 16: issued, and gone from the service */ MISSING_SCHEMA,
  /* 17: the seal over log, sales and closed shifts */ CHAIN_SCHEMA,
]
