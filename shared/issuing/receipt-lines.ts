/**
 * The lines of a receipt in gross pesos: what the cashier sees, what the customer reads, what the
 * drawer gets.
 */
import { assert } from '../core/result.ts'
import { allocateClp, clp, netoFromGross, sumClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import type { ReceiptType, SaleType } from '../core/document-type.ts'

export interface GrossLine {
  /** quantity x unit price, before the discount. */
  readonly beforeDiscountClp: Clp
  readonly discountClp: Clp
  readonly isExempt: boolean
}

/**
 * Document totals. `subTotalClp + ivaClp - discountClp === totalClp` always (spec part 2, totals
 * rule).
 */
export interface ReceiptTotals {
  /** Net of the affected lines plus the exempt lines, before discounts. */
  readonly subTotalClp: Clp
  /** Net discount of the affected lines plus the discount of the exempt lines. */
  readonly discountClp: Clp
  readonly netoClp: Clp
  readonly exentoClp: Clp
  readonly ivaClp: Clp
  /** Exact gross total: the sum of the lines as the customer reads them. */
  readonly totalClp: Clp
}

/** What is kept of them beside the document itself. */
export type StoredTotals = Pick<ReceiptTotals, 'netoClp' | 'exentoClp' | 'ivaClp' | 'totalClp'>

/** Affected lines make it a 39, which may also hold exempt ones; only exempt lines make it a 41. */
export function documentTypeOf(lines: readonly { readonly isExempt: boolean }[]): ReceiptType {
  assert(lines.length > 0, 'a receipt has lines')
  return lines.every((line) => line.isExempt) ? '41' : '39'
}

/** The same of an invoice: 33 may also hold exempt lines, 34 holds nothing else. */
export function saleTypeOf(
  lines: readonly { readonly isExempt: boolean }[],
  isInvoice: boolean,
): SaleType {
  const receipt = documentTypeOf(lines)
  if (!isInvoice) return receipt
  return receipt === '41' ? '34' : '33'
}

export function receiptTotals(lines: readonly GrossLine[]): ReceiptTotals {
  const affected = lines.filter((line) => !line.isExempt)
  const exempt = lines.filter((line) => line.isExempt)
  const affectedBefore = sumClp(affected.map((line) => line.beforeDiscountClp))
  const affectedAfter = clp(affectedBefore - sumClp(affected.map((line) => line.discountClp)))
  const exemptBefore = sumClp(exempt.map((line) => line.beforeDiscountClp))
  const exemptDiscount = sumClp(exempt.map((line) => line.discountClp))
  const netBefore = netoFromGross(affectedBefore)
  const netoClp = netoFromGross(affectedAfter)
  const exentoClp = clp(exemptBefore - exemptDiscount)
  return {
    subTotalClp: clp(netBefore + exemptBefore),
    discountClp: clp(netBefore - netoClp + exemptDiscount),
    netoClp,
    exentoClp,
    ivaClp: clp(affectedAfter - netoClp),
    totalClp: clp(affectedAfter + exentoClp),
  }
}

/**
 * Each line's share of the document's IVA, by largest remainder, so that the shares add up to it;
 * exempt lines get 0.
 */
export function lineIvaShares(lines: readonly GrossLine[]): Clp[] {
  const weights = lines.map((line) =>
    line.isExempt ? 0 : line.beforeDiscountClp - line.discountClp,
  )
  const { ivaClp } = receiptTotals(lines)
  return ivaClp === 0 ? lines.map(() => ZERO_CLP) : allocateClp(ivaClp, weights)
}
