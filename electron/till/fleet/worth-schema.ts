import { SALES_LENT_DAYS } from '#shared/fleet/hub-worth-contract.ts'

/** What this till gave that is spent once over all, and what it spends. The tables, in SQL. */
export const FLEET_WORTH_SCHEMA = /* sql */ `
-- Whose hand a vale or the value of a credit note of this till is in; a row is written with it.
-- 'new': this till's, to be told. 'sent': it is being told, or was, and nobody knows whether it
-- arrived, as after the data were put back; 'known': it has.
-- All but the first are the service's to give, also once this till has left its shop. Without a
-- row it is of a till alone, or there was nothing to tell.
CREATE TABLE fleet_worth (
  kind TEXT NOT NULL,
  -- The number of a vale, else the sale.
  own_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('new', 'sent', 'known')),
  -- As it is told, each time the same; NULL before.
  said_json TEXT,
  -- Of what is told; NULL before.
  worth_id TEXT,
  -- Pesos that other tills have taken off it, as it was heard last.
  elsewhere_clp INTEGER NOT NULL DEFAULT 0 CHECK (elsewhere_clp >= 0),
  -- Of the hub that was told of it before the service, its term; -1 of data that were put back:
  -- nobody can say whether one was; 0: none.
  keeper INTEGER NOT NULL DEFAULT 0,
  is_hub_said INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, own_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_worth_unsaid ON fleet_worth (state) WHERE state IN ('new', 'sent');

CREATE INDEX fleet_worth_by_id ON fleet_worth (kind, worth_id) WHERE worth_id IS NOT NULL;

-- Claims on what this till gave, as they were heard; the later word of one has the higher turn.
CREATE TABLE fleet_worth_taken (
  kind TEXT NOT NULL,
  worth_id TEXT NOT NULL,
  name TEXT NOT NULL,
  till_number INTEGER NOT NULL,
  takes_json TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('granted', 'used', 'ended')),
  turn INTEGER NOT NULL,
  PRIMARY KEY (kind, worth_id, name)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER fleet_vale_given AFTER INSERT ON vale WHEN EXISTS (SELECT 1 FROM fleet_membership)
  BEGIN INSERT INTO fleet_worth (kind, own_id, state) VALUES ('vale', new.number, 'new'); END;

CREATE TRIGGER fleet_credit_given AFTER INSERT ON sale_payment
  WHEN new.method = 'NC' AND new.credit_id IS NULL AND EXISTS (SELECT 1 FROM fleet_membership)
    AND (SELECT document_type FROM sale WHERE id = new.sale_id) = '61'
  BEGIN INSERT INTO fleet_worth (kind, own_id, state) VALUES ('credit', new.sale_id, 'new'); END;

-- A receipt is told of where a hub may need it: by its folio it comes back at any till.
CREATE TRIGGER fleet_receipt_numbered AFTER UPDATE OF folio ON receipt
  WHEN old.folio IS NULL AND new.folio IS NOT NULL AND EXISTS (SELECT 1 FROM fleet_hub)
    AND new.document_type IN ('33', '34', '39', '41')
  BEGIN INSERT OR IGNORE INTO fleet_worth (kind, own_id, state)
    VALUES ('sale', new.sale_id, 'new'); END;

CREATE TRIGGER fleet_hub_entered AFTER INSERT ON fleet_hub
  BEGIN INSERT OR IGNORE INTO fleet_worth (kind, own_id, state)
    SELECT 'sale', s.id, 'new' FROM sale s JOIN receipt r ON r.sale_id = s.id
    WHERE s.date >= (SELECT date(max(date), '-${SALES_LENT_DAYS} days') FROM sale)
      AND r.folio IS NOT NULL AND r.document_type IN ('33', '34', '39', '41'); END;

-- The service kept its document: what was sold may come back after all.
CREATE TRIGGER fleet_deletion_refused AFTER UPDATE OF state ON receipt_deletion
  WHEN new.state = 'refused'
  BEGIN UPDATE fleet_worth_claim SET state = 'ended', is_said = 0, is_hub_said = 0
    WHERE deed = 'return ' || new.sale_id AND state <> 'ended'; END;

-- A return is undone once its debit note has its number: before, a note of another till could come
-- to the service first, and its own would never be issued.
CREATE TRIGGER fleet_return_undone AFTER UPDATE OF folio ON receipt
  WHEN old.folio IS NULL AND new.folio IS NOT NULL AND new.document_type = '56'
  BEGIN UPDATE fleet_worth_claim SET state = 'ended', is_said = 0, is_hub_said = 0
    WHERE deed = 'return ' || (SELECT original_id FROM sale WHERE id = new.sale_id)
      AND state = 'used'; END;

-- What this till asked the service for, written before it is asked: the same key each time.
-- 'used' in the transaction of what it was spent on; 'ended': nothing came of it, or it was undone.
CREATE TABLE fleet_worth_claim (
  key TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  worth_id TEXT NOT NULL,
  -- What it is for: the open sale, or what else is done with it.
  deed TEXT NOT NULL,
  -- What the open sale calls it.
  named TEXT NOT NULL,
  -- NULL until it is granted: all that is left.
  takes_json TEXT,
  facts_json TEXT NOT NULL DEFAULT '',
  made_at_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'granted', 'used', 'ended')),
  -- What became of it has been told.
  is_said INTEGER NOT NULL DEFAULT 0,
  -- Term of the hub that was asked too, written before it is; 0: none. What became of it is told
  -- to the service by this till, and to that hub beside it.
  keeper INTEGER NOT NULL DEFAULT 0,
  is_hub_said INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_worth_claim_of ON fleet_worth_claim (kind, worth_id);
CREATE INDEX fleet_worth_claim_for ON fleet_worth_claim (deed);
CREATE INDEX fleet_worth_claim_open ON fleet_worth_claim (made_at_ms)
  WHERE state IN ('asked', 'granted');
CREATE INDEX fleet_worth_claim_unsaid ON fleet_worth_claim (state)
  WHERE state IN ('used', 'ended') AND is_said = 0;
CREATE INDEX fleet_worth_claim_at_hub ON fleet_worth_claim (keeper) WHERE keeper > 0;
`
