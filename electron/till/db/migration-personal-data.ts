/** 19: exchanges may go once their receipt is issued; who was erased, and what of them waits. */
export const PERSONAL_DATA_SCHEMA = `
DROP TRIGGER attempt_kept;
CREATE TRIGGER attempt_kept BEFORE DELETE ON attempt
  WHEN NOT EXISTS (SELECT 1 FROM receipt r WHERE r.sale_id = old.sale_id AND r.issue_state = 'numbered')
    AND NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = old.sale_id AND d.state = 'done')
  BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;
-- Of a receipt whose buyer was changed the exchanges still say who it was for.
CREATE INDEX attempt_replaced ON attempt (sale_id) WHERE request = 'body replaced';
CREATE INDEX customer_by_age ON customer (last_sold_at_ms);

-- A digest under the till's own secret: nobody reads from it who it was.
CREATE TABLE erased_person (digest TEXT PRIMARY KEY, erased_at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- Their sales that were still on their way: the rest goes once they have arrived.
CREATE TABLE erasure_rest (sale_id TEXT PRIMARY KEY REFERENCES sale (id)) STRICT, WITHOUT ROWID;
`
