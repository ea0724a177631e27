/** Returns of what was not sold here. The tables, in SQL. */
export const RETURNS_SCHEMA = /* sql */ `
-- The receipt of another till or system that a return takes back.
CREATE TABLE outside_receipt (
  sale_id TEXT PRIMARY KEY REFERENCES sale (id),
  issuer_rut TEXT NOT NULL,
  document_type TEXT NOT NULL CHECK (document_type IN ('33', '34', '39', '41')),
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
    AND o.document_type = new.document_type AND o.folio = new.folio
    AND NOT EXISTS (SELECT 1 FROM sale undo WHERE undo.original_id = s.id)) > new.total_clp
  BEGIN SELECT RAISE(ABORT, 'more comes back than the receipt was worth'); END;
`
