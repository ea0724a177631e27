/** What a row of a list does to the catalogue: a new product, a changed one, or nothing. */
import type { GoodsRow } from '../../bridge/goods.ts'
import type { CategoryView } from '../../bridge/views.ts'
import { refusal, type Refusal } from '../../core/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { decideCategoryName, sameCategory } from '../decide-category.ts'
import { decideGoods, type CheckedGoods } from '../decide-goods.ts'
import { isPriceAsked } from '../product.ts'
import type { ReadRow } from './read-row.ts'

export interface AroundRow {
  /** Those there are and those this list brings. */
  readonly categories: readonly CategoryView[]
  /** Of new products whose row names none. */
  readonly defaultCategoryId: string
  readonly categoryOf: (name: string) => CategoryView | undefined
  readonly holderOf: (code: string) => GoodsRow | undefined
}

export interface DecidedRow {
  /** Null makes a new product. */
  readonly before: GoodsRow | null
  readonly to: CheckedGoods
  readonly isArchived: boolean
  readonly isChanged: boolean
}

/**
 * An empty cell leaves what is there. A product found by a further code keeps its first one, and
 * further codes are only ever added.
 */
export function decideRow(row: ReadRow, around: AroundRow): Result<DecidedRow, Refusal> {
  const before = around.holderOf(row.code) ?? null
  const asksPrice = asksPriceOf(row, before)
  if (before === null && row.unitGrossClp === null && !asksPrice)
    return refuse(refusal('PRICE_NOT_VALID', 'unitGrossClp'))
  const category = row.category === null ? null : around.categoryOf(row.category)
  if (category === undefined) return refuse(refusal('CATEGORY_UNKNOWN', 'categoryId'))
  const decided = decideGoods(
    {
      code: before?.code ?? row.code,
      name: row.name ?? before?.name ?? '',
      unitGrossClp: row.unitGrossClp ?? before?.unitGrossClp ?? 0,
      asksPrice,
      costNetClp: row.costNetClp ?? before?.costNetClp ?? null,
      isExempt: row.isExempt ?? before?.isExempt ?? false,
      isFavourite: row.isFavourite ?? before?.isFavourite ?? false,
      unit: row.unit ?? before?.unit ?? null,
      categoryId: category?.id ?? before?.categoryId ?? around.defaultCategoryId,
      moreCodes: [...(before?.moreCodes ?? []), ...(row.moreCodes ?? [])],
    },
    {
      categories: around.categories,
      holderOf(code) {
        const holder = around.holderOf(code)
        return holder?.id === before?.id ? undefined : holder
      },
    },
  )
  if (!decided.ok) return decided
  const isArchived = row.isArchived ?? before?.isArchived ?? false
  const isChanged =
    before === null || before.isArchived !== isArchived || differs(before, decided.value)
  return ok({ before, to: decided.value, isArchived, isChanged })
}

/** A price in a row is a price from then on, unless the row itself says that it is asked for. */
function asksPriceOf(row: ReadRow, before: GoodsRow | null): boolean {
  if (row.asksPrice !== null) return row.asksPrice
  return before !== null && isPriceAsked(before) && row.unitGrossClp === null
}

function differs(before: GoodsRow, to: CheckedGoods): boolean {
  return (
    before.code !== to.code ||
    before.name !== to.name ||
    before.unitGrossClp !== to.unitGrossClp ||
    before.costNetClp !== to.costNetClp ||
    before.isExempt !== to.isExempt ||
    before.isFavourite !== to.isFavourite ||
    before.unit !== to.unit ||
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
