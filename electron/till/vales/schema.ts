/** Vales: the value of a return on paper. The tables, in SQL. */
export const VALES_SCHEMA = /* sql */ `
-- Its worth stands in the payment of the return that gave it, its use in the payments of sales.
CREATE TABLE vale (
  -- Of this till, from 1: a payment names it as V1.
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  -- Letters only; whoever has them may spend it.
  code TEXT NOT NULL UNIQUE,
  -- The return that gave it.
  sale_id TEXT NOT NULL UNIQUE REFERENCES sale (id),
  -- The last day it pays; NULL where it never ends.
  expires_on TEXT
) STRICT;

CREATE TRIGGER vale_kept BEFORE DELETE ON vale BEGIN SELECT RAISE(ABORT, 'vale is kept'); END;

CREATE TRIGGER vale_fixed BEFORE UPDATE ON vale
  BEGIN SELECT RAISE(ABORT, 'vale does not change'); END;

-- The first paper is the vale, the others are copies of it.
CREATE TABLE vale_print (
  number INTEGER NOT NULL REFERENCES vale (number),
  at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX vale_print_of ON vale_print (number);

-- By the owner, with a reason.
CREATE TABLE vale_void (
  number INTEGER PRIMARY KEY REFERENCES vale (number),
  at_ms INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;

CREATE TRIGGER vale_void_kept BEFORE DELETE ON vale_void BEGIN SELECT RAISE(ABORT, 'vale_void is kept'); END;
CREATE TRIGGER vale_void_fixed BEFORE UPDATE ON vale_void BEGIN SELECT RAISE(ABORT, 'vale_void does not change'); END;

-- By the owner, after the data were put back from a backup.
CREATE TABLE vale_accepted (
  number INTEGER NOT NULL REFERENCES vale (number),
  at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX vale_accepted_of ON vale_accepted (number);
`
