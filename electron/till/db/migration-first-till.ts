import { COURSE_OF_JOB } from './remade-print-job.ts'
import { WHO_AND_SUMS } from './remade-sale.ts'

/** 1: the first till. */
export const FIRST_TILL_SCHEMA = `
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
${WHO_AND_SUMS}  total_clp INTEGER NOT NULL CHECK (total_clp >= 1 AND total_clp = neto_clp + exento_clp + iva_clp),
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
${COURSE_OF_JOB}
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
`
