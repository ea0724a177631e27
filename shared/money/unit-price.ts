/** What may be the price of one piece. */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { clp, formatClp } from './clp.ts'

/** Dearest single thing a counter sells; more is a typing mistake. */
export const UNIT_GROSS_CLP_MAX = 500_000_000

/** Why an amount is no price of one piece, or null. */
export function priceProblem(unitGrossClp: number): Refusal | null {
  if (!Number.isSafeInteger(unitGrossClp) || unitGrossClp < 1)
    return refusal('PRICE_NOT_VALID', 'unitGrossClp')
  if (unitGrossClp <= UNIT_GROSS_CLP_MAX) return null
  return refusal('PRICE_TOO_LARGE', 'unitGrossClp', { limit: formatClp(clp(UNIT_GROSS_CLP_MAX)) })
}
