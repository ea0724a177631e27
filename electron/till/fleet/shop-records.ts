/** Records as the shop has them: what was heard last of each, and under which id. */
import {
  recordOf,
  isSameValue,
  type SharedFields,
  type SharedKind,
} from '#shared/fleet/shared-records.ts'
import type { TillDatabase } from '../kernel/database.ts'

export interface ShopRecords {
  /** Null where the shop has not been heard of it. */
  known(kind: SharedKind, id: string): SharedFields | null
  keep(kind: SharedKind, id: string, fields: SharedFields): void
  forget(kind: SharedKind, id: string): void
  /** Nothing of it is left here, on its way or to be told. */
  erase(kind: SharedKind, id: string): void
  /** The shop's id for one of this till. */
  shopId(kind: SharedKind, id: string): string
  ownId(kind: SharedKind, shopId: string): string
  /** From here on both are one record. */
  alias(kind: SharedKind, id: string, shopId: string): void
  /** Ids in its fields, as the shop has them. */
  toShop(kind: SharedKind, fields: SharedFields): SharedFields
  toOwn(kind: SharedKind, fields: SharedFields): SharedFields
}

export function createShopRecords(db: TillDatabase): ShopRecords {
  const known = db
    .prepare<[string, string], string>(
      'SELECT fields_json FROM fleet_known WHERE kind = ? AND record_id = ?',
    )
    .pluck()
  const keep = db.prepare(`INSERT INTO fleet_known (kind, record_id, fields_json) VALUES (?, ?, ?)
    ON CONFLICT (kind, record_id) DO UPDATE SET fields_json = excluded.fields_json`)
  const forget = db.prepare('DELETE FROM fleet_known WHERE kind = ? AND record_id = ?')
  const erase = ['known', 'edit', 'overruled'].map((table) =>
    db.prepare(`DELETE FROM fleet_${table} WHERE kind = ? AND record_id = ?`),
  )
  const shopIdOf = db
    .prepare<[string, string], string>(
      'SELECT shop_id FROM fleet_alias WHERE kind = ? AND own_id = ?',
    )
    .pluck()
  const ownIdOf = db
    .prepare<[string, string], string>(
      'SELECT own_id FROM fleet_alias WHERE kind = ? AND shop_id = ?',
    )
    .pluck()
  const alias = db.prepare(
    'INSERT OR REPLACE INTO fleet_alias (kind, own_id, shop_id) VALUES (?, ?, ?)',
  )
  /** A picture goes by its product's id. */
  const idKind = (kind: SharedKind): SharedKind => (kind === 'picture' ? 'product' : kind)
  const shopId: ShopRecords['shopId'] = (kind, id) => shopIdOf.get(idKind(kind), id) ?? id
  const ownId: ShopRecords['ownId'] = (kind, id) => ownIdOf.get(idKind(kind), id) ?? id
  const mapped = (kind: SharedKind, fields: SharedFields, map: typeof shopId): SharedFields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const named = recordOf(kind).fields[name]?.names
        return [name, named === undefined ? value : map(named, value as string)]
      }),
    )
  return {
    known: (kind, id) => JSON.parse(known.get(kind, id) ?? 'null') as SharedFields | null,
    keep: (kind, id, fields) => void keep.run(kind, id, JSON.stringify(fields)),
    forget: (kind, id) => void forget.run(kind, id),
    erase: (kind, id) => erase.forEach((statement) => statement.run(kind, id)),
    shopId,
    ownId,
    alias(kind, id, shop) {
      if (id !== shop) alias.run(kind, id, shop)
    },
    toShop: (kind, fields) => mapped(kind, fields, shopId),
    toOwn: (kind, fields) => mapped(kind, fields, ownId),
  }
}

/** Fields of `now` that are others than in `before`; all of them where there was nothing. */
export function changedFields(before: SharedFields | null, now: SharedFields): SharedFields {
  const changed = Object.entries(now).filter(([name, value]) => !isSameValue(before?.[name], value))
  return Object.fromEntries(changed)
}
