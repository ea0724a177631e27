/** A list of products, held against the catalogue. */
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { HEADERS } from '#shared/catalogue/import/columns.ts'
import { ok } from '#shared/core/result.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { allShelves } from '../catalogue/shelf-rows.ts'
import { GOODS_COLUMNS, toGoods, type GoodsRecord } from '../catalogue/product-rows.ts'
import type { ListKind } from './list-kind.ts'
import { firstArrangement, planImport, type Shelf } from './plan-import.ts'
import { writeImport } from './write-import.ts'

export const GOODS_LIST: ListKind = {
  words: HEADERS,
  first: (table, db) => firstArrangement(table, allShelves(db).all()),
  plan(table, arrangement, db) {
    const planned = planImport(table, arrangement, shelfOf(db))
    if (!planned.ok) return planned
    const { accepted: rows, ...plan } = planned.value
    const { categoryId } = arrangement
    const { newCategories } = plan
    return ok({
      ...plan,
      write: (tools) => writeImport({ ...tools, rows, newCategories, categoryId }),
    })
  },
}

/** The whole catalogue in memory: a question a row would take longer than reading it once. */
function shelfOf(db: TillDatabase): Shelf {
  const byCode = new Map<string, GoodsRow>()
  const all: GoodsRow[] = []
  const byPlace = new Map<number, GoodsRow>()
  const records = db.prepare<[], GoodsRecord>(`SELECT ${GOODS_COLUMNS} FROM product p`)
  for (const record of records.iterate()) {
    const goods = toGoods(record)
    all.push(goods)
    for (const code of [goods.code, ...goods.moreCodes]) byCode.set(code, goods)
    if (goods.fixedPlace !== null) byPlace.set(goods.fixedPlace, goods)
  }
  return {
    categories: allShelves(db).all(),
    all,
    holderOf: (code) => byCode.get(code),
    atPlace: (place) => byPlace.get(place),
  }
}
