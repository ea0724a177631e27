/**
 * The life of a receipt on its way to a folio: which state may follow which. Everything that writes
 * the state of a receipt asks here.
 */

/**
 * `none` no document is issued; `queued` committed, not sent yet; `sending` sent, no answer yet;
 * `accepted` the service has it, no folio yet;
 *  `numbered` folio known; `reconciling` the service has it but its id is not known yet; the last
 *  two need a person.
 */
export type IssueState =
  | 'none'
  | 'queued'
  | 'sending'
  | 'accepted'
  | 'numbered'
  | 'reconciling'
  | 'rejected'
  | 'attention'

/** As it is kept; a sale without a receipt has no row. */
export type StoredIssueState = Exclude<IssueState, 'none'>

/**
 * Nothing leaves `numbered`: a folio is for good. Only what is `queued` is sent, so everything that
 * goes out again passes through there. A late answer may name the document from any state, because
 * the document is a fact.
 */
const MOVES: Readonly<Record<StoredIssueState, readonly StoredIssueState[]>> = {
  queued: ['sending', 'accepted', 'numbered', 'rejected', 'attention'],
  sending: ['queued', 'accepted', 'numbered', 'reconciling', 'rejected', 'attention'],
  accepted: ['queued', 'numbered', 'rejected', 'attention'],
  reconciling: ['queued', 'accepted', 'numbered', 'rejected', 'attention'],
  rejected: ['queued', 'accepted', 'numbered', 'reconciling'],
  attention: ['queued', 'accepted', 'numbered', 'reconciling', 'rejected'],
  numbered: [],
}

export const STORED_ISSUE_STATES = Object.keys(MOVES) as readonly StoredIssueState[]

/** Staying where it is is no move. */
export function canMove(from: StoredIssueState, to: StoredIssueState): boolean {
  return MOVES[from].includes(to)
}

/** States a receipt may have before it is (still or from now on) in this one. */
export function statesBefore(to: StoredIssueState): readonly StoredIssueState[] {
  return STORED_ISSUE_STATES.filter((from) => from === to || canMove(from, to))
}
