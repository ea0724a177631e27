/** Records as the shop has them: what was heard last of each, and under which id. */
import {
  recordOf,
  isSameValue,
  withIds,
  type IdOf,
  type SharedFields,
  type SharedKind,
} from '#shared/fleet/shared-records.ts'
import type { TillDatabase } from '../kernel/database.ts'

export interface ShopRecords {
  /** Null where the shop has not been heard of it. */
  known(kind: SharedKind, id: string): SharedFields | null
  /** Up to which version of the service; 0 by a hub's word. */
  knownUpTo(kind: SharedKind, id: string): number
  keep(kind: SharedKind, id: string, fields: SharedFields, version: number): void
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
  const upTo = db
    .prepare<[string, string], number>(
      'SELECT version FROM fleet_known WHERE kind = ? AND record_id = ?',
    )
    .pluck()
  const keep = db.prepare(`INSERT INTO fleet_known (kind, record_id, fields_json, version)
    VALUES (?, ?, ?, ?) ON CONFLICT (kind, record_id) DO UPDATE SET
      fields_json = excluded.fields_json, version = max(version, excluded.version)`)
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
  /** One that is made of other records' is theirs, each as it is known there. */
  const mapId = (kind: SharedKind, id: string, idOf: IdOf): string => {
    const of = recordOf(kind).idOf
    if (of === undefined) return idOf(kind, id)
    const parts = id.split('/')
    return [...of.map((part, at) => idOf(part, parts[at] ?? '')), ...parts.slice(of.length)].join(
      '/',
    )
  }
  const toShopId: IdOf = (kind, id) => shopIdOf.get(kind, id) ?? id
  const toOwnId: IdOf = (kind, id) => ownIdOf.get(kind, id) ?? id
  return {
    known: (kind, id) => JSON.parse(known.get(kind, id) ?? 'null') as SharedFields | null,
    knownUpTo: (kind, id) => upTo.get(kind, id) ?? 0,
    keep: (kind, id, fields, version) => void keep.run(kind, id, JSON.stringify(fields), version),
    forget: (kind, id) => void forget.run(kind, id),
    erase: (kind, id) => erase.forEach((statement) => statement.run(kind, id)),
    shopId: (kind, id) => mapId(kind, id, toShopId),
    ownId: (kind, id) => mapId(kind, id, toOwnId),
    alias(kind, id, shop) {
      if (id !== shop) alias.run(kind, id, shop)
    },
    toShop: (kind, fields) => withIds(kind, fields, toShopId),
    toOwn: (kind, fields) => withIds(kind, fields, toOwnId),
  }
}

/** Fields of `now` that are others than in `before`; all of them where there was nothing. */
export function changedFields(before: SharedFields | null, now: SharedFields): SharedFields {
  const changed = Object.entries(now).filter(([name, value]) => !isSameValue(before?.[name], value))
  return Object.fromEntries(changed)
}

/** As a note names them; null where it names none. */
export function touchedFields(of: SharedFields, touched: string | null): SharedFields | null {
  if (touched === null) return null
  const names = touched.split(' ')
  return Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))
}
