/** A refund to a card that the till has asked for, as screens and the Z say it. */
import { clp, type Clp } from '../money/clp.ts'

/** `asked`: it is under way. `person`: nobody can prove whether it was made. */
export type CardRefundState = 'asked' | 'done' | 'refused' | 'person'

export interface CardRefundView {
  readonly refundId: string
  /** Of the charge. */
  readonly ticket: string
  readonly amountClp: Clp
  readonly state: CardRefundState
  /** Why it was refused: the service's word. */
  readonly code: string | null
}

/** So long the service knows the key of a request: later it may make a second refund. */
export const REFUND_ASK_MS = 23 * 3_600_000
/** So long what nobody could prove is still looked for. */
export const REFUND_LATE_MS = 3 * 86_400_000

/** What of which charge goes back. */
export interface RefundPart {
  readonly attemptId: string
  readonly amountClp: Clp
}

/** So much of these charges, the first ones first; null where they have not so much left. */
export function partsOfRefund(
  refundable: readonly RefundPart[],
  backClp: Clp,
): readonly RefundPart[] | null {
  let restClp: number = backClp
  const parts = refundable.flatMap(({ attemptId, amountClp }) => {
    const partClp = Math.min(amountClp, restClp)
    restClp -= partClp
    return partClp > 0 ? [{ attemptId, amountClp: clp(partClp) }] : []
  })
  return restClp === 0 && parts.length > 0 ? parts : null
}
