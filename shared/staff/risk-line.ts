import { priceSale, type DiscountRule } from '../cart/discount.ts'
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
  /**
   * The catalogue's price, `free` for a line without a product, null when the catalogue does not
   * know the product.
   */
  readonly list: number | 'free' | null
}

/** A sale as far as rights are concerned. */
export interface RiskSale {
  readonly lines: readonly RiskLine[]
  readonly discount?: DiscountRule | undefined
}

export interface AskedLine extends Omit<RiskLine, 'lineNumber' | 'list'> {
  readonly lineNumber?: number | undefined
}

export function toRiskLine(line: AskedLine, list: RiskLine['list']): RiskLine {
  const { productId, name, unitGrossClp, quantity, discount, lineNumber = 0 } = line
  return {
    lineNumber,
    productId,
    name,
    unitGrossClp,
    quantity,
    list,
    ...(discount === undefined ? {} : { discount }),
  }
}

export interface RiskPrice {
  readonly lines: readonly { readonly beforeClp: Clp; readonly ownDiscountClp: Clp }[]
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
    })),
    discount,
  )
}
