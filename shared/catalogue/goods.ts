/** The catalogue as its owner keeps it: what a screen may ask, and what it is told. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import { MORE_CODES_MAX } from './decide-goods.ts'
import type { PlannedPrice } from './planned-price.ts'
import type { ProductView } from './product.ts'
import type { EpochMs, ProductId } from '../core/brand.ts'
import type { Clp } from '../money/clp.ts'
import type { StockState } from './stock.ts'

export const productId = typedText().min(1).max(40) as unknown as z.ZodType<ProductId, ProductId>
const categoryId = typedText().min(1).max(40)

export const GOODS_FILTERS = [
  'sold',
  'favourites',
  'noPicture',
  'low',
  'asked',
  'archived',
] as const
export type GoodsFilter = (typeof GOODS_FILTERS)[number]
/** What the list can stand in the order of; what has no stock kept comes last either way. */
export const GOODS_ORDERS = ['name', 'code', 'price', 'stock'] as const
export type GoodsOrder = (typeof GOODS_ORDERS)[number]
/** What the list can show beside name and price, in this order. */
export const GOODS_COLUMNS = ['picture', 'code', 'category', 'cost', 'stock'] as const
export type GoodsColumn = (typeof GOODS_COLUMNS)[number]
export const DEFAULT_GOODS_COLUMNS: readonly GoodsColumn[] = [
  'picture',
  'code',
  'category',
  'stock',
]
/** Rows of one answer. */
export const GOODS_PAGE_ROWS_MAX = 200

/** A window of the list, by name where no other order is asked for. */
export const goodsInput = z.object({
  text: typedText().max(120),
  filter: z.enum(GOODS_FILTERS),
  /** Null = all shelves. */
  categoryId: categoryId.nullable(),
  order: z.enum(GOODS_ORDERS).optional(),
  isDescending: z.boolean().optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(GOODS_PAGE_ROWS_MAX),
})

export interface GoodsRow extends ProductView {
  readonly isArchived: boolean
  readonly fixedPlace: number | null
  /** Besides `code`, which stands on the documents. */
  readonly moreCodes: readonly string[]
  /** Of one unit, without IVA; null while nobody has said. */
  readonly costNetClp: Clp | null
  /** Null where none is kept. */
  readonly stock: StockState | null
}

export interface GoodsPage {
  readonly rows: readonly GoodsRow[]
  /** Of the whole list, not of this window. */
  readonly total: number
}

/** A product as it is typed, at the counter and in the catalogue. */
export const typedProduct = z.object({
  code: typedText().max(64),
  name: typedText().max(200),
  /** Pesos with IVA. */
  unitGrossClp: z.number(),
  /** Its price is said when it is sold. */
  asksPrice: z.boolean().optional(),
  isExempt: z.boolean(),
  unit: typedText().max(4).nullable(),
  categoryId: typedText().max(40),
  isFavourite: z.boolean(),
})

/** What a person may change of a product of the catalogue. */
const typedGoods = typedProduct.extend({
  moreCodes: z.array(typedText().max(64)).max(MORE_CODES_MAX * 2),
  /** Pesos without IVA; null where it is not known. */
  costNetClp: z.number().nullable(),
  /** Null without one; absent, it stays as it is. */
  fixedPlace: z.number().nullable().optional(),
})

export type TypedGoods = z.output<typeof typedGoods>

export const saveGoodsInput = typedGoods.extend({
  /** Null makes a new product. */
  productId: productId.nullable(),
  /** As it was when it was opened: what was not touched since stays as it is by now. */
  seen: typedGoods.optional(),
  /** First code of whom to change places with, where another product has this one. */
  swapsPlaceWith: typedText().max(64).optional(),
})

export const pricesInput = z.object({ productId })
/** Changes of one answer, the newest first. */
export const PRICES_MAX = 50
export interface PriceChange {
  readonly at: EpochMs
  readonly fromGrossClp: Clp
  readonly toGrossClp: Clp
}

/** What it cost, and what it will. */
export interface PriceHistory {
  readonly changes: readonly PriceChange[]
  /** That hold or are still to come, the earliest first; a shop of several tills has them. */
  readonly planned: readonly PlannedPrice[]
}

export const archiveInput = z.object({ productId, isArchived: z.boolean() })

export const saveCategoryInput = z.object({
  /** Null makes a new one, which stands last. */
  categoryId: categoryId.nullable(),
  name: typedText().max(120),
  /** Degrees. */
  hue: z.int().min(0).max(359),
})
export const moveCategoryInput = z.object({ categoryId, by: z.enum(['earlier', 'later']) })
