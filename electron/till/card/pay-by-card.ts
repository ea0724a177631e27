/**
 * What the attempts have to do with the charge of their sale: none is charged while one of its
 * attempts is open, none without what was paid by card for it, none with a card nobody charged.
 */
import { isOpen } from '#shared/card/attempt.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { isDenied, referenceOf, type Attempt } from './attempts.ts'
import type { CardDesk } from './card-desk.ts'

type PaymentInput = CommitInput['payments'][number]

/** What the sales ask of it. */
interface CardsOfSale {
  /**
   * The sale as its cards have paid it, or what stands against it. A rehearsal asks what would be
   * charged if the cards that have still to be charged were approved.
   */
  resolve(command: CommitInput, isRehearsal: boolean): Result<CommitInput, Refusal>
  /** In the transaction of its sale, after its row. */
  settle(command: CommitInput): void
}

export function createCardsOfSale({ attempts, current }: CardDesk): CardsOfSale {
  const resolvePart = (
    part: PaymentInput,
    paid: readonly Attempt[],
    isRehearsal: boolean,
  ): Result<PaymentInput, Refusal> => {
    if (part.attemptId === undefined) {
      if (part.method !== current()?.method) return ok(part)
      // Its number comes with the answer.
      return isRehearsal
        ? ok({ ...part, reference: '-' })
        : refuse(refusal('CARD_NOT_CHARGED', 'method'))
    }
    const attempt = paid.find(({ attemptId }) => attemptId === part.attemptId)
    if (attempt !== undefined && isDenied(attempt)) return refuse(refusal('CARD_DENIED', 'method'))
    // Of a damaged file: part of it went back, so it pays for nothing.
    const leftClp = attempt && attempts.sumOf(attempt.attemptId, attempt.amountClp).leftClp
    if (leftClp !== attempt?.amountClp) return refuse(refusal('CARD_NOT_CHARGED', 'method'))
    return attempt === undefined || attempt.method !== part.method
      ? refuse(refusal('CARD_NOT_CHARGED', 'method'))
      : ok({ ...part, amountClp: attempt.amountClp, reference: referenceOf(attempt) })
  }
  return {
    resolve(command, isRehearsal) {
      const { saleId } = command
      const last = attempts.openOf(saleId)
      if (last !== undefined && isOpen(last.state)) return refuse(refusal('CARD_STILL_OPEN'))
      const paid = attempts.paidOf(saleId)
      const named = command.payments.flatMap(({ attemptId }) => attemptId ?? [])
      if (new Set(named).size < named.length) return refuse(refusal('CARD_NOT_CHARGED', 'method'))
      if (paid.some(({ attemptId }) => !named.includes(attemptId)))
        return refuse(refusal('CARD_PART_MISSING'))
      const payments: PaymentInput[] = []
      for (const part of command.payments) {
        const resolved = resolvePart(part, paid, isRehearsal)
        if (!resolved.ok) return resolved
        payments.push(resolved.value)
      }
      return ok({ ...command, payments })
    },
    settle({ payments }) {
      for (const { attemptId } of payments) {
        if (attemptId === undefined) continue
        const attempt = attempts.byId(attemptId)
        const isSettled = attempt !== undefined && attempts.move(attempt, 'settled')
        assert(isSettled, 'a card that pays was charged, and pays once')
      }
    },
  }
}
