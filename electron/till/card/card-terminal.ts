/** What the core asks of a card terminal, whatever it is connected by. */
import type { CardAnswerOfTry } from '#shared/card/contract.ts'
import type { CardFacts } from '#shared/card/messages.ts'
import type { CardOrder } from '#shared/card/proof.ts'
import type { RefundFinding, WantedRefund } from '#shared/card/refund-proof.ts'
import type { Clp } from '#shared/money/clp.ts'
import type { Tally } from '#shared/shifts/shift-report.ts'

/** What is heard of a terminal, also long after it was asked. */
export interface CardEars {
  step(code: string): void
  /** What the other side knows the charge by, on disk when this returns: it is asked for by it. */
  placed(attemptId: string, orderId: string): void
  /**
   * How a sale ended, by the terminal's own word. It is stored when this returns, and only then the
   * terminal hears that it was received; what throws was not. False: no attempt of this till.
   */
  ended(code: string, facts: CardFacts): boolean
}

/**
 * `ended`: the ears know how. `unsent`: nothing of it has left. `unknown`: it may have been
 * charged, and is never sent again.
 */
export type Charged = 'ended' | 'unsent' | 'unknown'

/** `unsent`: nothing of it has left. `unknown`: it may be closed. */
type BatchEnd = 'closed' | 'refused' | 'unsent' | 'unknown'

/** `asked`: how it ended is still said by the other side alone. `unheard`: it may be cancelled. */
type Cancelled = 'asked' | 'refused' | 'unheard'

/** Money of a charge that goes back to its card. */
export interface AskedRefund extends WantedRefund {
  readonly refundId: string
  /** All that was charged. */
  readonly chargedClp: Clp
  /** False: it is looked for, and never asked for again. */
  readonly mayAsk: boolean
  /** On disk when this returns, and only then it leaves for the first time; false: it was not. */
  readonly sending: (body: string, before: readonly string[]) => boolean
  /** Not a byte of it has left. */
  readonly unsent: () => void
}

export type Refunded = Exclude<RefundFinding, { readonly kind: 'absent' }>

export type CardHealth = CardAnswerOfTry

export interface LookUp {
  readonly order: CardOrder
  /** The ticket of the last sale the till knows it to have approved; null for none. */
  readonly knownTicket: string | null
  /** What the other side has said it knows it by; null where it never did. */
  readonly orderId: string | null
  /** From now; it is not over before, whatever the terminal's memory shows. */
  readonly mayRunForMs: number
  /** By the clock on the wall, which somebody may have set: less than nothing is no time at all. */
  readonly askedAgoMs: () => number
  /** Asked before each question: somebody may have said meanwhile how it ended. */
  readonly isStillOpen: () => boolean
}

export interface CardTerminal {
  charge(order: CardOrder): Promise<Charged>
  /** Of one that takes a charge back from afar, as long as no terminal has it. */
  cancel?(attemptId: string, orderId: string): Promise<Cancelled>
  /** Of one whose service gives money back to a card from afar: one round of it. */
  refund?(asked: AskedRefund): Promise<Refunded>
  /** Goes on asking until something is proven, or nobody asks any more. */
  lookUp(asked: LookUp): Promise<'ended' | 'not-charged' | 'person'>
  /** What it has in its memory; null where it does not say. */
  totals(): Promise<Tally | null>
  /** Its own close, which erases that. Asked at the last moment: a card may have come between. */
  endBatch(isWanted: () => boolean): Promise<BatchEnd>
  /** Answers at once while an amount is under way: nothing is sent then. */
  health(): Promise<CardHealth>
  close(): Promise<void>
}
