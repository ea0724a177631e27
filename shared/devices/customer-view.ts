/**
 * What the customer sees of a sale: goods, prices, money. Nothing of costs, stock, notes of the
 * shop, other sales, or who buys. Pure; whatever is not copied here is not shown.
 */
import { cartLineTotal, cartTotals, lineDiscountClp, type CartLine } from '../selling/cart/cart.ts'
import { clp, sumClp, type Clp } from '../money/clp.ts'
import type { QuantityMilli } from '../money/quantity.ts'
import type { OpenSale } from '../selling/open-sale/open-sale.ts'
import { listPriceOf } from '../promotions/promotion.ts'
import { offersText } from '../selling/cart/cart-offers.ts'
import { tipClpOf } from '../selling/tips/tip.ts'
import { settleTyped, type Methods } from '../selling/open-sale/paying.ts'
import { sumPayments } from '../selling/payment/payment.ts'
import type { ScreenCode } from '../delivery/phone-page.ts'
import type { CommittedSale } from '../selling/views.ts'

/** More lines than any screen has room for; the newest stay. */
export const CUSTOMER_LINES_MAX = 40

export interface CustomerLine {
  readonly lineNumber: number
  readonly name: string
  readonly quantity: QuantityMilli
  readonly unit: string | null
  readonly unitGrossClp: Clp
  /** After its own discount. */
  readonly totalClp: Clp
  /** The promotions it owes its price to; empty for none. */
  readonly offers: string
}

export type CustomerView =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'sale'
      readonly lines: readonly CustomerLine[]
      /** Lines that are not among them. */
      readonly earlierLines: number
      readonly discountClp: Clp
      /** What promotions save. */
      readonly offersClp: Clp
      readonly totalClp: Clp
      /** On top of the total, for whoever serves. */
      readonly tipClp: Clp
      /** Null until something has been handed over. */
      readonly paid: { readonly tenderedClp: Clp; readonly changeClp: Clp } | null
    }
  | {
      readonly kind: 'thanks'
      readonly totalClp: Clp
      readonly tenderedClp: Clp
      readonly changeClp: Clp
      /** What discounts and promotions took off. */
      readonly savedClp: Clp
      readonly document: ChargedDocument
      /** Leads to the receipt on the customer's phone; null for nowhere. */
      readonly code: ScreenCode | null
    }

/**
 * What the customer has of a sale: its document with a folio; a slip until there is one; the
 * voucher of the card. `coming`: in a moment, with nothing to say of it.
 */
export type ChargedDocument =
  | { readonly kind: 'issued'; readonly name: string; readonly folio: number }
  | { readonly kind: 'provisional' | 'voucher' | 'coming' }

interface ChargedSale extends Pick<CommittedSale, 'toCollectClp' | 'tenderedClp' | 'changeClp'> {
  readonly savedClp: Clp
  readonly document: ChargedDocument
}

export interface CustomerFacts {
  readonly sale: OpenSale | null
  readonly methods: Methods
  /** The counter waits for a PIN: nobody is served. */
  readonly isLocked: boolean
  /** The sale charged last, while it is still the customer's. */
  readonly charged: ChargedSale | null
  readonly code?: ScreenCode | null
}

export function customerViewOf({
  sale,
  methods,
  isLocked,
  charged,
  code = null,
}: CustomerFacts): CustomerView {
  if (isLocked) return { kind: 'idle' }
  if (sale !== null && sale.cart.lines.length > 0) return saleView(sale, methods)
  if (charged === null) return { kind: 'idle' }
  const { toCollectClp, tenderedClp, changeClp, savedClp, document } = charged
  const sums = { totalClp: toCollectClp, tenderedClp, changeClp, savedClp }
  return { kind: 'thanks', ...sums, document, code }
}

function saleView({ cart, paying }: OpenSale, methods: Methods): CustomerView {
  const { totalClp, saleDiscountClp, offersClp } = cartTotals(cart)
  const shown = cart.lines.slice(-CUSTOMER_LINES_MAX)
  return {
    kind: 'sale',
    lines: shown.map((line) => ({
      lineNumber: line.lineNumber,
      name: line.name,
      quantity: line.quantity,
      unit: line.unit,
      unitGrossClp: listPriceOf(line.offers ?? []) ?? line.unitGrossClp,
      totalClp: cartLineTotal(line),
      offers: isListed(line) ? '' : offersText(line.offers ?? []),
    })),
    earlierLines: cart.lines.length - shown.length,
    discountClp: saleDiscountClp,
    // A price list is what things cost this customer, and saves nothing.
    offersClp: clp(offersClp - sumClp(cart.lines.filter(isListed).map(lineDiscountClp))),
    totalClp,
    tipClp: tipClpOf(totalClp, paying.tip),
    paid: paidOf({ totalClp, paying, methods }),
  }
}

function isListed({ offers = [], discount }: CartLine): boolean {
  return discount === undefined && listPriceOf(offers) !== undefined
}

interface Typed {
  readonly totalClp: Clp
  readonly paying: OpenSale['paying']
  readonly methods: Methods
}

/** What was typed as handed over, once it is enough. */
function paidOf({ totalClp, paying, methods }: Typed) {
  if (paying.tendered === '' && paying.given.length === 0) return null
  const settled = settleTyped(totalClp, paying, methods)
  if (!settled.ok) return null
  const { tenderedClp, changeClp } = sumPayments(settled.value)
  return { tenderedClp, changeClp }
}
