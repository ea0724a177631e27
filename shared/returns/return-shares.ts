/**
 * What a part of a sold line is worth when it comes back. A line's total after its discounts, its
 * share of a discount on the whole sale among them, is divided over its quantity; whatever the
 * parts, together they are never above what was paid, and the last one is exactly the rest.
 */
import { assert } from '../core/result.ts'
import { clp, type Clp } from '../money/clp.ts'
import { lineGross, type QuantityMilli } from '../money/quantity.ts'

export interface ReturnableLine {
  /** Of the sale. */
  readonly lineNumber: number
  readonly productId: string | null
  readonly code: string
  readonly name: string
  readonly unit: string | null
  readonly unitGrossClp: Clp
  /** As sold. */
  readonly quantity: QuantityMilli
  /** As paid: after the discounts. */
  readonly grossClp: Clp
  readonly isExempt: boolean
  /** Thousandths and pesos of earlier returns. */
  readonly returnedQuantity: number
  readonly returnedClp: Clp
}

/** Thousandths that can still come back. */
export function quantityLeft({ quantity, returnedQuantity }: ReturnableLine): number {
  return quantity - returnedQuantity
}

/**
 * Up to any point the line has given back its total times the quantity returned, rounded half up; a
 * part is the difference of two such points. So the parts of a line add up to its total in any
 * order and any number.
 */
export function shareOf(line: ReturnableLine, quantity: number): Clp {
  assert(quantity >= 0 && quantity <= quantityLeft(line), 'no more comes back than was sold')
  const after = line.returnedQuantity + quantity
  if (after === line.quantity) return clp(line.grossClp - line.returnedClp)
  return clp(Math.max(0, pointAt(line, after) - line.returnedClp))
}

function pointAt({ grossClp, quantity }: ReturnableLine, returned: number): number {
  return Number(
    (BigInt(grossClp) * BigInt(returned) * 2n + BigInt(quantity)) / (BigInt(quantity) * 2n),
  )
}

/**
 * How far the unit price of the sale is above the share: the discount a document shows. Negative by
 * a peso or two where weights were rounded.
 */
export function discountIn(line: ReturnableLine, quantity: QuantityMilli, shareClp: Clp): number {
  return lineGross(line.unitGrossClp, quantity) - shareClp
}
