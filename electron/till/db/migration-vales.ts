/**
 * 35: vales. A vale's worth stands in the payment of the return that gave it, its use in the
 * payments of sales; here is only what those cannot say.
 */
export const VALES_SCHEMA = `
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
-- The first paper is the vale, the others are copies of it. Append-only.
CREATE TABLE vale_print (
  number INTEGER NOT NULL REFERENCES vale (number),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX vale_print_of ON vale_print (number);
-- By the owner, with a reason. Append-only.
CREATE TABLE vale_void (
  number INTEGER PRIMARY KEY REFERENCES vale (number),
  at_ms INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE TRIGGER vale_void_kept BEFORE DELETE ON vale_void BEGIN SELECT RAISE(ABORT, 'vale_void is kept'); END;
CREATE TRIGGER vale_void_fixed BEFORE UPDATE ON vale_void BEGIN SELECT RAISE(ABORT, 'vale_void does not change'); END;
-- By the owner, after the data were put back from a backup. Append-only.
CREATE TABLE vale_accepted (
  number INTEGER NOT NULL REFERENCES vale (number),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX vale_accepted_of ON vale_accepted (number);
CREATE INDEX vale_payment ON sale_payment (reference, total_clp) WHERE method = 'vc';
-- Whatever the program believes: no vale pays more than it was given for. A sale saved out of a
-- damaged database may name one that could not be.
CREATE TRIGGER vale_within_amount AFTER INSERT ON sale_payment
  WHEN new.method = 'vc'
    AND (SELECT document_type FROM sale WHERE id = new.sale_id) NOT IN ('56', '61')
    AND coalesce((SELECT sum(p.total_clp + p.tip_clp) FROM sale_payment p JOIN sale u ON u.id = p.sale_id
        WHERE p.method = 'vc' AND p.reference = new.reference AND u.document_type NOT IN ('56', '61')), 0)
      > (SELECT given.total_clp FROM vale v
          JOIN sale_payment given ON given.sale_id = v.sale_id AND given.method = 'vc'
        WHERE 'V' || v.number = new.reference)
  BEGIN SELECT RAISE(ABORT, 'a vale pays more than it was given for'); END;
`
