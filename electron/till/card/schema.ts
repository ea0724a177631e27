/** Attempts to charge a card. The tables, in SQL. */
export const CARD_SCHEMA = /* sql */ `
-- On disk before its amount leaves. What the account number would be is in no column.
CREATE TABLE card_attempt (
  id TEXT PRIMARY KEY NOT NULL,
  -- Of the open sale: its row comes with the charge, or never.
  sale_id TEXT NOT NULL,
  terminal TEXT NOT NULL,
  -- What the terminal knows it by.
  ticket TEXT NOT NULL,
  amount_clp INTEGER NOT NULL CHECK (amount_clp > 0),
  method TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'unknown', 'person', 'approved', 'approved-by-hand',
    'declined', 'declined-by-hand', 'settled', 'given-back')),
  asked_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  unknown_since_ms INTEGER,
  code TEXT,
  -- As the terminal said it: authorization, operation, last four digits, and no more of the card.
  facts_json TEXT,
  -- The name of whoever said how it ended, or that the money went back.
  said_by TEXT,
  -- Of one the other side has contradicted: who has seen to it.
  checked_by TEXT
) STRICT;

-- A terminal whose last attempt nobody knows the end of takes no other amount, and no sale a second
-- charge.
CREATE UNIQUE INDEX card_one_open_at ON card_attempt (terminal)
  WHERE state IN ('asked', 'unknown', 'person');
CREATE UNIQUE INDEX card_one_open_for ON card_attempt (sale_id)
  WHERE state IN ('asked', 'unknown', 'person');
CREATE INDEX card_paid ON card_attempt (state) WHERE state IN ('approved', 'approved-by-hand');
CREATE INDEX card_said ON card_attempt (said_by) WHERE said_by IS NOT NULL;
CREATE INDEX card_by_sale ON card_attempt (sale_id);
CREATE INDEX card_by_ticket ON card_attempt (ticket);

-- Of a return: money that the terminal's service is asked to give back to the card. On disk with
-- the return, before anything is sent.
CREATE TABLE card_refund (
  id TEXT PRIMARY KEY NOT NULL,
  return_id TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  amount_clp INTEGER NOT NULL CHECK (amount_clp > 0),
  state TEXT NOT NULL CHECK (state IN ('asked', 'done', 'refused', 'person')),
  asked_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  code TEXT,
  -- What the service calls it.
  service_id TEXT,
  -- Before its request leaves for the first time: when, its body, and the refunds that the order
  -- showed until then, which are others. No body: it counts as sent in data that were put back.
  sent_at_ms INTEGER,
  body TEXT,
  before_json TEXT,
  -- Of one that was refused or cannot be proven: who has seen to it, how the money went, and in
  -- which shift.
  checked_by TEXT,
  way TEXT CHECK (way IN ('account', 'cash', 'other')),
  checked_shift TEXT,
  seen_shift TEXT,
  -- The service has said since that the card has it as well: who knows that.
  seen_by TEXT,
  CHECK ((checked_by IS NULL) = (way IS NULL)),
  CHECK ((sent_at_ms IS NULL) = (before_json IS NULL)
    AND (body IS NULL OR sent_at_ms IS NOT NULL))
) STRICT;
-- What was refused may be asked for again.
CREATE UNIQUE INDEX card_refund_once ON card_refund (return_id, attempt_id)
  WHERE state <> 'refused';
CREATE INDEX card_refund_of ON card_refund (attempt_id);
CREATE INDEX card_refund_by_return ON card_refund (return_id);
CREATE INDEX card_refund_undone ON card_refund (state)
  WHERE state <> 'done' OR checked_by IS NOT NULL;
CREATE TRIGGER card_refund_stays_what_was_asked BEFORE UPDATE ON card_refund
  WHEN new.return_id <> old.return_id OR new.attempt_id <> old.attempt_id
    OR new.amount_clp <> old.amount_clp
  BEGIN SELECT RAISE(ABORT, 'a refund is never another one'); END;

-- What the terminal said it held at the end of a shift, or nothing; and what was charged on it until
-- then, since its last close that was proven.
CREATE TABLE card_totals (
  seq INTEGER PRIMARY KEY,
  shift_id TEXT NOT NULL,
  terminal TEXT NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  -- Of no moment where something moved while it was asked: not-asked.
  answer TEXT NOT NULL CHECK (answer IN ('said', 'silent', 'not-asked')),
  last_attempt TEXT,
  last_sale INTEGER NOT NULL,
  terminal_count INTEGER,
  terminal_clp INTEGER,
  batch_json TEXT NOT NULL,
  -- Of the terminal itself: asked is on disk before it is sent, for it erases its memory; by-hand
  -- is the word of the shop's settings.
  closing TEXT CHECK (closing IN ('open', 'asked', 'closed', 'refused', 'by-hand'))
) STRICT;
CREATE INDEX card_totals_by_shift ON card_totals (shift_id);
CREATE TRIGGER card_totals_kept BEFORE DELETE ON card_totals
  BEGIN SELECT RAISE(ABORT, 'card_totals is kept'); END;

CREATE TRIGGER card_settles_in_its_sale BEFORE UPDATE OF state ON card_attempt
  WHEN new.state = 'settled' AND NOT EXISTS (SELECT 1 FROM sale WHERE id = new.sale_id)
  BEGIN SELECT RAISE(ABORT, 'a card pays the sale it was charged for'); END;

CREATE TRIGGER card_stays_what_was_asked BEFORE UPDATE ON card_attempt
  WHEN new.sale_id <> old.sale_id OR new.ticket <> old.ticket OR new.amount_clp <> old.amount_clp
    OR new.terminal <> old.terminal
  BEGIN SELECT RAISE(ABORT, 'an attempt is never another one'); END;
`
