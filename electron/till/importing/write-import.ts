/**
 * Accepted rows, written in slices so short that the counter waits for none of them: each slice is
 * one transaction and decides its rows again, for the catalogue may have changed since they were
 * shown. What is written stays; the same list again finds it unchanged and goes on with the rest.
 */
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import {
  CATEGORY_HUES,
  sameCategory,
  shelvesToChoose,
  UNSHELVED,
} from '#shared/catalogue/decide-category.ts'
import { PRODUCTS_MAX } from '#shared/catalogue/decide-product.ts'
import { decideRow, type AcceptedRow, type RowStock } from '#shared/catalogue/import/decide-row.ts'
import type { ImportDone } from '#shared/importing/importing.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { writeSlices, type Outcome, type WriteTools } from './list-kind.ts'
import { allShelves, createAddShelves } from '../catalogue/shelf-rows.ts'
import { createGoodsRows } from '../catalogue/goods-rows.ts'
import { createStockMoves } from '../catalogue/stock/stock-moves.ts'

interface Writing extends WriteTools {
  readonly rows: readonly AcceptedRow[]
  readonly newCategories: readonly string[]
  readonly categoryId: string
}

export function writeImport(writing: Writing): Promise<ImportDone> {
  const categories = writing.db.transaction(() => addCategories(writing)).immediate()
  return writeSlices(writing, writing.rows, createRowWriter(writing, categories))
}

function addCategories({ db, newCategories, newId }: Writing): readonly CategoryView[] {
  const all = allShelves(db)
  const before = shelvesToChoose(all.all())
  const isThere = (name: string) => all.all().some((each) => sameCategory(each.name, name))
  createAddShelves(db)(
    newCategories
      .filter((name) => !isThere(name))
      .map((name, index) => {
        const hue = CATEGORY_HUES[(before.length + index) % CATEGORY_HUES.length] ?? 0
        // The first shelf of a shop has one id, which rows without a category name.
        return before.find((each) => sameCategory(each.name, name)) ?? { id: newId(), name, hue }
      }),
  )
  return all.all()
}

function createRowWriter(
  writing: Writing,
  categories: readonly CategoryView[],
): (row: AcceptedRow) => Outcome {
  const { db, now, newId, categoryId } = writing
  const goods = createGoodsRows(db)
  const putStock = createStockWriter(writing)
  const archive = db.prepare('UPDATE product SET archived_at_ms = ? WHERE id = ?')
  const count = db.prepare<[], number>('SELECT count(*) FROM product').pluck()
  let total = count.get() ?? 0
  const named = new Map<string, CategoryView>()
  // Each row asks for its code twice.
  let asked: { readonly code: string; readonly holder: GoodsRow | undefined } | null = null
  const around = {
    categories,
    defaultCategoryId: () => shelfIn(categories, categoryId),
    categoryOf(name: string) {
      const category = named.get(name) ?? categories.find((each) => sameCategory(each.name, name))
      if (category !== undefined) named.set(name, category)
      return category
    },
    holderOf(code: string) {
      if (asked?.code !== code) asked = { code, holder: goods.byCode(code) }
      return asked.holder
    },
  }
  return (row) => {
    asked = null
    const decided = decideRow(row, around)
    if (!decided.ok) return 'left'
    const { before, to, isArchived, isChanged, stock } = decided.value
    if (!isChanged || (before === null && total >= PRODUCTS_MAX)) return 'left'
    const id = before?.id ?? (newId() as ProductId)
    if (before === null) goods.insert(id, to)
    else goods.change(before, to, now())
    if ((before?.isArchived ?? false) !== isArchived) archive.run(isArchived ? now() : null, id)
    if (stock !== null) putStock(id, stock)
    if (before !== null) return 'changed'
    total += 1
    return 'created'
  }
}

/** One that goods without a shelf were given came with the list's own, under an id of its own. */
function shelfIn(categories: readonly CategoryView[], categoryId: string): string {
  if (categoryId !== UNSHELVED.id) return categoryId
  const unshelved = categories.find(({ name }) => sameCategory(name, UNSHELVED.name))
  return (unshelved ?? categories[0])?.id ?? ''
}

/** Of a count that came in a list, as it stands beside the movement. */
const REASON = 'importación'

/** A count is a correction by what differed when it was looked at. */
function createStockWriter({ db, now, newId, staffName }: Writing) {
  const keep = db.prepare<[number | null, ProductId]>(
    'UPDATE product SET has_stock = 1, stock_low_milli = ? WHERE id = ?',
  )
  const { write } = createStockMoves(db)
  return (productId: ProductId, { differsMilli, lowMilli }: RowStock): void => {
    keep.run(lowMilli, productId)
    if (differsMilli === 0) return
    write({
      id: newId(),
      productId,
      kind: 'corrected',
      milli: differsMilli,
      at: now(),
      staffName,
      reason: REASON,
      saleId: null,
    })
  }
}
