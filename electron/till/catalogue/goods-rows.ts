/** A product with its further codes, its cost and its past prices: read whole and written whole. */
import type { CheckedGoods } from '#shared/catalogue/decide-goods.ts'
import type { PlannedPrice } from '#shared/catalogue/planned-price.ts'
import type { GoodsRow, PriceChange, PriceHistory } from '#shared/catalogue/goods.ts'
import type { EpochMs, ProductId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createPlanChange } from './planned-prices.ts'
import { createInsert, GOODS_COLUMNS, toGoods, valuesOf, type GoodsRecord } from './product-rows.ts'

export interface GoodsRows {
  byId(id: ProductId): GoodsRow | undefined
  /** Whose code it is, as the first or a further one; archived products keep theirs. */
  byCode(code: string): GoodsRow | undefined
  /** Who has this place on the grid. */
  atPlace(place: number): GoodsRow | undefined
  prices(id: ProductId, limit: number): PriceHistory
  /** Inside the caller's transaction. */
  insert(id: ProductId, goods: CheckedGoods): void
  /** Inside the caller's transaction. */
  change(before: GoodsRow, to: CheckedGoods, at: EpochMs): void
  /** Whoever has the place loses it. Inside the caller's transaction. */
  place(id: ProductId, fixedPlace: number | null): void
}

export function createGoodsRows(db: TillDatabase): GoodsRows {
  const read = <Given>(where: string) =>
    db.prepare<[Given], GoodsRecord>(`SELECT ${GOODS_COLUMNS} FROM product p WHERE ${where}`)
  const byId = read<ProductId>('p.id = ?')
  const byFirst = read<string>('p.code = ?')
  const byOther = read<string>(
    'p.id = (SELECT product_id FROM product_barcode WHERE product_barcode.code = ?)',
  )
  const byPlace = read<number>('p.fixed_place = ?')
  const prices = db.prepare<[ProductId, number], PriceChange>(
    `SELECT at_ms AS at, from_gross_clp AS fromGrossClp, to_gross_clp AS toGrossClp
      FROM product_price WHERE product_id = ? ORDER BY seq DESC LIMIT ?`,
  )
  const planned = db.prepare<[ProductId], PlannedPrice>(
    `SELECT place, from_date AS "from", unit_gross_clp AS priceClp FROM planned_price
      WHERE product_id = ? ORDER BY from_date, place`,
  )
  const record = (found: GoodsRecord | undefined) => (found ? toGoods(found) : undefined)
  return {
    byId: (id) => record(byId.get(id)),
    byCode: (code) => record(byFirst.get(code) ?? byOther.get(code)),
    atPlace: (place) => record(byPlace.get(place)),
    prices: (id, limit) => ({ changes: prices.all(id, limit), planned: planned.all(id) }),
    ...createWriting(db),
  }
}

function createWriting(db: TillDatabase): Pick<GoodsRows, 'insert' | 'change' | 'place'> {
  const insert = createInsert(db)
  const update =
    db.prepare(`UPDATE product SET code = ?, name = ?, unit_gross_clp = ?, is_exempt = ?,
    unit = ?, category_id = ?, is_favourite = ?, asks_price = ? WHERE id = ?`)
  const putCost = db.prepare('UPDATE product SET cost_net_clp = ? WHERE id = ?')
  const dropCodes = db.prepare('DELETE FROM product_barcode WHERE product_id = ?')
  const addCode = db.prepare(
    'INSERT INTO product_barcode (code, product_id, position) VALUES (?, ?, ?)',
  )
  const notePrice = db.prepare(
    'INSERT INTO product_price (product_id, at_ms, from_gross_clp, to_gross_clp) VALUES (?, ?, ?, ?)',
  )
  const changePlan = createPlanChange(db)
  const addCodes = (id: ProductId, codes: readonly string[]) =>
    codes.forEach((code, position) => addCode.run(code, id, position))
  const freePlace = db.prepare(
    'UPDATE product SET fixed_place = NULL WHERE fixed_place = ? AND id <> ?',
  )
  const putPlace = db.prepare('UPDATE product SET fixed_place = ? WHERE id = ?')
  const place: GoodsRows['place'] = (id, fixedPlace) => {
    freePlace.run(fixedPlace, id)
    putPlace.run(fixedPlace, id)
  }
  return {
    place,
    insert(id, goods) {
      insert(id, goods, goods.costNetClp)
      addCodes(id, goods.moreCodes)
      if (goods.fixedPlace !== null) place(id, goods.fixedPlace)
    },
    change({ id, ...before }, to, at) {
      const hasNewCodes =
        before.moreCodes.join(' ') !== to.moreCodes.join(' ') || before.code !== to.code
      // A code may go from the first place to the others, and back: for a moment it is nobody's.
      if (hasNewCodes) dropCodes.run(id)
      update.run(...valuesOf(to), id)
      if (hasNewCodes) addCodes(id, to.moreCodes)
      if (before.costNetClp !== to.costNetClp) putCost.run(to.costNetClp, id)
      if (before.fixedPlace !== to.fixedPlace) place(id, to.fixedPlace)
      if (before.unitGrossClp === to.unitGrossClp) return
      changePlan(id, to.unitGrossClp)
      notePrice.run(id, at, before.unitGrossClp, to.unitGrossClp)
    },
  }
}
