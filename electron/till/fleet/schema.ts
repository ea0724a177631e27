import { GOES_WITH } from '../settings/shop-settings.ts'
import { SHARED_KINDS, type SharedKind } from '#shared/fleet/shared-records.ts'

/** What a row of a shared table is a record of, and when it becomes another one. */
interface Watched {
  readonly table: string
  /** Columns its id is made of. */
  readonly id: readonly string[]
  /** Columns a record is read from; null: all of them. */
  readonly columns: string | null
  /**
   * Fields its columns are read into, where some are called otherwise; without it all are
   * said of a record that was here before.
   */
  readonly fields?: Readonly<Record<string, string>>
  /** In SQL: the field all its rows are, with a space before it. */
  readonly all?: string
  /** Where it is null there is no record. */
  readonly has?: string
}

const WATCHED: Readonly<Record<SharedKind, readonly Watched[]>> = {
  category: [{ table: 'category', id: ['id'], columns: 'name, hue, position', fields: {} }],
  product: [
    {
      table: 'product',
      id: ['id'],
      columns: `code, name, unit_gross_clp, asks_price, is_exempt, unit, category_id, is_favourite,
        fixed_place, cost_net_clp, has_stock, stock_low_milli, archived_at_ms`,
      fields: {
        ...{ unit_gross_clp: 'price_clp', asks_price: 'price_clp', category_id: 'category' },
        archived_at_ms: 'is_archived',
      },
    },
    { table: 'product_barcode', id: ['product_id'], columns: null, all: "' more_codes'" },
  ],
  picture: [{ table: 'product_picture', id: ['product_id'], columns: null }],
  planned_price: [
    { table: 'planned_price', id: ['product_id', 'from_date', 'place'], columns: 'unit_gross_clp' },
  ],
  price_list: [{ table: 'price_list', id: ['id'], columns: 'name, is_archived', fields: {} }],
  list_price: [
    { table: 'price_list_price', id: ['price_list_id', 'product_id'], columns: 'unit_gross_clp' },
  ],
  list_percent: [
    { table: 'price_list_percent', id: ['price_list_id', 'category_id'], columns: 'percent' },
  ],
  customer: [
    {
      table: 'customer',
      id: ['rut'],
      columns: `legal_name, phone, email, activity, address, commune, notes, archived_at_ms,
        mails_receipts`,
      fields: { archived_at_ms: 'is_archived' },
    },
  ],
  customer_list: [
    { table: 'customer', id: ['rut'], columns: 'price_list_id', has: 'price_list_id' },
  ],
  promotion: [
    {
      ...{ table: 'promotion', id: ['id'], columns: 'name, rule_json, is_on, is_archived' },
      fields: { rule_json: 'rule', is_on: 'state', is_archived: 'state' },
    },
  ],
  // Fields of one row: `SETTING_TRIGGER`.
  setting: [],
  role_rights: [{ table: 'role_rights', id: ['role'], columns: 'rights_json' }],
  role: [{ table: 'own_role', id: ['id'], columns: 'name, rights_json, is_archived' }],
  person: [
    {
      table: 'staff',
      id: ['id'],
      columns:
        'name, role, has_own_roles_only, is_active, pin_hash, pin_salt, pin_cost, pin_pepper',
    },
    { table: 'staff_own_role', id: ['staff_id'], columns: null },
  ],
  // The head office's to say.
  person_bar: [],
}

const note = (
  kind: SharedKind,
  row: 'new' | 'old',
  id: readonly string[],
  touched = 'NULL',
) => `BEGIN
  INSERT INTO fleet_noted (kind, record_id, is_from_before, heard_version)
  SELECT '${kind}', ${id.map((column) => `${row}.${column}`).join(" || '/' || ")}, 0, version
  FROM fleet_membership WHERE true
  ON CONFLICT (kind, record_id) DO UPDATE SET is_from_before = 0, made_steady_ms = NULL,
    touched = CASE WHEN is_from_before = 1 THEN ${touched} ELSE touched || ${touched} END;
END;`

