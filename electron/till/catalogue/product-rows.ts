/** Rows of the product table, read and written. */
import type { CheckedProduct } from '#shared/catalogue/decide-product.ts'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { isPriceAsked, type ProductView } from '#shared/catalogue/product.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { Clp } from '#shared/money/clp.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createFirstShelf } from './shelf-rows.ts'

export interface ProductRow {
  id: ProductId
  code: string
  name: string
  unitGrossClp: Clp
  isExempt: number
  unit: string | null
  categoryId: string
  isFavourite: number
  pictureId: string | null
  isArchived: number
  fixedPlace: number | null
  hasStock: number
  stockMilli: number
  stockLowMilli: number | null
}

/** As its owner keeps it: a screen at the counter is never told what it costs. */
export interface GoodsRecord extends ProductRow {
  costNetClp: Clp | null
  /** Separated by spaces, which no code has; null without any. */
  moreCodes: string | null
}

/** 0 where the price is said at the counter, as `ProductView` has it. */
export const PRICE = 'iif(p.asks_price = 1, 0, p.unit_gross_clp)'
export const COLUMNS = `p.id, p.code, p.name, ${PRICE} AS unitGrossClp, p.is_exempt AS isExempt, p.unit,
  p.category_id AS categoryId, p.is_favourite AS isFavourite, p.picture_id AS pictureId,
  p.archived_at_ms IS NOT NULL AS isArchived, p.fixed_place AS fixedPlace,
  p.has_stock AS hasStock, p.stock_milli AS stockMilli, p.stock_low_milli AS stockLowMilli`
export const GOODS_COLUMNS = `${COLUMNS}, p.cost_net_clp AS costNetClp,
  (SELECT group_concat(code, ' ' ORDER BY position) FROM product_barcode b WHERE b.product_id = p.id) AS moreCodes`

export function toGoods(record: GoodsRecord): GoodsRow {
  const { costNetClp, moreCodes, ...row } = record
  return {
    ...toView(row),
    isArchived: row.isArchived === 1,
    fixedPlace: row.fixedPlace,
    costNetClp,
    moreCodes: moreCodes?.split(' ') ?? [],
    stock: stockOf(row),
  }
}

const stockOf = ({ hasStock, stockMilli: milli, stockLowMilli: lowMilli }: ProductRow) =>
  hasStock === 1 ? { milli, lowMilli } : null

export function toView(row: ProductRow): ProductView {
  const {
    pictureId,
    fixedPlace,
    isArchived: _,
    hasStock: __,
    stockMilli: ___,
    stockLowMilli: ____,
    ...rest
  } = row
  const stock = stockOf(row)
  return {
    ...rest,
    isExempt: row.isExempt === 1,
    isFavourite: row.isFavourite === 1,
    ...(pictureId === null ? {} : { pictureId }),
    ...(fixedPlace === null ? {} : { fixedPlace }),
    ...(stock === null ? {} : { stock }),
  }
}

/** A new product stands at the end of the grid. */
export function createInsert(
  db: TillDatabase,
): (id: ProductId, product: CheckedProduct, costNetClp?: Clp | null) => void {
  const insert = db.prepare(`INSERT INTO product (id, code, name, unit_gross_clp, is_exempt, unit,
      category_id, is_favourite, asks_price, cost_net_clp, tile_position)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(tile_position), 0) + 1 FROM product))`)
  const keepFirst = createFirstShelf(db)
  return (id, product, costNetClp = null) => {
    keepFirst(product.categoryId)
    insert.run(id, ...valuesOf(product), costNetClp)
  }
}

/** In this order: code, name, price, exempt, unit, category, favourite, whether it is asked. */
export function valuesOf(product: CheckedProduct) {
  const { code, name, unitGrossClp, isExempt, unit, categoryId, isFavourite } = product
  const [exempt, favourite] = [Number(isExempt), Number(isFavourite)]
  const [priceClp, asks] = [Math.max(1, unitGrossClp), Number(isPriceAsked(product))]
  return [code, name, priceClp, exempt, unit, categoryId, favourite, asks] as const
}
