/** A card that was charged at the terminal for a sale that comes back, and what to key there. */
import type { Clp } from '../money/clp.ts'

export interface ChargedCard {
  readonly method: string
  readonly amountClp: Clp
  /** As the receipt says it. */
  readonly reference: string
  /** What the terminal is asked to void; empty where a person has typed the authorization. */
  readonly operation: string
  /** Credit, of this day and the open shift, on the terminal in use, not erased by its close. */
  readonly isVoidable: boolean
  /** So much of it the till can still give back through the terminal's service. Absent: none. */
  readonly refundableClp?: Clp
}

/** The till gives so much back to these cards itself. */
export function isRefundable(cards: readonly ChargedCard[], backClp: Clp): boolean {
  const leftClp = cards.reduce((sum, { refundableClp = 0 }) => sum + refundableClp, 0)
  return backClp > 0 && leftClp >= backClp
}

/**
 * The one card that is voided on the terminal for so much. It voids an operation as a whole: for a
 * part, and where two come into question, the money goes back another way.
 */
export function cardToVoid(cards: readonly ChargedCard[], backClp: Clp): ChargedCard | null {
  const [card, other] = cards.filter(
    ({ amountClp, isVoidable, operation }) =>
      isVoidable && operation !== '' && amountClp === backClp,
  )
  return card === undefined || other !== undefined ? null : card
}
