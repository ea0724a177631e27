/** What happened here and is told to the shop once. The tables, in SQL. */
const inShop = (condition: string) =>
  `WHEN ${condition === '' ? '' : `${condition} AND `}EXISTS (SELECT 1 FROM fleet_membership)`

/** In the transaction of what happened: nothing that writes it can forget it. */
const noting = (name: string, on: string, condition: string, row: Noted) => `
CREATE TRIGGER fleet_fact_${name} AFTER ${on} ${inShop(condition)} BEGIN
  INSERT OR IGNORE INTO fleet_fact (shop_id, kind, fact_id, ref, at_ms)
    SELECT shop_id, ${row.kind}, ${row.id ?? row.ref}, ${row.ref}, ${row.at} FROM fleet_membership;
END;`

/** Each in SQL, of the row `new`. */
interface Noted {
  readonly kind: string
  /** Where another one than `ref`. */
  readonly id?: string
  /** Where it is read. */
  readonly ref: string
  readonly at: string
}

const SOLD_AS = `iif(new.change_of IS NOT NULL, 'change',
      CASE new.document_type WHEN '61' THEN 'return' WHEN '56' THEN 'undo' ELSE 'sale' END)`
const IS_VOID = (row: string) =>
  `coalesce(${row}.authority_status, '') IN ('RCH', 'DELETED', 'MISSING')`

export const FLEET_FACTS_SCHEMA = /* sql */ `
-- What happened here while this till was of a shop, by names; what is told of it is read where it
-- stands.
CREATE TABLE fleet_fact (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  -- That is told, also once this till has left it and come back: no other one is.
  shop_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  fact_id TEXT NOT NULL,
  -- Of its row: the sale, the shift, the movement, or the number of the row of the log.
  ref TEXT NOT NULL,
  -- NULL for a moment, where its row does not say.
  at_ms INTEGER,
  -- 0: it waits. 1: the service has it. 2: it takes it in no form.
  is_said INTEGER NOT NULL DEFAULT 0 CHECK (is_said IN (0, 1, 2)),
  UNIQUE (kind, fact_id)
) STRICT;

CREATE INDEX fleet_fact_unsaid ON fleet_fact (shop_id, seq) WHERE is_said = 0;
CREATE INDEX fleet_fact_over ON fleet_fact (at_ms) WHERE is_said <> 0;
CREATE INDEX fleet_fact_untimed ON fleet_fact (seq) WHERE at_ms IS NULL;
CREATE INDEX fleet_fact_said ON fleet_fact (seq) WHERE is_said = 1;
${[
  noting('sale', 'INSERT ON sale', '', { kind: SOLD_AS, ref: 'new.id', at: 'new.sold_at_ms' }),
  ...[
    ['deletion', 'INSERT ON', "new.state = 'done'"],
    ['deletion_later', 'UPDATE OF state ON', "old.state <> 'done' AND new.state = 'done'"],
  ].map(([name = '', on = '', condition = '']) =>
    noting(name, `${on} receipt_deletion`, condition, {
      ...{ kind: "'deletion'", ref: 'new.sale_id', at: 'new.settled_at_ms' },
    }),
  ),
  noting('numbered', 'UPDATE OF folio ON receipt', 'old.folio IS NULL AND new.folio IS NOT NULL', {
    kind: "'document'",
    id: "new.sale_id || ':numbered'",
    ref: 'new.sale_id',
    at: 'NULL',
  }),
  noting(
    'judged',
    'UPDATE OF authority_status ON receipt',
    `new.authority_status IS NOT old.authority_status AND (${IS_VOID('new')} OR ${IS_VOID('old')})`,
    {
      ...{ kind: "'document'", ref: 'new.sale_id', at: 'NULL' },
      id: "new.sale_id || ':' || coalesce(new.authority_status, '')",
    },
  ),
  noting('opened', 'INSERT ON shift', '', {
    ...{ kind: "'shift'", id: "new.id || ':opened'", ref: 'new.id', at: 'new.opened_at_ms' },
  }),
  noting('closed', 'INSERT ON shift_close', '', {
    ...{ kind: "'shift'", id: 'new.report_id', ref: 'new.shift_id', at: 'new.closed_at_ms' },
  }),
  noting('cash', 'INSERT ON cash_movement', '', {
    ...{ kind: "'cash'", ref: 'new.id', at: 'new.at_ms' },
  }),
  // Its number is another row's after the data were put back.
  noting('log', 'INSERT ON audit', '', {
    ...{ kind: "'log'", id: "till_id || ':' || new.seq || ':' || new.at_ms", ref: 'new.seq' },
    at: 'new.at_ms',
  }),
].join('\n')}

-- What was told as sold and deleted while this till was of no shop counts no more.
CREATE TRIGGER fleet_fact_deleted_meanwhile AFTER INSERT ON fleet_membership BEGIN
  INSERT OR IGNORE INTO fleet_fact (shop_id, kind, fact_id, ref, at_ms)
    SELECT f.shop_id, 'deletion', f.ref, f.ref, d.settled_at_ms
    FROM fleet_fact f JOIN receipt_deletion d ON d.sale_id = f.ref
    WHERE f.kind = 'sale' AND f.shop_id = new.shop_id AND d.state = 'done';
END;
`
