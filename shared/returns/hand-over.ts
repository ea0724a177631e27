/**
 * What is handed over of what comes back. The law rounds what is paid for a sale once; taken back
 * piece by piece it would be rounded up once a piece, and more cash would leave than came in.
 */
import { clp, roundForCash, ZERO_CLP, type Clp } from '../money/clp.ts'
import { isCash } from '../selling/payment/payment-method.ts'

/** What came back of a receipt in cash before: to the peso, and as it was handed over. */
export interface CashBack {
  readonly totalClp: Clp
  readonly handedClp: Clp
}

export const NO_CASH_BACK: CashBack = { totalClp: ZERO_CLP, handedClp: ZERO_CLP }

/**
 * Cash is rounded by law, and up only where all that came back rounds up together; anything else is
 * exact.
 */
export function handOverClp(totalClp: Clp, method: string, before: CashBack): Clp {
  if (!isCash({ id: method })) return totalClp
  const roundedClp = roundForCash(totalClp)
  const togetherClp = roundForCash(clp(before.totalClp + totalClp))
  return before.handedClp + roundedClp <= togetherClp ? roundedClp : clp(totalClp - (totalClp % 10))
}

export interface WaysBack {
  /** Paid with vales, and not back in one yet. */
  readonly valeDueClp: Clp
  readonly cashBack: CashBack
}

/**
 * With what other tills gave back, `moneyClp` of it as money: they too begin with what a vale paid.
 * The rest may all have been cash, rounded as if it had gone out at once.
 */
export function withElsewhere(
  { valeDueClp, cashBack }: WaysBack,
  elsewhereClp: Clp,
): WaysBack & { readonly moneyClp: Clp } {
  const inValesClp = Math.min(valeDueClp, elsewhereClp)
  const moneyClp = clp(elsewhereClp - inValesClp)
  const totalClp = clp(cashBack.totalClp + moneyClp)
  return {
    valeDueClp: clp(valeDueClp - inValesClp),
    cashBack: moneyClp === 0 ? cashBack : { totalClp, handedClp: roundForCash(totalClp) },
    moneyClp,
  }
}
