/**
 * The life of an attempt to charge a card: which state may follow which. It is on disk before the
 * amount leaves, is sent once, and ends by proof or by a person's word alone.
 */
import type { SaleId } from '../core/brand.ts'
import type { Clp } from '../money/clp.ts'
import type { PaymentMethodId } from '../selling/payment/payment-method.ts'
import { REFERENCE_CHARS_MAX } from '../selling/sale/decide-payment.ts'
import type { CardFacts } from './messages.ts'

/**
 * `asked`: it may have left; `unknown` how it ended, the terminal is asked; `person`: the terminal
 * cannot say any more. `settled` in its sale; `given-back`: on the terminal, by a person's word.
 */
export type CardState =
  | 'asked'
  | 'unknown'
  | 'person'
  | 'approved'
  | 'approved-by-hand'
  | 'declined'
  | 'declined-by-hand'
  | 'settled'
  | 'given-back'

/**
 * Nothing leads back to `asked`: an attempt is never sent twice. What was believed declined may
 * turn out approved, when the terminal's own answer comes late; nothing else ends an end.
 */
const MOVES: Readonly<Record<CardState, readonly CardState[]>> = {
  asked: ['approved', 'declined', 'unknown'],
  unknown: ['approved', 'declined', 'person', 'approved-by-hand', 'declined-by-hand'],
  person: ['approved', 'declined', 'approved-by-hand', 'declined-by-hand'],
  approved: ['settled', 'given-back'],
  'approved-by-hand': ['settled', 'given-back'],
  declined: ['approved'],
  'declined-by-hand': ['approved'],
  settled: [],
  'given-back': [],
}

export const CARD_STATES = Object.keys(MOVES) as readonly CardState[]

export function canMove(from: CardState, to: CardState): boolean {
  return MOVES[from].includes(to)
}

/** Nobody knows how it ended: its terminal takes no other amount, its sale no other charge. */
export function isOpen(state: CardState): boolean {
  return state === 'asked' || state === 'unknown' || state === 'person'
}

/** It was charged, and no sale has it yet. */
export function isPaid(state: CardState): boolean {
  return state === 'approved' || state === 'approved-by-hand'
}

/** How long the terminal is asked before a person may say what its paper says. */
export const PERSON_AFTER_MS = 90_000

/** How long an amount waits for a clean line: the customer is standing there. */
export const READY_MS = 60_000
/** A card, its PIN and the bank take their time. */
export const SALE_MS = 150_000

/** How long it may still run on the terminal, whatever else is known of it. */
export function mayRunForMs(askedAt: number, now: number): number {
  const most = READY_MS + SALE_MS
  // A clock that was set back says nothing of how much of it is over.
  return Math.max(0, Math.min(most, askedAt + most - now))
}

/** A step that no terminal says: the charge waits for one to take it, and can be cancelled. */
export const NOT_TAKEN = 'NOT_TAKEN'

/** Why it was declined where the terminal never said. */
export const OWN_CODES = {
  /** Nothing has left the till. */
  unsent: 'UNSENT',
  /** Its memory shows that nothing happened. */
  notCharged: 'NOT_CHARGED',
} as const

/** An attempt as the screen sees it. */
export interface CardView {
  readonly attemptId: string
  readonly saleId: SaleId
  readonly method: PaymentMethodId
  readonly amountClp: Clp
  /** What of it can still be given back, where that is less. */
  readonly leftClp?: Clp
  readonly ticket: string
  readonly state: CardState
  /** What the terminal is doing, as it said last; null before. */
  readonly step: string | null
  /** Why it was declined: the terminal's code or one of the till's own. */
  readonly code: string | null
  /** As the payment names it once it was charged. */
  readonly reference: string
  /** How long nobody has known how it ended, at this moment; null where it is known. */
  readonly unknownForS: number | null
  /** A person may say how it ended. */
  readonly asksPerson: boolean
  /** Who said otherwise than the other side does. */
  readonly saidBy?: string
}

type Voucher = Pick<
  CardFacts,
  'kind' | 'last4' | 'authorization' | 'operation' | 'ticket' | 'installments'
>

const KINDS: Readonly<Record<string, string>> = { CR: 'Crédito', DB: 'Débito' }

/**
 * As the receipt says it behind the method's name: `Débito ****0042 Aut. 123456 Op. 101`. Where it
 * is too long, what finds the charge again is said; where there is nothing, its ticket.
 */
export function voucherText({
  kind,
  last4,
  authorization,
  operation,
  ticket,
  installments,
}: Voucher): string {
  const parts = [
    // Only credit is paid in instalments.
    installments > 1 ? `${installments} cuotas` : (KINDS[kind] ?? ''),
    last4 === '' ? '' : `****${last4}`,
    authorization === '' ? '' : `Aut. ${authorization}`,
    operation === '' ? '' : `Op. ${operation}`,
  ].filter((part) => part !== '')
  while (parts.join(' ').length > REFERENCE_CHARS_MAX) parts.shift()
  return parts.length === 0 ? `N° ${ticket}` : parts.join(' ')
}
