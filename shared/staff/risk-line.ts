import { priceSale, type DiscountRule } from '../money/discount.ts'
import { clp, type Clp } from '../money/clp.ts'
import { quantityMilli } from '../money/quantity.ts'

/** A line of a sale as far as rights are concerned. */
export interface RiskLine {
  /** 0 for a line without a number, which nobody can have allowed anything for. */
  readonly lineNumber: number
  readonly productId: string | null
  readonly name: string
  readonly unitGrossClp: number
  /** Thousandths. */
  readonly quantity: number
  readonly discount?: DiscountRule | undefined
  /** What promotions take off, which nobody has to allow. */
  readonly offers?: readonly { readonly discountClp: number }[] | undefined
  /**
   * The catalogue's price, `free` for a line without a product, null when the catalogue does not
   * know the product.
   */
  readonly list: number | 'free' | null
  readonly label?: RiskLabel | undefined
  /** The catalogue sells it by the piece: a part of one has no price of its own. */
  readonly isPiece?: boolean
  /** It was the catalogue's until a moment ago: it changed while somebody was being served. */
  readonly isPriceBefore?: boolean
  /** What is shown of it to whoever allows something, as the core has it; else these fields. */
  readonly thing?: string
}

/** A line that came from a scale's label, as the core has read it. */
export interface RiskLabel {
  readonly code: string
  /** Only the screen's word. */
  readonly isScanned: boolean
  /** A weight is charged at the catalogue's price; a price is the label's own. */
  readonly carries: 'weight' | 'price'
}

/** A price list that is not the customer's. */
export interface ChosenList {
  readonly name: string
  /** What the sale costs less by it. */
  readonly savesClp: number
}

/** A sale as far as rights are concerned. */
export interface RiskSale {
  readonly lines: readonly RiskLine[]
  readonly discount?: DiscountRule | undefined
  /** It is to be charged with an invoice. */
  readonly isInvoice?: boolean | undefined
  /** The price list somebody chose for it, whoever buys. */
  readonly chosenList?: ChosenList | undefined
  /** Most a label's price may come to on its line; without it there is no limit. */
  readonly labelLimitClp?: number | undefined
  /** All of it as it is shown; else these fields. */
  readonly thing?: string
}

interface AskedLine
  extends Omit<RiskLine, 'lineNumber' | 'list' | 'label' | 'isPiece' | 'isPriceBefore'> {
  readonly lineNumber?: number | undefined
}

export function toRiskLine(
  line: AskedLine,
  list: RiskLine['list'],
  label: RiskLabel | null = null,
): RiskLine {
  const { productId, name, unitGrossClp, quantity, discount, offers, lineNumber = 0 } = line
  return {
    lineNumber,
    productId,
    name,
    unitGrossClp,
    quantity,
    list,
    ...(discount === undefined ? {} : { discount }),
    ...(offers === undefined ? {} : { offers }),
    ...(label === null ? {} : { label }),
  }
}

export interface RiskPrice {
  readonly lines: readonly {
    readonly beforeClp: Clp
    readonly ownDiscountClp: Clp
    /** Its share of what is taken off the sale. */
    readonly saleDiscountClp: Clp
  }[]
  readonly saleDiscountBaseClp: Clp
  readonly saleDiscountClp: Clp
}

/** What the rules of a sale take off, counted as the sale itself is. */
export function priceRisk({ lines, discount }: RiskSale): RiskPrice {
  return priceSale(
    lines.map((line) => ({
      unitGrossClp: clp(line.unitGrossClp),
      quantity: quantityMilli(line.quantity),
      discount: line.discount,
      offers: line.offers,
    })),
    discount,
  )
}
