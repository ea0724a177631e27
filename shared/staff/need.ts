/**
 * What of a sale goes beyond the cashier's rights, named so exactly that allowing it allows nothing
 * else: the rule and its pesos, and the thing it was shown for. Kept with an approval and compared
 * with what is charged.
 */
import { z } from 'zod'
import { discountRuleSchema } from '../money/discount-schema.ts'
import { shownText } from './shown-thing.ts'

/** Those a PIN over the shoulder can lend for one action. */
export const LENT_RIGHTS = [
  'freeLine',
  'deletePending',
  'openDrawer',
  'discardParked',
  'refund',
  'beyondLimits',
  'moveCash',
  'acceptDifference',
  'invoice',
] as const
export type LentRight = (typeof LENT_RIGHTS)[number]

/** Rights that are yes or no and are no risk of a sale. */
export const PLAIN_RIGHTS = [
  ...LENT_RIGHTS,
  'seeReceipts',
  'readAudit',
  'readReports',
  'editCatalogue',
  'stock',
  'promotions',
  'customers',
  'manageStaff',
] as const
export type PlainRight = (typeof PLAIN_RIGHTS)[number]

const clpAmount = z.int().min(0)
/** `lineNumber` 0 is a line without a number: nothing can be allowed for it. */
const ofLine = {
  lineNumber: z.int().min(0),
  productId: z.string().nullable(),
  name: z.string(),
  /** Thousandths. */
  quantity: z.int().min(1),
  /** The line as whoever allows it was shown it (shown-thing.ts). */
  thing: z.string(),
}

export const needSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('line-discount'),
    ...ofLine,
    rule: discountRuleSchema,
    percent: z.int().min(0).max(100),
    discountClp: clpAmount,
  }),
  z.object({
    kind: z.literal('cart-discount'),
    rule: discountRuleSchema,
    percent: z.int().min(0).max(100),
    discountClp: clpAmount,
    /** What it is taken off: the lines after their own discounts. */
    baseClp: clpAmount,
    /** The most that any line loses with its own discount; 0 where none has one. */
    combinedPercent: z.int().min(0).max(100),
    /** All lines as they were shown. */
    thing: z.string(),
  }),
  z.object({
    kind: z.literal('price'),
    ...ofLine,
    unitGrossClp: clpAmount,
    listGrossClp: clpAmount.nullable(),
  }),
  z.object({ kind: z.literal('free-line'), ...ofLine, unitGrossClp: clpAmount }),
  /** The price of a scale's label, above the shop's limit or of part of a piece. */
  z.object({ kind: z.literal('label'), ...ofLine, unitGrossClp: clpAmount }),
  /** A part of what is sold by the piece, at its share of the price. */
  z.object({ kind: z.literal('part'), ...ofLine, unitGrossClp: clpAmount }),
  z.object({
    kind: z.literal('right'),
    right: z.enum(PLAIN_RIGHTS),
    subject: z.string().nullable(),
    /** Pesos that change hands; absent where none do. */
    amountClp: clpAmount.exactOptional(),
    /** Of a sale, all lines as they were shown. */
    thing: z.string().exactOptional(),
  }),
])

/** Something beyond the cashier's rights that a PIN over the shoulder can allow. */
export type Need = Readonly<z.output<typeof needSchema>>
type NeedOf<Kind extends Need['kind']> = Extract<Need, { readonly kind: Kind }>
export type LineNeed = NeedOf<'line-discount'> | NeedOf<'price' | 'free-line' | 'label' | 'part'>

/**
 * Whether this was allowed: just this, in every field. More of it, less of it, another price or
 * another tax on the line is another thing, and somebody is asked again.
 */
export function covers(allowed: Need, asked: Need): boolean {
  const isNumbered = !('lineNumber' in asked) || asked.lineNumber > 0
  return isNumbered && shownText(allowed) === shownText(asked)
}
