/**
 * How much goes back without somebody who may go beyond: as a vale, and as money for a receipt that
 * only a piece of paper knows. The screen asks with this, and the core decides with the same.
 */
import { clp, ZERO_CLP, type Clp } from '../money/clp.ts'
import type { BackSettings } from '../vales/back-settings.ts'

export interface RefundLimits {
  /** In one vale, and with all of the day. */
  readonly valeClp: Clp
  /** Whether the shop gives any; what was paid with one goes back into one all the same. */
  readonly givesVales: boolean
  /** Of a receipt nobody confirmed, now, or that may be one paper twice; null for any other. */
  readonly unconfirmedClp: Clp | null
  /** Out of the drawer, of a sale that a card has paid; absent for any other. */
  readonly cashClp?: Clp
}

/** What has gone back today so far. */
interface GivenToday {
  /** On receipts nobody confirmed. */
  readonly unconfirmedClp: Clp
  readonly inValesClp: Clp
}

/** What a receipt of elsewhere says to its limits; null for a sale of this till. */
export type LimitedReceipt = {
  readonly check: string
  readonly sameFolio?: object | undefined
  readonly cashClp?: Clp
} | null

export function refundLimits(
  settings: BackSettings,
  receipt: LimitedReceipt,
  given: GivenToday,
): RefundLimits {
  const { givesVales, valeLimitClp, valeDayLimitClp, outsideLimitClp, outsideDayLimitClp } =
    settings
  const within = (eachClp: number, dayClp: number, givenClp: Clp) =>
    clp(Math.min(eachClp, Math.max(0, dayClp - givenClp)))
  return {
    givesVales,
    valeClp: within(valeLimitClp, valeDayLimitClp, given.inValesClp),
    unconfirmedClp: unconfirmedOf(receipt, () =>
      within(outsideLimitClp, outsideDayLimitClp, given.unconfirmedClp),
    ),
    ...(receipt?.cashClp !== undefined && { cashClp: receipt.cashClp }),
  }
}

/** A paper that may have come back as another document gives nothing more on the shop's word. */
function unconfirmedOf(receipt: LimitedReceipt, limit: () => Clp): Clp | null {
  if (receipt === null) return null
  if (receipt.sameFolio !== undefined) return ZERO_CLP
  return receipt.check === 'confirmed' ? null : limit()
}

export const NOTHING_GIVEN: GivenToday = { unconfirmedClp: ZERO_CLP, inValesClp: ZERO_CLP }

/** `valeClp` of the whole go into a vale, `cashClp` come out of the drawer. */
export function rightToGiveBack(
  {
    totalClp,
    valeClp,
    cashClp,
  }: { readonly totalClp: Clp; readonly valeClp: Clp; readonly cashClp: Clp },
  limits: RefundLimits,
): 'refund' | 'beyondLimits' {
  const isBeyond =
    valeClp > limits.valeClp ||
    cashClp > (limits.cashClp ?? cashClp) ||
    (limits.unconfirmedClp !== null && totalClp > limits.unconfirmedClp)
  return isBeyond ? 'beyondLimits' : 'refund'
}
