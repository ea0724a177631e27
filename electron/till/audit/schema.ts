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
  kind TEXT NOT NULL CHECK (kind IN ('start', 'audit', 'sale', 'close', 'state')),
  -- The row it seals: its number in the log, the id of the sale, the id of the shift, the number
  -- of the change.
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

-- Once a transaction: how what may change (audit/guarded-tables.ts) was left. "first" and "anew"
-- take what is there with nothing to compare it with, "found" and "later" say what was not as it
-- had been left.
CREATE TABLE sealed_change (
  seq INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('change', 'first', 'anew', 'found', 'later'))
) STRICT;

CREATE TRIGGER sealed_change_kept BEFORE DELETE ON sealed_change BEGIN SELECT RAISE(ABORT, 'the seal is kept'); END;
CREATE TRIGGER sealed_change_fixed BEFORE UPDATE ON sealed_change BEGIN SELECT RAISE(ABORT, 'the seal does not change'); END;

CREATE TABLE sealed_digest (
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  change_seq INTEGER NOT NULL REFERENCES sealed_change (seq),
  -- NULL: it is gone from here on.
  digest TEXT,
  -- What the till had before it was not what it had left.
  was_foreign INTEGER NOT NULL CHECK (was_foreign IN (0, 1)),
  PRIMARY KEY (kind, ref, change_seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX sealed_digest_of ON sealed_digest (change_seq, kind, ref);
CREATE INDEX sealed_digest_foreign ON sealed_digest (change_seq) WHERE was_foreign = 1;

CREATE TRIGGER sealed_digest_kept BEFORE DELETE ON sealed_digest BEGIN SELECT RAISE(ABORT, 'the seal is kept'); END;
CREATE TRIGGER sealed_digest_fixed BEFORE UPDATE ON sealed_digest BEGIN SELECT RAISE(ABORT, 'the seal does not change'); END;
`
