import { SALE_SEARCHED } from './remade-sale.ts'

/**
 * 4: several payments a sale, vouchers that are the receipt, known customers, deletions, a
 * search over many sales.
 */
export const PAYMENTS_SCHEMA = `
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
${SALE_SEARCHED}INSERT INTO sale_search (rowid, words) SELECT seq * 2048,
  external_reference || iif(recipient_rut = '66666666-6', '', ' ' || recipient_name) FROM sale;
INSERT INTO sale_search (rowid, words) SELECT s.seq * 2048 + l.line_number, l.name || ' ' || l.code
  FROM sale_line l JOIN sale s ON s.id = l.sale_id;
CREATE INDEX sale_by_total ON sale (total_clp);
CREATE INDEX sale_by_date ON sale (date);
CREATE INDEX sale_by_buyer ON sale (recipient_rut) WHERE recipient_rut <> '66666666-6';
CREATE INDEX receipt_by_folio ON receipt (folio) WHERE folio IS NOT NULL;
CREATE INDEX print_job_by_sale ON print_job (sale_id, kind);
`
