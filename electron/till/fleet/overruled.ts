/** Values of this till that another one's replaced: told until somebody has seen them. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { OverruledView } from '#shared/fleet/views.ts'
import { readPerson } from '#shared/fleet/shared-person.ts'
import type { SharedKind, SharedValue } from '#shared/fleet/shared-records.ts'
import type { TillDatabase } from '../kernel/database.ts'

interface NewOverruled {
  readonly kind: SharedKind
  readonly id: string
  readonly field: string
  readonly lost: SharedValue
  readonly won: SharedValue
  readonly by: number | null
  readonly reason: 'LATER' | 'TAKEN' | 'REFUSED'
}

export interface OverruledRows {
  /** In the caller's transaction. */
  add(overruled: NewOverruled): void
  /** The newest first; at most `OVERRULED_SHOWN_MAX`. */
  unseen(): readonly OverruledView[]
  count(): number
  /** Up to this one; those that came since stay. */
  see(upToSeq: number, at: EpochMs): void
}

/** Rows of one answer. */
const OVERRULED_SHOWN_MAX = 100

/** Of a price or percent of a list: what of its list it is for. */
const PART = "substr(record_id, instr(record_id, '/') + 1)"
const NAMES: Readonly<Record<SharedKind, string>> = {
  category: 'SELECT name FROM category WHERE id = record_id',
  product: 'SELECT name FROM product WHERE id = record_id',
  picture: 'SELECT name FROM product WHERE id = record_id',
  planned_price: "SELECT name FROM product WHERE record_id LIKE id || '/%'",
  price_list: 'SELECT name FROM price_list WHERE id = record_id',
  list_price: `SELECT name FROM product WHERE id = ${PART}`,
  list_percent: `SELECT name FROM price_list WHERE record_id LIKE id || '/%'`,
  customer: 'SELECT legal_name FROM customer WHERE rut = record_id',
  customer_list: 'SELECT legal_name FROM customer WHERE rut = record_id',
  promotion: 'SELECT name FROM promotion WHERE id = record_id',
  setting: 'record_id',
  role_rights: 'record_id',
  role: 'SELECT name FROM own_role WHERE id = record_id',
  person: 'SELECT name FROM staff WHERE id = record_id',
  person_bar: 'SELECT name FROM staff WHERE id = record_id',
}

/** The hash of a PIN is on no screen. */
const shownOf = (kind: SharedKind, value: SharedValue) =>
  kind === 'person' ? (readPerson(value)?.name ?? null) : value

interface Stored extends Omit<OverruledView, 'lost' | 'won'> {
  readonly lostJson: string
  readonly wonJson: string
}

export function createOverruledRows(db: TillDatabase, now: () => EpochMs): OverruledRows {
  const insert = db.prepare(`INSERT INTO fleet_overruled
    (kind, record_id, field, lost_json, won_json, by_number, reason, at_ms)
    VALUES (@kind, @id, @field, @lostJson, @wonJson, @by, @reason, @at)`)
  const unseen = db.prepare<[], Stored>(`SELECT seq, kind, field, lost_json AS lostJson,
      won_json AS wonJson, by_number AS byNumber, reason, at_ms AS at,
      CASE kind ${Object.entries(NAMES)
        .map(([kind, name]) => `WHEN '${kind}' THEN (${name})`)
        .join(' ')}
        END AS name
    FROM fleet_overruled WHERE seen_at_ms IS NULL ORDER BY seq DESC LIMIT ${OVERRULED_SHOWN_MAX}`)
  const count = db
    .prepare<[], number>('SELECT count(*) FROM fleet_overruled WHERE seen_at_ms IS NULL')
    .pluck()
  const see = db.prepare(
    'UPDATE fleet_overruled SET seen_at_ms = ? WHERE seen_at_ms IS NULL AND seq <= ?',
  )
  return {
    add: ({ lost, won, ...overruled }) =>
      void insert.run({
        ...overruled,
        lostJson: JSON.stringify(shownOf(overruled.kind, lost)),
        wonJson: JSON.stringify(shownOf(overruled.kind, won)),
        at: now(),
      }),
    unseen: () =>
      unseen
        .all()
        .map(({ lostJson, wonJson, ...row }) => ({
          ...row,
          lost: JSON.parse(lostJson) as SharedValue,
          won: JSON.parse(wonJson) as SharedValue,
        })),
    count: () => count.get() ?? 0,
    see: (upToSeq, at) => void see.run(at, upToSeq),
  }
}