/** The fields an update has changed, each with a space before it. */
const changedIn = ({ columns, fields }: Watched): string =>
  columns === null || !fields
    ? 'NULL'
    : columns
        .split(',')
        .map((column) => column.trim())
        .map((name) => `iif(new.${name} IS NOT old.${name}, ' ${fields[name] ?? name}', '')`)
        .join(' || ')

/** No way of writing a record can forget it, and a till alone notes nothing. */
const triggersOf = (kind: SharedKind) =>
  WATCHED[kind]
    .map((watched) => {
      const { table, id, columns, has, all = 'NULL' } = watched
      const name = `fleet_${kind}_${table}`
      const isShared = 'WHEN (SELECT is_muted FROM fleet_membership) = 0'
      const there = (row: 'new' | 'old') =>
        has === undefined ? isShared : `${isShared} AND ${row}.${has} IS NOT NULL`
      return `
CREATE TRIGGER ${name}_new AFTER INSERT ON ${table} ${there('new')} ${note(kind, 'new', id, all)}
CREATE TRIGGER ${name}_changed AFTER UPDATE ${columns === null ? '' : `OF ${columns}`} ON ${table}
  ${isShared} ${note(kind, 'new', id, columns === null ? all : changedIn(watched))}
CREATE TRIGGER ${name}_gone AFTER DELETE ON ${table} ${there('old')} ${note(kind, 'old', id, all)}`
    })
    .join('\n')

/** Of each field that is another one; that it is no shop's is found when it is collected. */
const SETTING_TRIGGER = `
CREATE TRIGGER fleet_setting_changed AFTER UPDATE OF value_json ON setting
  WHEN new.key = 'till' AND (SELECT is_muted FROM fleet_membership) = 0
BEGIN
  INSERT INTO fleet_noted (kind, record_id, is_from_before, heard_version)
  SELECT 'setting', CASE ${Object.entries(GOES_WITH)
    .map(([name, other]) => `WHEN field.key = '${name}' THEN '${other}'`)
    .join(' ')} ELSE field.key END, 0, version
  FROM fleet_membership, json_each(new.value_json) field
  WHERE field.value IS NOT json_extract(old.value_json, '$.' || field.key)
  ON CONFLICT (kind, record_id) DO UPDATE SET is_from_before = 0, made_steady_ms = NULL;
END;`

