/**
 * A Chilean invoice in whole pesos, as its form wants it: lines net, which add up to net and
 * exempt. A line that came from a gross price has a net with decimals; the pesos that rounding
 * leaves over go to the lines with the largest remainders, so that every column adds up.
 */
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { IVA_TAX_TYPE } from '#shared/issuing/receipt-document.ts'
import { allocateClp, clp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'

const MILLIONTHS = 1_000_000

export interface NetAmounts {
  readonly netoClp: Clp
  readonly exentoClp: Clp
  readonly ivaClp: Clp
  /** One a line, after its discount. */
  readonly lines: readonly Clp[]
}

const CENTS = 100

/** Null for what has no such form: other money, other taxes, amounts that are no whole pesos. */
export function netAmountsOf({
  items,
  totals,
  currency,
  global_taxes: globalTaxes = [],
}: DocumentRequest): NetAmounts | null {
  const taxes = totals.taxes ?? []
  const isPlain =
    currency.code === 'CLP' &&
    globalTaxes.length === 0 &&
    taxes.every(({ type }) => type === IVA_TAX_TYPE) &&
    Number.isInteger(totals.total) &&
    taxes.every(({ amount }) => Number.isInteger(amount))
  if (!isPlain) return null
  const nets = items.map((item) => {
    const net = item.quantity * item.unit_price - (item.discount_amount ?? 0)
    return { net: Math.max(0, net), isExempt: (item.taxes ?? []).length === 0 }
  })
  const ivaClp = taxes.reduce((sum, { amount }) => sum + amount, 0)
  const exentoClp = nets
    .filter(({ isExempt }) => isExempt)
    .reduce((sum, { net }) => sum + wholeClp(net), 0)
  const netoClp = totals.total - ivaClp - exentoClp
  const weights = nets.map(({ net, isExempt }) => (isExempt ? 0 : Math.round(net * CENTS)))
  if (netoClp < 0 || (netoClp > 0 && weights.every((weight) => weight === 0))) return null
  const shares = netoClp === 0 ? nets.map(() => ZERO_CLP) : allocateClp(clp(netoClp), weights)
  return {
    netoClp: clp(netoClp),
    exentoClp: clp(exentoClp),
    ivaClp: clp(ivaClp),
    lines: nets.map(({ net, isExempt }, index) =>
      isExempt ? clp(wholeClp(net)) : (shares[index] ?? ZERO_CLP),
    ),
  }
}

/**
 * Half a peso goes up, as everywhere: 19,999 x 406.500 is 8.129.593,5, and a little less as the
 * product of two floats. Quantities have three decimals and prices two.
 */
function wholeClp(net: number): number {
  return Math.round(Math.round(net * MILLIONTHS) / MILLIONTHS)
}
