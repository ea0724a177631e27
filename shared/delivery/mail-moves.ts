/**
 * The life of an e-mail: which state may follow which. Everything that writes one asks here.
 */

/**
 * `waiting` for its document; `queued`; `sending`; `sent` a server has taken it; `unknown` whether
 * one has; `failed` none has and none will by itself; `dropped` nobody wants it any more.
 */
export type MailState = 'waiting' | 'queued' | 'sending' | 'sent' | 'unknown' | 'failed' | 'dropped'

/**
 * What may be in a customer's hands goes back into the line by a person's word alone: nothing leads
 * from `sending` to `waiting`, and from `unknown` only "again" and "leave it" do.
 */
const MOVES: Readonly<Record<MailState, readonly MailState[]>> = {
  waiting: ['queued', 'unknown', 'failed', 'dropped'],
  queued: ['sending', 'waiting', 'unknown', 'failed', 'dropped'],
  sending: ['sent', 'queued', 'unknown', 'failed'],
  unknown: ['waiting', 'dropped'],
  failed: ['waiting', 'dropped'],
  sent: [],
  dropped: [],
}

export const MAIL_STATES = Object.keys(MOVES) as readonly MailState[]

export function canMove(from: MailState, to: MailState): boolean {
  return MOVES[from].includes(to)
}

/** States an e-mail may have before it comes to this one. */
export function statesBefore(to: MailState): readonly MailState[] {
  return MAIL_STATES.filter((from) => canMove(from, to))
}

/** What a row of the list says of a document's e-mails. */
const MAIL_MARKS = ['sent', 'waiting', 'failed'] as const
export type MailMark = (typeof MAIL_MARKS)[number]

const MARKS: Readonly<Record<MailState, MailMark | null>> = {
  waiting: 'waiting',
  queued: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  unknown: 'failed',
  failed: 'failed',
  dropped: null,
}

/** What asks for a person goes before what still comes, and that before what is done. */
export function mailMark(states: readonly MailState[]): MailMark | null {
  const marks = new Set(states.map((state) => MARKS[state]))
  return MAIL_MARKS.findLast((mark) => marks.has(mark)) ?? null
}

/** What a person says of one: send it (again), or leave it. */
export const MAIL_WORDS = ['again', 'drop'] as const
export type MailWord = (typeof MAIL_WORDS)[number]

/** Where a word leads; null where it answers nothing that is asked. */
export function afterWord(state: MailState, word: MailWord): MailState | null {
  const to = word === 'again' ? 'waiting' : 'dropped'
  return canMove(state, to) && !(state === 'queued' && word === 'again') ? to : null
}
