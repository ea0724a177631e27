/**
 * What of a sale goes beyond the cashier's rights, named so exactly that allowing it allows nothing
 * else: the line, the product, how much of it, the rule and its pesos. Kept with an approval and
 * compared with what is charged.
 */
import { z } from 'zod'
import { discountRuleSchema } from '../cart/discount.ts'

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
  }),
])

/** Something beyond the cashier's rights that a PIN over the shoulder can allow. */
export type Need = Readonly<z.output<typeof needSchema>>
type NeedOf<Kind extends Need['kind']> = Extract<Need, { readonly kind: Kind }>
export type LineNeed = NeedOf<'line-discount'> | NeedOf<'price' | 'free-line' | 'label' | 'part'>

/**
 * Whether what was allowed covers what is asked now. Less of the same is covered: fewer pieces, a
 * smaller discount. More of it, another product on the line or a discount that grew with what was
 * scanned since is asked for again.
 */
export function covers(allowed: Need, asked: Need): boolean {
  switch (asked.kind) {
    case 'line-discount':
      return (
        allowed.kind === 'line-discount' && isOfLine(allowed, asked) && isNoMore(allowed, asked)
      )
    case 'cart-discount':
      return allowed.kind === 'cart-discount' && isNoMore(allowed, asked)
    case 'price':
      return (
        allowed.kind === 'price' &&
        isOfLine(allowed, asked) &&
        allowed.unitGrossClp === asked.unitGrossClp &&
        allowed.listGrossClp === asked.listGrossClp
      )
    case 'free-line':
    case 'label':
    case 'part':
      return (
        allowed.kind === asked.kind &&
        isOfLine(allowed, asked) &&
        allowed.unitGrossClp === asked.unitGrossClp
      )
    case 'right':
      return (
        allowed.kind === 'right' &&
        allowed.right === asked.right &&
        allowed.subject === asked.subject &&
        isNoMoreMoney(allowed.amountClp, asked.amountClp)
      )
  }
}

function isOfLine(allowed: LineNeed, asked: LineNeed): boolean {
  return (
    asked.lineNumber > 0 &&
    allowed.lineNumber === asked.lineNumber &&
    allowed.productId === asked.productId &&
    allowed.name === asked.name &&
    isNoMoreOf(allowed, asked)
  )
}

/** Of a piece less is not less: a part costs less, and the whole of it goes out of the door. */
function isNoMoreOf(allowed: LineNeed, asked: LineNeed): boolean {
  const isPart = (asked.kind === 'part' || asked.kind === 'label') && asked.quantity % 1_000 !== 0
  return isPart ? asked.quantity === allowed.quantity : asked.quantity <= allowed.quantity
}

/** What was allowed without a sum allows none. */
function isNoMoreMoney(allowed: number | undefined, asked: number | undefined): boolean {
  return asked === undefined ? allowed === undefined : allowed !== undefined && asked <= allowed
}

interface Given {
  readonly percent: number
  readonly discountClp: number
}

function isNoMore(allowed: Given, asked: Given): boolean {
  return asked.percent <= allowed.percent && asked.discountClp <= allowed.discountClp
}
