/** A promotion: what it does, to which goods and when. As it is stored and as it is sent. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import { AMOUNT_CLP_MAX, type Clp } from '../money/clp.ts'

export const PROMOTIONS_MAX = 500
export const PROMOTION_NAME_CHARS_MAX = 40
export const PROMOTION_TARGETS_MAX = 200
/** Pieces of one group: `12 x 10`. */
const GROUP_PIECES_MAX = 99
const PRIORITY_MAX = 9
export const MINUTES_OF_DAY = 1_440

/** Lists in use; every screen holds them whole. */
export const PRICE_LISTS_MAX = 10
/** Products with a price of their own in one list; the rest is for percents. */
export const LIST_PRICES_MAX = 1_000
export const LIST_PERCENTS_MAX = 200

const unitClp = z.int().min(1).max(AMOUNT_CLP_MAX)
const targetIds = z.array(typedText().min(1).max(40)).min(1).max(PROMOTION_TARGETS_MAX)
const minute = z.int().min(0).max(MINUTES_OF_DAY)

export const promotionRuleSchema = z.object({
  does: z.discriminatedUnion('kind', [
    /** Off each unit, its new price rounded half up to a peso. */
    z.object({ kind: z.literal('percent'), percent: z.int().min(1).max(99) }),
    z.object({ kind: z.literal('price'), unitClp }),
    /** `take` pieces for the price of the dearest `pay` of them: 2x1, 3x2. */
    z.object({
      kind: z.literal('group'),
      take: z.int().min(2).max(GROUP_PIECES_MAX),
      pay: z.int().min(1).max(GROUP_PIECES_MAX),
    }),
    /** Each unit at this price as soon as the cart has `from` of the goods, mixed or not. */
    z.object({ kind: z.literal('from'), from: z.int().min(2).max(9_999), unitClp }),
  ]),
  goods: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('products'), ids: targetIds }),
    z.object({ kind: z.literal('categories'), ids: targetIds }),
  ]),
  /** Days of the counter, both included; null: open on that side. */
  fromDate: z.iso.date().nullable(),
  untilDate: z.iso.date().nullable(),
  /** 1 Monday to 7 Sunday; those it is on. */
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
  /**
   * Minutes of the day: from the first, until before the second. A smaller second is on the day
   * after, and belongs to the day it began on. The same twice: all day.
   */
  fromMinute: minute,
  untilMinute: minute,
  /** Only for who buys by this price list; null: for everybody. */
  priceListId: typedText().min(1).max(40).nullable(),
  /** Higher goes first, whatever the customer would save by a lower one. */
  priority: z.int().min(0).max(PRIORITY_MAX),
})
export type PromotionRule = Readonly<z.output<typeof promotionRuleSchema>>

/** What one promotion takes off a line. */
export interface LineOffer {
  /** Of the promotion or the price list. */
  readonly id: string
  readonly name: string
  readonly discountClp: Clp
  /** Of a price list that the whole line is sold by: paper says this price and no more. */
  readonly unitGrossClp?: Clp | undefined
}

/**
 * What the list asks for one, where the whole line is sold by a price list and nothing else: it is
 * the price of this customer, no discount, whoever reads it. Undefined for any other line.
 */
export function listPriceOf(offers: readonly LineOffer[]): Clp | undefined {
  const [only, other] = offers
  return other === undefined ? only?.unitGrossClp : undefined
}

/** What took something off a line, as it lies in an open sale. */
export const lineOffersSchema = z
  .array(
    z.object({
      id: typedText().min(1).max(40),
      name: typedText().max(PROMOTION_NAME_CHARS_MAX),
      discountClp: z.int().min(0).max(AMOUNT_CLP_MAX),
      unitGrossClp: unitClp.optional(),
    }),
  )
  .max(PROMOTIONS_MAX) as unknown as z.ZodType<readonly LineOffer[], readonly LineOffer[]>

export interface Promotion {
  readonly id: string
  readonly name: string
  readonly rule: PromotionRule
}

/** An instant on the shop's clock. */
export interface ShopMoment {
  readonly date: string
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number
  readonly minute: number
}
