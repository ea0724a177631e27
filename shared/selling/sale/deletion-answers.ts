/**
 * What each answer of the service makes of a deletion that was asked for: done, refused with which
 * code, or still asked. What is not known is never called refused as if it were.
 */
import type { RefusalCode } from '../../languages/refusals.ts'
import type { DeletionState } from '../../issuing/status.ts'
import { field, parseJson } from '../../issuing/classify.ts'
import { documentIn, isSameId, readDocument, readDocumentId } from '../../issuing/document-facts.ts'
import { isPastPending } from './decide-deletion.ts'

/** Not a byte got out; it did and nobody answered; or what was answered. */
export type DeletionAnswer =
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'answered'; readonly status: number; readonly bodyText: string }

export interface DeletionEnd {
  readonly state: Exclude<DeletionState, 'asked'>
  readonly problem: RefusalCode | null
  /** As the service told it where that ended it. */
  readonly authorityStatus: string | null
}

/**
 * `pending`: seen so, go on. `unseen`: not seen, and nothing was ordered; `missing`: the service
 * does not find it; `foreign`: it answered about another document. `put-off`: seen pending, and
 * surely not deleted now. `lost`: an order that may have done it. `doubted`: a yes, not about it.
 * `gone-out` and `denied`: the order was refused, as it is not pending, or for a reason of its own.
 */
type Look = 'pending' | 'unseen' | 'missing' | 'foreign'
type Order = 'doubted' | 'gone-out' | 'denied'
type Open = Look | Order | 'put-off' | 'lost'
export type DeletionStep<Some extends Open = Open> = Some | DeletionEnd

/** Not found so long after the order, it is not told late: the service has lost it. */
const GONE_MS = 60_000

const DONE: DeletionEnd = { state: 'done', problem: null, authorityStatus: null }
const refusedFor = (problem: RefusalCode, authorityStatus: string | null = null): DeletionEnd => ({
  state: 'refused',
  problem,
  authorityStatus,
})

const NOTHING_TO_SAY = 204
const NOT_FOUND: readonly number[] = [404, 410]
const NOT_ALLOWED: readonly number[] = [401, 403]
/** It has not looked at the order: too early, too often, or it lives elsewhere (3xx). */
const isPutOff = (status: number) =>
  status === 425 || status === 429 || (status >= 300 && status < 400)
/** It may have looked at it, and something between may have answered in its stead. */
const isUnclear = (status: number) => status < 200 || status === 408 || status >= 500

/** Which document it is, at the service. */
interface DeletedDocument {
  readonly remoteId: string
  readonly folio: number | null
}

/** The document, read by its id, which cannot be mistaken for another; nor may the answer be. */
export function readLook(
  answer: DeletionAnswer,
  { remoteId, folio }: DeletedDocument,
): DeletionStep<Look> {
  if (answer.kind !== 'answered') return 'unseen'
  if (NOT_FOUND.includes(answer.status)) return 'missing'
  const facts = answer.status === 200 ? readDocument(parseJson(answer.bodyText)) : null
  if (facts === null) return 'unseen'
  if (!isSameId(facts.remoteId, remoteId)) return 'foreign'
  if (facts.status === 'DELETED') return DONE
  if (facts.folio !== folio) return refusedFor('DELETE_OTHER_DOCUMENT')
  return isPastPending(facts.status) ? refusedFor('DELETE_NOT_PENDING', facts.status) : 'pending'
}

/** The path that deletes: another company's document of the same folio must not be found there. */
export function readPath(
  answer: DeletionAnswer,
  remoteId: string,
): DeletionStep<'pending' | 'put-off'> {
  if (answer.kind !== 'answered' || isPutOff(answer.status) || isUnclear(answer.status))
    return 'put-off'
  const found = answer.status === 200 ? readDocument(parseJson(answer.bodyText)) : null
  return found === null || isSameId(found.remoteId, remoteId)
    ? 'pending'
    : refusedFor('DELETE_OTHER_DOCUMENT')
}

export function readOrder(
  answer: DeletionAnswer,
  remoteId: string,
): DeletionStep<'put-off' | 'lost' | Order> {
  if (answer.kind === 'unsent') return 'put-off'
  if (answer.kind === 'unanswered' || isUnclear(answer.status)) return 'lost'
  if (isPutOff(answer.status)) return 'put-off'
  if (answer.status === NOTHING_TO_SAY) return DONE
  if (answer.status < 300) return isAbout(answer.bodyText, remoteId) ? DONE : 'doubted'
  if (NOT_ALLOWED.includes(answer.status)) return refusedFor('DELETE_NOT_ALLOWED')
  return answer.status === 409 ? 'gone-out' : 'denied'
}

/** Its money goes back: nothing but the word about this document is believed unseen. */
function isAbout(bodyText: string, remoteId: string): boolean {
  const said = documentIn(parseJson(bodyText))
  const id = readDocumentId(field(said, 'id'))
  return field(said, 'status') === 'DELETED' && (id === null || isSameId(id, remoteId))
}

/**
 * A refusal may also mean that an earlier order, whose answer was lost, did its work; a yes that is
 * not about it, that some network or another question was answered.
 */
export function afterOrder(order: Order, look: DeletionStep<Look>): DeletionStep<'lost'> {
  if (typeof look !== 'string') return look
  if (order === 'doubted') return look === 'missing' ? DONE : 'lost'
  if (look !== 'pending') return 'lost'
  return refusedFor(order === 'gone-out' ? 'DELETE_NOT_PENDING' : 'DELETE_NOT_NOW')
}

/**
 * Now or not at all, so that a return is free: only an order that may have done it waits, or one
 * that was lost before.
 */
export function endOfDeletion(
  step: DeletionStep,
  { isFirst, problem, sinceAskedMs }: DeletionOrder,
): DeletionEnd | 'asked' {
  if (typeof step !== 'string') return step
  if (step === 'missing' && sinceAskedMs >= GONE_MS) return refusedFor('DELETE_GONE')
  if (!isFirst || step === 'lost') return 'asked'
  // What nobody found stays so until it is seen: it may have been deleted.
  const isUnseen = step !== 'put-off' && problem === 'DELETE_GONE'
  return refusedFor(isUnseen ? 'DELETE_GONE' : 'DELETE_NOT_NOW')
}

interface DeletionOrder {
  readonly isFirst: boolean
  /** What an earlier one came to. */
  readonly problem: RefusalCode | null
  readonly sinceAskedMs: number
}
