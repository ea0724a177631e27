/** Promotions, price lists and who buys by which, as they lie in this till's tables. */
import type { SharedFields } from '#shared/fleet/shared-records.ts'
import { LIST_PERCENTS_MAX, LIST_PRICES_MAX } from '#shared/promotions/promotion.ts'
import { readRule, ruleJson } from '#shared/promotions/stored-rule.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { listed, type KindRows } from './kind-rows.ts'

export function offerRows(db: TillDatabase) {
  return {
    price_list: listRows(db),
    list_price: partRows(db, {
      ...{ table: 'price_list_price', of: 'product_id', value: 'unit_gross_clp' },
      ...{ field: 'unit_clp', most: LIST_PRICES_MAX, goods: 'product' },
    }),
    list_percent: partRows(db, {
      ...{ table: 'price_list_percent', of: 'category_id', value: 'percent' },
      ...{ field: 'percent', most: LIST_PERCENTS_MAX, goods: 'category' },
    }),
    customer_list: buyerRows(db),
    promotion: promotionRows(db),
  } satisfies Readonly<Record<string, KindRows>>
}

/** Later than it was: whoever has it open on a screen hears that it is another one. */
const CHANGED = 'max(@at, changed_at_ms + 1)'

function listRows(db: TillDatabase): KindRows {
  const read = db.prepare<[string], { readonly name: string; readonly is_archived: 0 | 1 }>(
    'SELECT name, is_archived FROM price_list WHERE id = ?',
  )
  const write = db.prepare(`INSERT INTO price_list (id, name, is_archived, changed_at_ms)
    VALUES (@id, @name, @isArchived, @at) ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, is_archived = excluded.is_archived, changed_at_ms = ${CHANGED}`)
  return {
    read(id) {
      const row = read.get(id)
      return row === undefined ? null : { ...row, is_archived: row.is_archived === 1 }
    },
    write: (id, { name, is_archived: isArchived }, at) =>
      void write.run({ id, name, isArchived: Number(isArchived), at }),
    // Nothing takes a list away: it is archived.
    remove: () => undefined,
    ids: listed(db, 'SELECT id FROM price_list'),
  }
}

interface Part {
  readonly table: string
  /** Column of what it is for, and the table that has it. */
  readonly of: string
  readonly goods: string
  /** Column and field of what it says. */
  readonly value: string
  readonly field: string
  /** Of one list: an owner could not save one with more. */
  readonly most: number
}

/** What one list says of one product or category. */
function partRows(db: TillDatabase, { table, of, goods, value, field, most }: Part): KindRows {
  const key = `price_list_id = @list AND ${of} = @goods`
  const read = db.prepare<[Key], number>(`SELECT ${value} FROM ${table} WHERE ${key}`).pluck()
  const count = db
    .prepare<[Key], number>(`SELECT count(*) FROM ${table} WHERE price_list_id = @list`)
    .pluck()
  const isThere = db.prepare<[Key], 1>(`SELECT 1 FROM ${goods} WHERE id = @goods`)
  const write = db.prepare(`INSERT INTO ${table} (price_list_id, ${of}, ${value})
    VALUES (@list, @goods, @said) ON CONFLICT (price_list_id, ${of}) DO UPDATE
    SET ${value} = excluded.${value}`)
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${key}`)
  const change = db.prepare(`UPDATE price_list SET changed_at_ms = ${CHANGED} WHERE id = @list`)
  const isForAll = (key: Key) => goods === 'category' && key.goods === ''
  const said = (id: string) => read.get(keyOf(id))
  return {
    read: (id) => {
      const found = said(id)
      return found === undefined ? null : { [field]: found }
    },
    write(id, fields, at) {
      const key = keyOf(id)
      if (isThere.get(key) === undefined && !isForAll(key)) return
      if (said(id) === undefined && (count.get(key) ?? 0) >= most) return
      write.run({ ...key, said: fields[field] })
      change.run({ ...key, at })
    },
    remove: (id) => void remove.run(keyOf(id)),
    ids: listed(db, `SELECT price_list_id || '/' || ${of} FROM ${table}`),
  }
}

interface Key {
  readonly list: string
  readonly goods: string
}

function keyOf(id: string): Key {
  const [list = '', goods = ''] = id.split('/')
  return { list, goods }
}

function buyerRows(db: TillDatabase): KindRows {
  const read = db.prepare<[string], SharedFields>(
    'SELECT price_list_id AS price_list FROM customer WHERE rut = ? AND price_list_id IS NOT NULL',
  )
  const give = db.prepare('UPDATE customer SET price_list_id = ? WHERE rut = ?')
  return {
    read: (rut) => read.get(rut) ?? null,
    write: (rut, { price_list: list }) => void give.run(list, rut),
    remove: (rut) => void give.run(null, rut),
    ids: listed(db, 'SELECT rut FROM customer WHERE price_list_id IS NOT NULL'),
  }
}

interface PromotionRow {
  readonly name: string
  readonly ruleJson: string
  readonly isOn: 0 | 1
  readonly isArchived: 0 | 1
}

function promotionRows(db: TillDatabase): KindRows {
  const read = db.prepare<[string], PromotionRow>(`SELECT name, rule_json AS ruleJson,
    is_on AS isOn, is_archived AS isArchived FROM promotion WHERE id = ?`)
  const write = db.prepare(`INSERT INTO promotion
      (id, name, rule_json, is_on, is_archived, changed_at_ms)
    VALUES (@id, @name, @rule, @isOn, @isArchived, @at) ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, rule_json = excluded.rule_json, is_on = excluded.is_on,
      is_archived = excluded.is_archived, changed_at_ms = ${CHANGED}`)
  return {
    read(id) {
      const row = read.get(id)
      if (row === undefined) return null
      const rule = readRule(row.ruleJson)
      const off = row.isArchived === 1 ? 'archived' : 'off'
      const state = row.isOn === 1 ? 'on' : off
      return { name: row.name, rule: rule === null ? row.ruleJson : ruleJson(rule), state }
    },
    write(id, { name, rule, state }, at) {
      const [isOn, isArchived] = [Number(state === 'on'), Number(state === 'archived')]
      write.run({ id, name, rule, isOn, isArchived, at })
    },
    // Nothing takes a promotion away: it is archived.
    remove: () => undefined,
    ids: listed(db, 'SELECT id FROM promotion'),
  }
}
