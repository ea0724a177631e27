/**
 * Refunds to a card that the till has asked for, as screens and the Z say them, and what of a
 * charge is left to go back.
 */
import { clp, ZERO_CLP, type Clp } from '../money/clp.ts'
import type { RefundWay } from '../shifts/refund-ways.ts'

/** `asked`: it is under way. `person`: nobody can prove whether it was made. */
type CardRefundState = 'asked' | 'done' | 'refused' | 'person'

export interface CardRefundView {
  readonly refundId: string
  /** Of the charge. */
  readonly ticket: string
  readonly amountClp: Clp
  /** `done` is shown where a person gave the money back another way before. */
  readonly state: CardRefundState
  /** Why it was refused: the service's word. */
  readonly code: string | null
  /** Of a `done` one: who has said that it went back another way. */
  readonly saidBy?: string
}

/** So long the service knows the key of a request: later it may make a second refund. */
export const REFUND_ASK_MS = 23 * 3_600_000
/** Of a clock set back by so much nobody has to be asked: the key is known for an hour more. */
export const REFUND_CLOCK_MS = 3_600_000
/** The order shows it by then. */
export const REFUND_SHOWN_MS = 120_000
/** After so long what nobody could prove is looked for seldom. */
export const REFUND_LATE_MS = 3 * 86_400_000
/** So long the service's word is heard after a person's. */
export const REFUND_WORD_MS = 60 * 86_400_000

/** What of which charge goes back. */
export interface RefundPart {
  readonly attemptId: string
  readonly amountClp: Clp
}

/** A refund as the sum of its charge asks for it. */
export interface RefundOfCharge {
  readonly amountClp: Clp
  readonly state: CardRefundState
  /** Null: nobody has said so. */
  readonly way: RefundWay | null
}

/** A person gave it back another way, and the card has got it as well. */
export const isTwice = ({ state, way }: Pick<RefundOfCharge, 'state' | 'way'>) =>
  state === 'done' && way !== null && way !== 'account'

export interface ChargeSum {
  /** To the card. */
  readonly refundedClp: Clp
  /** By a person's word another way; also what the card has got besides. */
  readonly otherwiseClp: Clp
  /** It may be made still, or is already. */
  readonly underWayClp: Clp
  /** No more than this goes back any way. */
  readonly leftClp: Clp
}

/** `byHandClp`: returns that somebody made on the terminal or in the account, from the start. */
export function chargeSum(
  chargedClp: Clp,
  refunds: readonly RefundOfCharge[],
  byHandClp: Clp = ZERO_CLP,
): ChargeSum {
  const sumOf = (isCounted: (refund: RefundOfCharge) => boolean) =>
    refunds.reduce((sum, one) => sum + (isCounted(one) ? one.amountClp : 0), 0)
  const refundedClp = sumOf(({ state, way }) => state === 'done' || way === 'account')
  const otherwiseClp = byHandClp + sumOf(({ way }) => way !== null && way !== 'account')
  const underWayClp = sumOf(
    ({ state, way }) => way === null && (state === 'asked' || state === 'person'),
  )
  return {
    refundedClp: clp(refundedClp),
    otherwiseClp: clp(otherwiseClp),
    underWayClp: clp(underWayClp),
    leftClp: clp(Math.max(0, chargedClp - refundedClp - otherwiseClp - underWayClp)),
  }
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
