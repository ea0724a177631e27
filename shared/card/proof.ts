/**
 * What a terminal's answers prove of an attempt nobody knows the end of. Pure; whoever asks the
 * terminal keeps the inquiry and does what it says next. Only proof ends it: silence is none, one
 * look that shows nothing is none either, and while the sale may still run only its own ticket is.
 */
import { APPROVED_CODE, NO_SALE_CODE, type CardAnswer, type CardFacts } from './messages.ts'

/** What was asked of the terminal: no two attempts have the same. */
export interface CardOrder {
  readonly attemptId: string
  readonly ticket: string
  readonly amountClp: number
}

export interface Inquiry {
  readonly order: CardOrder
  /**
   * Of the last sale the till knows this terminal to have approved: while that is there, nothing
   * was erased. Null for none, and then nothing proves that.
   */
  readonly knownTicket: string | null
  /** By the clock of whoever asks: from then on it is over, however it went. */
  readonly runsUntilMs: number
  /** Looks in a row that showed just that one. */
  readonly unchangedCount: number
  /** The list as it was read last. */
  readonly list: string | null
  readonly asks: 'last' | 'list'
  /** Nothing may have been said for a while before it is asked: what was sent late has arrived. */
  readonly needsQuiet: boolean
}

export type Finding =
  | { readonly kind: 'approved'; readonly facts: CardFacts }
  | { readonly kind: 'not-charged' }
  /** The terminal's memory says neither: a person looks at the paper. */
  | { readonly kind: 'person' }
  | { readonly kind: 'ask-again'; readonly inquiry: Inquiry }

/** Looks that have to agree before nothing is believed to have been charged. */
const LOOKS_TO_AGREE = 2

export function beginInquiry(
  order: CardOrder,
  knownTicket: string | null,
  runsUntilMs: number,
): Inquiry {
  const before = { order, knownTicket, runsUntilMs }
  return { ...before, unchangedCount: 0, list: null, asks: 'last', needsQuiet: false }
}

export function isOf(order: CardOrder, facts: Pick<CardFacts, 'ticket' | 'amountClp'>): boolean {
  return facts.ticket === order.ticket && facts.amountClp === order.amountClp
}

/** The last sale in the terminal's memory, asked for at that moment. */
export function afterLast(
  inquiry: Inquiry,
  { code, facts }: Pick<Extract<CardAnswer, { kind: 'last' }>, 'code' | 'facts'>,
  askedAtMs: number,
): Finding {
  const { order, knownTicket, unchangedCount } = inquiry
  if (code === APPROVED_CODE && isOf(order, facts)) return { kind: 'approved', facts }
  const isUnchanged = code === APPROVED_CODE && facts.ticket === knownTicket
  // Somebody has sold on the terminal itself, or closed it: the whole list tells.
  if (!isUnchanged)
    return goOn({ ...inquiry, unchangedCount: 0, asks: hasMemory(code) ? 'list' : 'last' })
  const seen = askedAtMs < inquiry.runsUntilMs ? 0 : unchangedCount + 1
  return seen < LOOKS_TO_AGREE
    ? goOn({ ...inquiry, unchangedCount: seen })
    : { kind: 'not-charged' }
}

const hasMemory = (code: string) => code === APPROVED_CODE || code === NO_SALE_CODE

/** Everything the terminal remembers, as it was read to its end, asked for at that moment. */
export function afterList(
  inquiry: Inquiry,
  list: readonly CardFacts[],
  askedAtMs: number,
): Finding {
  const { order, knownTicket } = inquiry
  const own = list.find((facts) => isOf(order, facts))
  if (own !== undefined) return { kind: 'approved', facts: own }
  if (askedAtMs < inquiry.runsUntilMs) return goOn({ ...inquiry, list: null })
  const text = JSON.stringify(list)
  if (text !== inquiry.list) return goOn({ ...inquiry, list: text })
  // What it knew before is gone as well, or was nothing: it may have been closed by hand since, and
  // the proof with it.
  const isRemembered = list.some(({ ticket }) => ticket === knownTicket)
  return isRemembered ? { kind: 'not-charged' } : { kind: 'person' }
}

const goOn = (inquiry: Inquiry): Finding => ({
  kind: 'ask-again',
  inquiry: { ...inquiry, needsQuiet: true },
})
