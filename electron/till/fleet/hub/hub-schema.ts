/** As it is set: what a list shows of a parked sale, without the name it was put aside under. */
export const NAMELESS_FACTS = "iif(facts_json = '', '', json_set(facts_json, '$.name', ''))"

/** The hub of this till's place, and what it keeps where it is this till. The tables, in SQL. */
export const FLEET_HUB_SCHEMA = /* sql */ `
-- One row while this till goes by a hub; its key lies with the till's own.
CREATE TABLE fleet_hub (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- Rises with each choice of a hub in the shop.
  term INTEGER NOT NULL,
  till_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- This till is it.
  is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
  -- As the hub said last, by way of the service; only hints.
  addresses_json TEXT NOT NULL,
  -- Up to which version of what it keeps this till has heard.
  version INTEGER NOT NULL DEFAULT 0,
  -- Up to which word of the others, since the service was heard last.
  words_seq INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Terms this till has left for good, until the service has heard it.
CREATE TABLE fleet_hub_left (
  term INTEGER PRIMARY KEY,
  granted_json TEXT NOT NULL,
  is_whole INTEGER NOT NULL,
  -- Of the hub: all it granted, with the till; NULL of any other.
  kept_json TEXT
) STRICT;

-- Parked sales this till keeps as the hub of its place, for its term.
CREATE TABLE fleet_hub_parked (
  parked_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  till_id TEXT NOT NULL,
  till_number INTEGER NOT NULL,
  till_name TEXT NOT NULL,
  -- Empty where it was only said to be taken.
  facts_json TEXT NOT NULL,
  sale TEXT NOT NULL,
  customer TEXT NOT NULL,
  buyer TEXT NOT NULL,
  parked_at_ms INTEGER NOT NULL,
  taken_till TEXT,
  taken_by INTEGER,
  taken_name TEXT,
  taken_key TEXT,
  taken_at_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_hub_parked_version ON fleet_hub_parked (version);
CREATE INDEX fleet_hub_parked_of ON fleet_hub_parked (till_id) WHERE taken_by IS NULL;
CREATE INDEX fleet_hub_parked_made ON fleet_hub_parked (till_id) WHERE facts_json = '';
CREATE INDEX fleet_hub_parked_buyer ON fleet_hub_parked (buyer) WHERE buyer <> '';

-- Keys of claims that were granted nothing, or were given up: they are granted nothing.
CREATE TABLE fleet_hub_void (
  key TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- As the hub: what its tills changed and moved, that the service has not heard.
CREATE TABLE fleet_hub_word (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  word_id TEXT NOT NULL UNIQUE,
  till_id TEXT NOT NULL,
  word_json TEXT NOT NULL
) STRICT;

CREATE INDEX fleet_hub_word_of ON fleet_hub_word (till_id);

-- As the hub: vales and credit notes it has, lent by the service or told to it first.
CREATE TABLE fleet_hub_worth (
  kind TEXT NOT NULL,
  worth_id TEXT NOT NULL,
  term INTEGER NOT NULL,
  -- Which time it was lent; 0: the service has not said so yet.
  version INTEGER NOT NULL,
  -- The till that told it first; NULL where the service lent it.
  born_of TEXT,
  giver INTEGER NOT NULL,
  -- As its till told it.
  said_json TEXT NOT NULL,
  -- 1: nothing of it is granted any more, and the service is told so; 2: it was never lent.
  is_back INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, worth_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_hub_worth_lent ON fleet_hub_worth (term, version);
CREATE INDEX fleet_hub_worth_back ON fleet_hub_worth (term) WHERE is_back > 0;
CREATE INDEX fleet_hub_worth_born ON fleet_hub_worth (born_of) WHERE version = 0;

CREATE TABLE fleet_hub_worth_name (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  worth_id TEXT NOT NULL,
  PRIMARY KEY (kind, name, worth_id)
) STRICT, WITHOUT ROWID;

-- Claims on them, by the hash of their key: as the service had them, or by this hub's own word.
CREATE TABLE fleet_hub_worth_claim (
  name TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  worth_id TEXT NOT NULL,
  till_number INTEGER NOT NULL,
  takes_json TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('granted', 'used', 'ended')),
  is_own INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_hub_worth_claim_of ON fleet_hub_worth_claim (kind, worth_id);

CREATE TRIGGER fleet_hub_worth_gone AFTER DELETE ON fleet_hub_worth BEGIN
  DELETE FROM fleet_hub_worth_name WHERE kind = old.kind AND worth_id = old.worth_id;
  DELETE FROM fleet_hub_worth_claim WHERE kind = old.kind AND worth_id = old.worth_id;
END;

-- Moves of others by the hub's word: in no sum of the shop yet. They end with the service's word.
CREATE TABLE fleet_hub_move (
  word_id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL,
  milli INTEGER NOT NULL,
  -- Whose, and which of its moves: in no sum that says so (fleet_counted).
  installation TEXT NOT NULL,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_hub_move_of ON fleet_hub_move (product_id);

-- Records changed by the hub's word, as the service had them; ids are the shop's.
CREATE TABLE fleet_hub_base (
  kind TEXT NOT NULL,
  shop_id TEXT NOT NULL,
  fields_json TEXT NOT NULL,
  PRIMARY KEY (kind, shop_id)
) STRICT, WITHOUT ROWID;

-- Words of others about a record that were heard here, with the last own change by then.
CREATE TABLE fleet_hub_seen (
  word_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  shop_id TEXT NOT NULL,
  edit_seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_hub_seen_of ON fleet_hub_seen (kind, shop_id);

-- Nothing of an erased person stays in a sale that waits, nor the name it was put aside under.
CREATE TRIGGER fleet_hub_parked_erased AFTER DELETE ON customer
  BEGIN UPDATE fleet_hub_parked SET customer = '', buyer = '',
      facts_json = ${NAMELESS_FACTS},
      -- Of each row anew, so that each has its own: no listing is cut within one version.
      version = (SELECT max(o.version) + 1 FROM fleet_hub_parked o
        WHERE o.version >= fleet_hub_parked.version)
    WHERE buyer = old.rut; END;
`
