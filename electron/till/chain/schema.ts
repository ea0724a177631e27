/** The audit chain over log, sales and closed shifts. The tables, in SQL. */
export const CHAIN_SCHEMA = /* sql */ `
-- An epoch seals all that is there when it starts, and then every row that is added
-- (chain/chain.ts).
CREATE TABLE chain_epoch (
  epoch INTEGER PRIMARY KEY CHECK (epoch >= 1),
  started_at_ms INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('first', 'restored', 'new-form', 'other-key', 'broken')),
  -- Which columns a sealed row had.
  form INTEGER NOT NULL,
  key_id TEXT NOT NULL
) STRICT;

CREATE TRIGGER chain_epoch_kept BEFORE DELETE ON chain_epoch BEGIN SELECT RAISE(ABORT, 'the chain is kept'); END;
CREATE TRIGGER chain_epoch_fixed BEFORE UPDATE ON chain_epoch BEGIN SELECT RAISE(ABORT, 'the chain does not change'); END;

CREATE TABLE chain (
  epoch INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('start', 'audit', 'sale', 'close')),
  -- The row it seals: its number in the log, the id of the sale, the id of the shift.
  ref TEXT NOT NULL,
  mac BLOB NOT NULL,
  PRIMARY KEY (epoch, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER chain_kept BEFORE DELETE ON chain BEGIN SELECT RAISE(ABORT, 'the chain is kept'); END;
CREATE TRIGGER chain_fixed BEFORE UPDATE ON chain BEGIN SELECT RAISE(ABORT, 'the chain does not change'); END;

-- Where the chain ends, so that its end cannot be cut off.
CREATE TABLE chain_head (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  epoch INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  mac BLOB NOT NULL,
  proof BLOB NOT NULL,
  pending_json TEXT
) STRICT;
`
