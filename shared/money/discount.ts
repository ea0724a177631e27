/**
 * Discounts as they are given: a percent or an amount of a line, and one of the whole sale. Pesos
 * follow from the rule each time, so that they are right when quantity, price or lines change.
 * Pure; the cart, the decision of a sale and the rights all count with it.
 */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import {
  allocateClp,
  AMOUNT_CLP_MAX,
  clp,
  formatClp,
  shareHalfUp,
  sumClp,
  ZERO_CLP,
  type Clp,
} from './clp.ts'
import { lineGross, type QuantityMilli } from './quantity.ts'

export type DiscountRule =
  /** Whole percents, 1 to 100. */
  | { readonly kind: 'percent'; readonly percent: number }
  /** Whole pesos, from 1, off the line or the sale as a whole, however many pieces it has. */
  | { readonly kind: 'amount'; readonly amountClp: number }

export const PERCENT_MAX = 100

export function isRule(rule: DiscountRule): boolean {
  const [value, most] =
    rule.kind === 'percent' ? [rule.percent, PERCENT_MAX] : [rule.amountClp, AMOUNT_CLP_MAX]
  return Number.isInteger(value) && value >= 1 && value <= most
}

/** The share of an amount in pesos for whole percents, rounded half up to a peso. */
export function percentOf(amountClp: number, percent: number): Clp {
  return shareHalfUp(amountClp, percent, 100)
}

/** What the rule takes off `beforeClp`. Never more than there is: an amount stops at it. */
export function discountClpOf(rule: DiscountRule | undefined, beforeClp: Clp): Clp {
  if (rule === undefined) return ZERO_CLP
  return rule.kind === 'percent'
    ? percentOf(beforeClp, rule.percent)
    : clp(Math.min(rule.amountClp, beforeClp))
}

/**
 * The percent a rule stands for, as a limit judges it and a person reads it: the one that was
 * given, or the smallest whole one that takes as much off `beforeClp` as the amount does.
 */
export function percentIn(rule: DiscountRule, beforeClp: Clp): number {
  if (rule.kind === 'percent') return rule.percent
  const offClp = discountClpOf(rule, beforeClp)
  return offClp === 0 ? 0 : Math.ceil((offClp * 100 - 50) / beforeClp)
}

/**
 * The whole percent that takes just this off, where it is the only one; null for any other sum. A
 * document carries pesos alone, and its paper tells them as the slip does.
 */
export function percentTold(offClp: Clp, beforeClp: Clp): number | null {
  const percent = offClp === 0 ? 0 : percentIn({ kind: 'amount', amountClp: offClp }, beforeClp)
  if (percent < 1 || percentOf(beforeClp, percent) !== offClp) return null
  return percent === 100 || percentOf(beforeClp, percent + 1) !== offClp ? percent : null
}

/** A rule somebody gives; none for 0. Refused where it is no rule. */
export function checkRule(given: DiscountRule | null): Result<DiscountRule | undefined, Refusal> {
  if (given === null) return ok(undefined)
  const value = given.kind === 'percent' ? given.percent : given.amountClp
  if (value === 0) return ok(undefined)
  if (isRule(given)) return ok(given)
  return refuse(
    refusal(given.kind === 'percent' ? 'PERCENT_NOT_VALID' : 'DISCOUNT_NOT_VALID', 'discount'),
  )
}

/** `15 %` or `$500`. */
export function formatRule(rule: DiscountRule): string {
  return rule.kind === 'percent' ? `${rule.percent} %` : formatClp(clp(rule.amountClp))
}

interface DiscountableLine {
  readonly unitGrossClp: Clp
  readonly quantity: QuantityMilli
  readonly discount?: DiscountRule | undefined
  /** What promotions take off; a rule of its own stands instead of them. */
  readonly offers?: readonly { readonly discountClp: number }[] | undefined
}

/** What comes off a line before the discount of the sale. Never more than there is. */
export function ownDiscountOf(
  { discount, offers }: Pick<DiscountableLine, 'discount' | 'offers'>,
  beforeClp: Clp,
): Clp {
  if (discount !== undefined) return discountClpOf(discount, beforeClp)
  if (offers === undefined) return ZERO_CLP
  return clp(
    Math.min(
      offers.reduce((sum, { discountClp }) => sum + discountClp, 0),
      beforeClp,
    ),
  )
}

interface LinePrice {
  /** Quantity x unit price. */
  readonly beforeClp: Clp
  /** By the line's own rule, or by promotions. */
  readonly ownDiscountClp: Clp
  /** Its share of the discount on the whole sale. */
  readonly saleDiscountClp: Clp
}

interface SalePrice {
  readonly lines: readonly LinePrice[]
  /** What the discount on the sale is taken off: the lines after their own discounts. */
  readonly saleDiscountBaseClp: Clp
  readonly saleDiscountClp: Clp
  readonly totalClp: Clp
}

/**
 * Prices of the lines under their own rules and under that of the sale. The sale's discount comes
 * off what the lines' own leave, and is shared out over them by largest remainder: the shares are
 * its pesos exactly, and no line is negative.
 */
export function priceSale(
  lines: readonly DiscountableLine[],
  discount: DiscountRule | undefined,
): SalePrice {
  const own = lines.map((line) => {
    const beforeClp = lineGross(line.unitGrossClp, line.quantity)
    return { beforeClp, ownDiscountClp: ownDiscountOf(line, beforeClp), saleDiscountClp: ZERO_CLP }
  })
  const left = own.map(({ beforeClp, ownDiscountClp }) => clp(beforeClp - ownDiscountClp))
  const saleDiscountBaseClp = sumClp(left)
  const saleDiscountClp = discountClpOf(discount, saleDiscountBaseClp)
  const totalClp = clp(saleDiscountBaseClp - saleDiscountClp)
  if (saleDiscountClp === 0) return { lines: own, saleDiscountBaseClp, saleDiscountClp, totalClp }
  const shares = allocateClp(saleDiscountClp, left)
  const priced = own.map((line, index) => ({ ...line, saleDiscountClp: shares[index] ?? ZERO_CLP }))
  return { lines: priced, saleDiscountBaseClp, saleDiscountClp, totalClp }
}
