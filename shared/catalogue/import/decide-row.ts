/** What a row of a list does to the catalogue: a new product, a changed one, or nothing. */
import type { GoodsRow } from '../goods.ts'
import type { CategoryView } from '../category.ts'
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { decideCategoryName, sameCategory } from '../decide-category.ts'
import { decideStockMove } from '../decide-stock.ts'
import { decideGoods, type CheckedGoods } from '../decide-goods.ts'
import { isPriceAsked } from '../product.ts'
import { nameKey } from './by-name.ts'
import type { ReadRow } from './read-row.ts'

export interface AroundRow {
  /** Those there are and those this list brings. */
  readonly categories: readonly CategoryView[]
  /** Of new products whose row names none. */
  readonly defaultCategoryId: () => string
  readonly categoryOf: (name: string) => CategoryView | undefined
  readonly holderOf: (code: string) => GoodsRow | undefined
}

export interface DecidedRow {
  /** Null makes a new product. */
  readonly before: GoodsRow | null
  readonly to: CheckedGoods
  readonly isArchived: boolean
  /** Null leaves what there is of it as it is. */
  readonly stock: RowStock | null
  readonly isChanged: boolean
}

/** What a row says of a product's stock, all in thousandths. */
export interface RowStock {
  /** What was there when the list was held against the catalogue. */
  readonly shownMilli: number
  /** By how much the row differs from that: what was sold since stays sold. */
  readonly differsMilli: number
  readonly lowMilli: number | null
}

/** As it is written: what was shown of its product's stock stands in it. */
export type AcceptedRow = ReadRow & {
  readonly shownMilli?: number
  /** Its row had no code: it is only ever the product of this name. */
  readonly isByName?: boolean
}

const NEW_PRODUCT = {
  ...{ name: '', unitGrossClp: 0, costNetClp: null, unit: null, fixedPlace: null },
  ...{ isExempt: false, isFavourite: false, isArchived: false, moreCodes: [] },
} as const

export function decideRow(row: AcceptedRow, around: AroundRow): Result<DecidedRow, Refusal> {
  const before = around.holderOf(row.code) ?? null
  if (row.isByName === true && before !== null && nameKey(before.name) !== nameKey(row.name ?? ''))
    return refuse(refusal('CODE_TAKEN', 'code', { code: row.code, name: before.name }))
  const asksPrice = asksPriceOf(row, before)
  if (before === null && row.unitGrossClp === null && !asksPrice)
    return refuse(refusal('PRICE_NOT_VALID', 'unitGrossClp'))
  const categoryId = categoryIdOf(row, before, around)
  if (categoryId === undefined) return refuse(refusal('CATEGORY_UNKNOWN', 'categoryId'))
  const { isArchived, ...typed } = filled(row, before)
  const decided = decideGoods(
    { ...typed, asksPrice, categoryId },
    {
      categories: around.categories,
      holderOf(code) {
        const holder = around.holderOf(code)
        return holder?.id === before?.id ? undefined : holder
      },
      // A list takes a place from whoever has it, and says so where it is shown.
      atPlace: () => undefined,
    },
  )
  if (!decided.ok) return decided
  const stock = decideRowStock(row, before?.stock ?? null, decided.value)
  if (!stock.ok) return stock
  const to = { to: decided.value, isArchived, stock: stock.value }
  return ok({ before, ...to, isChanged: before === null || differs(before, to) })
}

/** Undefined where no category is called so. */
function categoryIdOf(row: ReadRow, before: GoodsRow | null, around: AroundRow) {
  if (row.category !== null) return around.categoryOf(row.category)?.id
  return before?.categoryId ?? around.defaultCategoryId()
}

/** A count switches stock on; a minimum alone has nothing to be the minimum of. */
function decideRowStock(
  { stockMilli, lowMilli, shownMilli: shown }: AcceptedRow,
  kept: GoodsRow['stock'],
  { name, unit }: CheckedGoods,
): Result<RowStock | null, Refusal> {
  if (stockMilli === null && lowMilli === null) return ok(null)
  if (stockMilli === null && kept === null)
    return refuse(refusal('STOCK_OFF', 'lowStock', { name }))
  const there = kept ?? { milli: 0, lowMilli: null }
  const shownMilli = shown ?? there.milli
  const differsMilli = stockMilli === null ? 0 : stockMilli - shownMilli
  if (differsMilli !== 0) {
    const moved = decideStockMove(
      { kind: 'corrected', milli: differsMilli, shownMilli },
      { name, unit },
    )
    if (!moved.ok) return refuse({ ...moved.refusal, field: 'stock' })
  }
  const low = lowMilli ?? there.lowMilli
  const isSame = kept !== null && differsMilli === 0 && kept.lowMilli === low
  return ok(isSame ? null : { shownMilli, differsMilli, lowMilli: low })
}

/**
 * An empty cell leaves what is there. A product found by a further code keeps its first one, and
 * further codes are only ever added.
 */
function filled(row: AcceptedRow, before: GoodsRow | null) {
  const there = before ?? { ...NEW_PRODUCT, code: row.code }
  const isArchived = row.isArchived ?? there.isArchived
  return {
    isArchived,
    code: there.code,
    name: row.name ?? there.name,
    unitGrossClp: row.unitGrossClp ?? there.unitGrossClp,
    costNetClp: row.costNetClp ?? there.costNetClp,
    isExempt: row.isExempt ?? there.isExempt,
    isFavourite: row.isFavourite ?? there.isFavourite,
    unit: row.unit ?? there.unit,
    fixedPlace: isArchived ? null : placeOf(row, there),
    moreCodes: [...there.moreCodes, ...(row.moreCodes ?? [])],
  }
}

/** A price in a row is a price from then on, unless the row itself says that it is asked for. */
function asksPriceOf(row: ReadRow, before: GoodsRow | null): boolean {
  if (row.asksPrice !== null) return row.asksPrice
  return before !== null && isPriceAsked(before) && row.unitGrossClp === null
}

const placeOf = ({ fixedPlace }: ReadRow, there: Pick<GoodsRow, 'fixedPlace'>): number | null =>
  fixedPlace === 'none' ? null : (fixedPlace ?? there.fixedPlace)

function differs(
  before: GoodsRow,
  { to, isArchived, stock }: Pick<DecidedRow, 'to' | 'isArchived' | 'stock'>,
): boolean {
  return (
    before.isArchived !== isArchived ||
    stock !== null ||
    before.code !== to.code ||
    before.name !== to.name ||
    before.unitGrossClp !== to.unitGrossClp ||
    before.costNetClp !== to.costNetClp ||
    before.isExempt !== to.isExempt ||
    before.isFavourite !== to.isFavourite ||
    before.unit !== to.unit ||
    before.fixedPlace !== to.fixedPlace ||
    before.categoryId !== to.categoryId ||
    before.moreCodes.join(' ') !== to.moreCodes.join(' ')
  )
}

/**
 * The name of a category a list brings, or null where there is one of that name; refused as on the
 * screen of the categories.
 */
export function newCategoryOf(
  name: string,
  known: readonly CategoryView[],
): Result<string | null, Refusal> {
  if (known.some((category) => sameCategory(category.name, name))) return ok(null)
  const decided = decideCategoryName(name, null, known)
  return decided.ok ? decided : refuse({ ...decided.refusal, field: 'categoryId' })
}
