/** Promotions as their owner keeps them, and as the counter is told of them. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { OffersKnown, PriceList } from './price-offers.ts'
import type { EpochMs } from '../core/brand.ts'
import type { Clp } from '../money/clp.ts'
import {
  LIST_PERCENTS_MAX,
  LIST_PRICES_MAX,
  PROMOTION_TARGETS_MAX,
  type Promotion,
} from './promotion.ts'

const id = typedText().min(1).max(40)
const readAt = z.int().min(0).optional()
const ids = z.array(id).max(PROMOTION_TARGETS_MAX)

/** As typed; what is wrong with it `shared/promotions/decide-promotion.ts` says in words. */
export const savePromotionInput = z.object({
  /** Null makes a new one. */
  promotionId: id.nullable(),
  /** `changedAt` as it was read; left out for a new one. */
  readAt,
  name: typedText().max(200),
  rule: z.object({
    does: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('percent'), percent: z.number() }),
      z.object({ kind: z.literal('price'), unitClp: z.number() }),
      z.object({ kind: z.literal('group'), take: z.number(), pay: z.number() }),
      z.object({ kind: z.literal('from'), from: z.number(), unitClp: z.number() }),
    ]),
    goods: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('all') }),
      z.object({ kind: z.literal('products'), ids }),
      z.object({ kind: z.literal('categories'), ids }),
    ]),
    fromDate: typedText().max(20).nullable(),
    untilDate: typedText().max(20).nullable(),
    weekdays: z.array(z.number()).max(7),
    fromMinute: z.number(),
    untilMinute: z.number(),
    priceListId: id.nullable(),
    priority: z.number(),
  }),
})
export type SavePromotionInput = z.output<typeof savePromotionInput>

export const PROMOTION_STATES = ['on', 'off', 'archived'] as const
export const switchPromotionInput = z.object({ promotionId: id, to: z.enum(PROMOTION_STATES) })

export interface PromotionView extends Promotion {
  readonly state: (typeof PROMOTION_STATES)[number]
  /** Later with every change: whoever saves says which one they have read. */
  readonly changedAt: EpochMs
  /** Of the products or categories it is for, in the order of their ids. */
  readonly goodsNames: readonly string[]
}

/** What the counter prices the open sale with. */
export type OffersView = OffersKnown

/** As typed; what is wrong with it `shared/promotions/decide-price-list.ts` says in words. */
export const savePriceListInput = z.object({
  /** Null makes a new one. */
  priceListId: id.nullable(),
  /** `changedAt` as it was read; left out for a new one. */
  readAt,
  name: typedText().max(200),
  percents: z
    .array(z.object({ categoryId: typedText().max(40), percent: z.number() }))
    .max(LIST_PERCENTS_MAX),
  prices: z.array(z.object({ productId: id, unitGrossClp: z.number() })).max(LIST_PRICES_MAX),
})
export type SavePriceListInput = z.output<typeof savePriceListInput>
export const archivePriceListInput = z.object({ priceListId: id, isArchived: z.boolean() })

export interface PriceListView extends PriceList {
  readonly isArchived: boolean
  readonly changedAt: EpochMs
  /** Customers who buy by it. */
  readonly customerCount: number
  /** Its prices with what the product is called and costs on the shelf. */
  readonly priced: readonly {
    readonly productId: string
    readonly name: string
    readonly shelfClp: Clp
    readonly unitGrossClp: Clp
  }[]
}
