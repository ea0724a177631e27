import { assert, ok, refuse, type Result } from '../core/result.ts'
import { AMOUNT_CLP_MAX, clp, roundForCash, ZERO_CLP, type Clp } from '../money/clp.ts'

/** Payment methods by the tax authority's MedioPago codes: EF cash, TC debit or credit card. */
export const PAYMENT_METHODS = {
  EF: { description: 'Efectivo', isCash: true },
  TC: { description: 'Tarjeta', isCash: false },
} as const
export type PaymentMethodCode = keyof typeof PAYMENT_METHODS

/** A settled payment. `toCollectClp - totalClp === roundingClp` and `tenderedClp - toCollectClp === changeClp`. */
export interface Payment {
  readonly method: PaymentMethodCode
  readonly totalClp: Clp
  readonly roundingClp: Clp
  readonly toCollectClp: Clp
  readonly tenderedClp: Clp
  readonly changeClp: Clp
}

export type PaymentRefusal =
  | { readonly code: 'TENDERED_BELOW_DUE'; readonly missingClp: Clp }
  | { readonly code: 'TENDERED_NOT_VALID' }
  | { readonly code: 'TENDERED_TOO_LARGE'; readonly limitClp: Clp }

/** Nobody pays a counter sale with more than this over the amount due; it is a typing mistake. */
export const CHANGE_CLP_MAX = 10_000_000

/** The exact total of the document rounded for cash by law, or untouched for a card. */
export function amountToCollect(totalClp: Clp, method: PaymentMethodCode): Clp {
  return PAYMENT_METHODS[method].isCash ? roundForCash(totalClp) : totalClp
}

/**
 * Settles a payment. A card pays exactly what is due; cash may be more, and the difference is the change.
 * `tenderedClp` is null for "exact amount".
 */
export function settlePayment(totalClp: Clp, method: PaymentMethodCode, tenderedClp: number | null): Result<Payment, PaymentRefusal> {
  const toCollectClp = amountToCollect(totalClp, method)
  const roundingClp = clp(toCollectClp - totalClp)
  if (!PAYMENT_METHODS[method].isCash || tenderedClp === null) {
    return ok({ method, totalClp, roundingClp, toCollectClp, tenderedClp: toCollectClp, changeClp: ZERO_CLP })
  }
  if (!Number.isSafeInteger(tenderedClp) || tenderedClp < 0) return refuse({ code: 'TENDERED_NOT_VALID' })
  const limitClp = clp(Math.min(toCollectClp + CHANGE_CLP_MAX, AMOUNT_CLP_MAX))
  if (tenderedClp > limitClp) return refuse({ code: 'TENDERED_TOO_LARGE', limitClp })
  if (tenderedClp < toCollectClp) return refuse({ code: 'TENDERED_BELOW_DUE', missingClp: clp(toCollectClp - tenderedClp) })
  const changeClp = clp(tenderedClp - toCollectClp)
  assert(changeClp >= 0, 'change is never negative')
  return ok({ method, totalClp, roundingClp, toCollectClp, tenderedClp: clp(tenderedClp), changeClp })
}

/** The notes a customer is likely to hand over for an amount: exact first, then the next round sums, at most five. */
export function quickCash(toCollectClp: Clp): Clp[] {
  const suggestions = new Set<number>([toCollectClp])
  for (const note of [1000, 2000, 5000, 10_000, 20_000]) {
    suggestions.add(Math.ceil(toCollectClp / note) * note)
  }
  return [...suggestions].filter((sum) => sum >= toCollectClp && sum > 0).sort((a, b) => a - b).slice(0, 5).map(clp)
}
