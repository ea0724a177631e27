/**
 * What a part of a sold line is worth when it comes back. A line's total after its discounts, its
 * share of a discount on the whole sale among them, is divided over its quantity; whatever the
 * parts, together they are never above what was paid, and the last one is exactly the rest.
 */
import { assert } from '../core/result.ts'
import { clp, shareHalfUp, sumClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { lineGross, type QuantityMilli } from '../money/quantity.ts'
import { voucherShareBack } from '../selling/sale/voucher-part.ts'

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
  /** The part of `grossClp` that a voucher documents beside a boleta; absent: none. */
  readonly voucherClp?: Clp
  /** Of `returnedClp`, what stands on notes of the receipt without IVA; absent: nothing. */
  readonly returnedExemptClp?: Clp
  /** Of `returnedClp`, what was taken off that voucher. */
  readonly returnedVoucherClp?: Clp
  /** Of what came off, its share of the discount on the whole sale; absent: none. */
  readonly saleDiscountClp?: Clp
  /** What of that went back with earlier returns. */
  readonly returnedSaleDiscountClp?: Clp
}

/** Over all tills of a shop. */
export interface LeftOfReceipt {
  readonly clp: Clp
  /** Of these, without IVA. */
  readonly exemptClp: Clp
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

/** What goes back of each document of a sale. */
export interface BackOfDocuments {
  readonly receiptClp: Clp
  readonly voucherClp: Clp
}

/** The voucher's pesos of a share of a line. */
export function voucherShareOf(line: ReturnableLine, shareClp: Clp): Clp {
  const { grossClp, voucherClp = ZERO_CLP, returnedClp, returnedVoucherClp = ZERO_CLP } = line
  return voucherShareBack(
    { grossClp, voucherClp },
    { grossClp: returnedClp, voucherClp: returnedVoucherClp },
    shareClp,
  )
}

/** The sum of what is marked, as the screen shows it and the decision takes it. */
export function refundTotal(
  lines: readonly ReturnableLine[],
  quantities: ReadonlyMap<number, number>,
): Clp {
  return sumClp(
    lines.map((line) =>
      shareOf(line, Math.min(quantities.get(line.lineNumber) ?? 0, quantityLeft(line))),
    ),
  )
}

/** What comes back of both documents when so much of each line does. */
export function backOfDocuments(
  lines: readonly { readonly line: ReturnableLine; readonly quantity: number }[],
): BackOfDocuments {
  const shares = lines.map(({ line, quantity }) => shareOf(line, quantity))
  const vouchers = lines.map(({ line }, index) => voucherShareOf(line, shares[index] ?? ZERO_CLP))
  const voucherClp = sumClp(vouchers)
  return { receiptClp: clp(sumClp(shares) - voucherClp), voucherClp }
}

const pointAt = (
  { grossClp, quantity }: Pick<ReturnableLine, 'grossClp' | 'quantity'>,
  returned: number,
): number => shareHalfUp(grossClp, returned, quantity)

/**
 * How far the unit price of the sale is above the share: the discount a document shows. Negative by
 * a peso or two where weights were rounded.
 */
export function discountIn(line: ReturnableLine, quantity: QuantityMilli, shareClp: Clp): number {
  return lineGross(line.unitGrossClp, quantity) - shareClp
}

/** What of the discount on the whole sale goes back with a part, within what comes off the part. */
export function saleDiscountIn(line: ReturnableLine, quantity: number, discountClp: Clp): Clp {
  const { saleDiscountClp = ZERO_CLP, returnedSaleDiscountClp = ZERO_CLP } = line
  const after = line.returnedQuantity + quantity
  const point = pointAt({ grossClp: saleDiscountClp, quantity: line.quantity }, after)
  return clp(Math.min(discountClp, Math.max(0, point - returnedSaleDiscountClp)))
}
