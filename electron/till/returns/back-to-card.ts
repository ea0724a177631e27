/** Money of a return that the till gives back to the card itself, by the terminal's service. */
import type { RefundPart } from '#shared/card/refund.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { sumClp, type Clp } from '#shared/money/clp.ts'
import type { ChargedCard } from '#shared/returns/charged-card.ts'
import type { ReturnDecision } from '#shared/returns/return-decision.ts'
import type { CommitReturnInput } from '#shared/returns/views.ts'

export interface CardsBack {
  /** Cards that were charged for a sale at the terminal. */
  readonly cardsOf: (saleId: SaleId) => readonly ChargedCard[]
  /** What of which charges goes back to cards through the terminal's service; null for none. */
  readonly toCard: (saleId: SaleId, method: string, backClp: Clp) => readonly RefundPart[] | null
  readonly refunds: {
    /** In the transaction of the return, and sent once it is on disk. */
    ask(returnId: SaleId, parts: readonly RefundPart[]): void
    /** Whether it was asked of them for this return. */
    isAskedBy(returnId: SaleId): boolean
    /** Why this return is not undone: its money is with the customer, or on its way there. */
    undoProblem(returnId: SaleId): Refusal | null
  }
}

/** Where there is no such terminal. */
export const NO_CARDS_BACK: Pick<CardsBack, 'cardsOf' | 'toCard' | 'refunds'> = {
  cardsOf: () => [],
  toCard: () => null,
  refunds: { ask: () => undefined, isAskedBy: () => false, undoProblem: () => null },
}

/** The part that goes back to the card is asked of its service: on disk with the return. */
export function backToCard({ cardsOf, toCard, refunds }: CardsBack, typed: CommitReturnInput) {
  const { originalId, refund } = typed
  let parts: readonly RefundPart[] = []
  const ofCard = () => cardsOf(originalId).find(({ method }) => method === refund.method)
  const reference = refund.toCard === true ? (ofCard()?.reference ?? '') : refund.reference
  return {
    command: { ...typed, refund: { ...refund, reference } },
    plan(decision: ReturnDecision): Result<ReturnDecision, Refusal> {
      if (refund.toCard !== true) return ok(decision)
      const back = decision.payments.filter(({ method }) => method === refund.method)
      const planned = toCard(originalId, refund.method, sumClp(back.map((one) => one.totalClp)))
      if (planned === null) return refuse(refusal('CARD_NOT_REFUNDABLE', 'method'))
      parts = planned
      return ok(decision)
    },
    ask: (returnId: SaleId) => refunds.ask(returnId, parts),
    asked: {
      totalClp: typed.expectedTotalClp,
      method: refund.method,
      /** Said twice, it goes the same way both times. */
      isAsWell: (returnId: SaleId) => refunds.isAskedBy(returnId) === (refund.toCard === true),
    },
  }
}
