/** What came and went of each product. The tables, in SQL. */
export const STOCK_SCHEMA = /* sql */ `
-- Every movement, for good. The same order again is the same movement.
CREATE TABLE stock_move (
  seq INTEGER PRIMARY KEY,
  -- Made by whoever orders it: the same order again is the same movement.
  id TEXT NOT NULL UNIQUE,
  product_id TEXT NOT NULL REFERENCES product (id),
  kind TEXT NOT NULL CHECK (kind IN ('sold', 'returned', 'undone', 'annulled', 'received', 'corrected', 'counted',
    'elsewhere')),
  -- Thousandths; less than 0 went out.
  quantity_milli INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  -- Who wrote it down; of a sale its cashier, who stands there.
  staff_name TEXT,
  reason TEXT,
  sale_id TEXT REFERENCES sale (id),
  CHECK ((sale_id IS NOT NULL) = (kind IN ('sold', 'returned', 'undone', 'annulled')))
) STRICT;

CREATE INDEX stock_move_of ON stock_move (product_id, seq);
CREATE INDEX stock_move_by_sale ON stock_move (sale_id) WHERE sale_id IS NOT NULL;

CREATE TRIGGER stock_move_counts AFTER INSERT ON stock_move BEGIN
  UPDATE product SET stock_milli = stock_milli + new.quantity_milli WHERE id = new.product_id;
END;

CREATE TRIGGER stock_move_stays BEFORE UPDATE ON stock_move
  BEGIN SELECT RAISE(ABORT, 'a movement of stock is for good: write another one'); END;

CREATE TRIGGER stock_move_stays_there BEFORE DELETE ON stock_move
  BEGIN SELECT RAISE(ABORT, 'a movement of stock is for good: write another one'); END;
`