/** The shop this till belongs to with others, and what of it is on its way. The tables, in SQL. */
export const FLEET_SCHEMA = /* sql */ `
-- One row while the till shares what it has.
CREATE TABLE fleet_membership (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  shop_id TEXT NOT NULL,
  till_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  branch TEXT,
  -- Where its key may go.
  origin TEXT NOT NULL,
  -- What the key was given to, where the folder has no identity of its own.
  installation TEXT NOT NULL,
  -- Up to which version the shop was heard; in the transaction of what came.
  version INTEGER NOT NULL DEFAULT 0,
  -- In which that version was heard: another one where the shop's database was put back.
  epoch TEXT NOT NULL DEFAULT '',
  -- Of what it was heard: kinds of records both sides knew, with spaces between them.
  kinds TEXT NOT NULL DEFAULT '',
  -- Nothing more was there when it was asked last: what was heard can be written.
  is_heard_whole INTEGER NOT NULL DEFAULT 0,
  heard_at_ms INTEGER,
  -- Why the service answers this till no more; NULL while it does.
  barred_code TEXT,
  joined_at_ms INTEGER NOT NULL,
  -- While the shop's own word is written; never outside of that transaction.
  is_muted INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Records that may differ from what the shop has, written by the triggers below.
CREATE TABLE fleet_noted (
  kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  -- It was here before the shop was joined, and nobody has changed it since.
  is_from_before INTEGER NOT NULL,
  -- Up to which version the shop had been heard when it changed.
  heard_version INTEGER NOT NULL DEFAULT 0,
  -- When it changed; NULL for a moment, until the till has looked.
  made_steady_ms INTEGER,
  -- Of one from before that was changed since: which fields, each with a space before it. NULL:
  -- all it has, or what differs from what was heard of it.
  touched TEXT,
  PRIMARY KEY (kind, record_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_noted_untimed ON fleet_noted (kind) WHERE made_steady_ms IS NULL;

-- Each record as the shop has it, under this till's own id.
CREATE TABLE fleet_known (
  kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  fields_json TEXT NOT NULL,
  -- The service's, where it said so; a hub has none.
  version INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, record_id)
) STRICT, WITHOUT ROWID;

-- Ids that are not the shop's: both tills made the record before they knew of each other.
CREATE TABLE fleet_alias (
  kind TEXT NOT NULL,
  own_id TEXT NOT NULL,
  shop_id TEXT NOT NULL,
  PRIMARY KEY (kind, own_id),
  UNIQUE (kind, shop_id)
) STRICT, WITHOUT ROWID;

-- What was changed here and waits for the service's answer, in this order.
CREATE TABLE fleet_edit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  edit_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  fields_json TEXT NOT NULL,
  is_deleted INTEGER NOT NULL,
  -- NULL: it was here before the shop was joined.
  made_steady_ms INTEGER,
  heard_version INTEGER NOT NULL,
  -- Once it is answered: what became of it has been heard with this version. NULL before.
  answered_version INTEGER
) STRICT;

CREATE INDEX fleet_edit_of ON fleet_edit (kind, record_id);
CREATE INDEX fleet_edit_unsaid ON fleet_edit (seq) WHERE answered_version IS NULL;

-- What has come and is still to be written, in slices; ids are the shop's.
CREATE TABLE fleet_heard (
  kind TEXT NOT NULL,
  shop_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  fields_json TEXT NOT NULL,
  is_deleted INTEGER NOT NULL,
  -- JSON list of fields that stand over what was changed here: whoever said so had heard of it.
  over_json TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (kind, shop_id)
) STRICT, WITHOUT ROWID;

-- Each person as the shop's seal told them last: nothing older is taken for the shop's word.
CREATE TABLE fleet_person (
  staff_id TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  -- The PIN that was written here as the shop's, JSON; one typed with another secret stays until
  -- another one comes.
  pin TEXT
) STRICT, WITHOUT ROWID;

-- Movements of stock on their way to the shop: none of them is lost, none counted twice.
CREATE TABLE fleet_move (
  seq INTEGER PRIMARY KEY REFERENCES stock_move (seq),
  product_id TEXT NOT NULL,
  -- From which on the shop's stock has it in it; NULL until the service has said, 0 of one it once
  -- had and may have lost.
  version INTEGER,
  is_said INTEGER NOT NULL DEFAULT 0 CHECK (is_said IN (0, 1))
) STRICT;

CREATE INDEX fleet_move_unsaid ON fleet_move (seq) WHERE is_said = 0;
CREATE INDEX fleet_move_of ON fleet_move (product_id, version);

-- Movements of places this till has left, waiting until it stands there again.
CREATE TABLE fleet_left_move (
  seq INTEGER PRIMARY KEY REFERENCES stock_move (seq),
  product_id TEXT NOT NULL,
  shop_id TEXT NOT NULL,
  place TEXT NOT NULL,
  version INTEGER
) STRICT;

CREATE INDEX fleet_left_move_of ON fleet_left_move (shop_id, place);

-- The place it left last, while it is alone: what it moves from then on is of that place too.
CREATE TABLE fleet_left (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  shop_id TEXT NOT NULL,
  place TEXT NOT NULL,
  after_seq INTEGER NOT NULL
) STRICT;

-- What was there before the shop was joined, waiting to be its first stock.
CREATE TABLE fleet_opening (
  product_id TEXT PRIMARY KEY,
  milli INTEGER NOT NULL,
  version INTEGER
) STRICT, WITHOUT ROWID;

-- What the shop has of a product at this till's place, as it was heard last.
CREATE TABLE fleet_stock (
  product_id TEXT PRIMARY KEY,
  milli INTEGER NOT NULL,
  version INTEGER NOT NULL,
  is_settled INTEGER NOT NULL CHECK (is_settled IN (0, 1))
) STRICT, WITHOUT ROWID;

-- The last move of each till of the place that is in what was heard: a hub may tell of it too.
CREATE TABLE fleet_counted (
  installation TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_stock_unsettled ON fleet_stock (product_id) WHERE is_settled = 0;

CREATE TRIGGER fleet_move_made AFTER INSERT ON stock_move
  WHEN new.kind <> 'elsewhere' AND EXISTS (SELECT 1 FROM fleet_membership)
  BEGIN INSERT INTO fleet_move (seq, product_id) VALUES (new.seq, new.product_id); END;

-- Values of this till that another one's replaced, until somebody has seen it.
CREATE TABLE fleet_overruled (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  field TEXT NOT NULL,
  lost_json TEXT NOT NULL,
  won_json TEXT NOT NULL,
  by_number INTEGER,
  reason TEXT NOT NULL CHECK (reason IN ('LATER', 'TAKEN', 'REFUSED')),
  at_ms INTEGER NOT NULL,
  seen_at_ms INTEGER
) STRICT;

-- Whose hand a parked sale is in, where it is no more simply this till's. 'own': it never goes up.
-- 'sent': it is being said, or was, and nobody knows whether it arrived; 'known': it has arrived.
-- Both are the service's to give, also once this till has left its shop. 'granted': it was given.
CREATE TABLE fleet_parked (
  parked_id TEXT PRIMARY KEY,
  shop_id TEXT NOT NULL,
  -- Whose it is to give: 0 the service's, else the hub's of that term; -1 of data that were put
  -- back: nobody can say. It never changes but by coming back into this till's hand.
  keeper INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('own', 'sent', 'known', 'granted')),
  -- Another till parked it: given back, it goes from here once it is heard to wait.
  is_others INTEGER NOT NULL DEFAULT 0 CHECK (is_others IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER fleet_parked_gone AFTER DELETE ON parked_sale
  BEGIN DELETE FROM fleet_parked WHERE parked_id = old.id; END;

CREATE TRIGGER fleet_claim_used AFTER DELETE ON parked_sale
  BEGIN UPDATE fleet_claim SET state = 'used', is_said = 0
    WHERE parked_id = old.id AND state = 'granted'; END;

-- Parked sales of the place, as the shop tells them; this till's own among them.
CREATE TABLE fleet_parked_seen (
  parked_id TEXT PRIMARY KEY,
  keeper INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL,
  till_number INTEGER NOT NULL,
  till_name TEXT NOT NULL,
  facts_json TEXT NOT NULL,
  parked_at_ms INTEGER NOT NULL,
  taken_by INTEGER,
  taken_name TEXT,
  -- When this till heard so.
  taken_steady_ms INTEGER
) STRICT, WITHOUT ROWID;

-- What this till asked the service for, written before it is asked: the same key each time. It goes
-- by an answer alone. 'used': it was granted, and taken up or discarded. 'given_up': it was granted,
-- and cannot be had here or was not taken up.
CREATE TABLE fleet_claim (
  parked_id TEXT PRIMARY KEY,
  -- That is asked: no other one knows of it.
  shop_id TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  -- That is asked, as in fleet_parked.
  keeper INTEGER NOT NULL DEFAULT 0,
  made_steady_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'granted', 'used', 'given_up')),
  -- 0: it is to be told: what became of it, or that it was granted by a database put back since.
  is_said INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX fleet_overruled_unseen ON fleet_overruled (seq) WHERE seen_at_ms IS NULL;
${SHARED_KINDS.map(triggersOf).join('\n')}
${SETTING_TRIGGER}
`
