/**
 * How much goes back without somebody who may go beyond: as a vale, and as money for a receipt that
 * only a piece of paper knows. The screen asks with this, and the core decides with the same.
 */
import { clp, type Clp } from '../money/clp.ts'
import type { BackSettings } from '../vales/back-settings.ts'

export interface BackLimits {
  /** In one vale. */
  readonly valeClp: Clp
  /** Of a receipt nobody confirmed, now; null where this one is known. */
  readonly unconfirmedClp: Clp | null
}

/** `givenTodayClp`: back on receipts nobody confirmed, so far. */
export function backLimits(
  settings: BackSettings,
  isUnconfirmed: boolean,
  givenTodayClp: Clp,
): BackLimits {
  const { valeLimitClp, outsideLimitClp, outsideDayLimitClp } = settings
  const leftToday = Math.max(0, outsideDayLimitClp - givenTodayClp)
  return {
    valeClp: clp(valeLimitClp),
    unconfirmedClp: isUnconfirmed ? clp(Math.min(outsideLimitClp, leftToday)) : null,
  }
}

/** `valeClp` of the whole go into a vale. */
export function rightToGiveBack(
  { totalClp, valeClp }: { readonly totalClp: Clp; readonly valeClp: Clp },
  limits: BackLimits,
): 'refund' | 'beyondLimits' {
  const isBeyond =
    valeClp > limits.valeClp || (limits.unconfirmedClp !== null && totalClp > limits.unconfirmedClp)
  return isBeyond ? 'beyondLimits' : 'refund'
}
