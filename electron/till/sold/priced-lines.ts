/** What a line of a sale cost, as it is read. */
import type { Clp } from '#shared/money/clp.ts'
import { discountRuleSchema } from '#shared/money/discount-schema.ts'
import type { DiscountRule } from '#shared/money/discount.ts'

/** The rule in a row; null where there is none. */
export function ruleIn(json: string | null): DiscountRule | null {
  return json === null ? null : discountRuleSchema.parse(JSON.parse(json))
}

/** What a price list asked for one of a row of `sale_line`; NULL for a line of another kind. */
export const LIST_PRICE = `(SELECT iif(count(*) = 1, max(o.unit_gross_clp), NULL)
  FROM sale_line_promotion o
  WHERE o.sale_id = sale_line.sale_id AND o.line_number = sale_line.line_number)`

interface PricedLine {
  readonly unitGrossClp: Clp
  readonly discountClp: Clp
  readonly saleDiscountClp: Clp
}

/** The line as it is read: at its list's price, where it has one, which is no discount. */
export function atListPrice<Line extends PricedLine>(line: Line, listClp: Clp | null): Line {
  return listClp === null
    ? line
    : { ...line, unitGrossClp: listClp, discountClp: line.saleDiscountClp }
}
