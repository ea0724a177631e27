/**
 * What an answer to a sending comes to, as values: what it says of the service, and what is written
 * of the receipt. The scheduler applies the one at once; the other is on disk a moment later.
 */
import type { RefusalCode } from '#shared/languages/refusals.ts'
import type { DocumentFacts } from '#shared/issuing/document-facts.ts'
import type { RefusedBy } from '../outbox/outbox-port.ts'
import type { AttemptRecord, Retry } from '../outbox/outbox-rows.ts'

/**
 * `answered`: the service read the document. `isDone`: it has its folio, or a person has to look at
 * it; what is left can wait behind a long queue. `passed`: it was taken.
 */
export type AnswerEvent =
  | { readonly kind: 'answered'; readonly isDone: boolean }
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' }
  /** Without `pauseMs` as long as its cause asks for. */
  | { readonly kind: 'service-paused'; readonly cause: RefusalCode; readonly pauseMs?: number }
  /** The service asked for rest. */
  | { readonly kind: 'rest'; readonly pauseMs: number }
  | { readonly kind: 'type-closed' }
  | { readonly kind: 'type-open' }
  /** Receipts of its type wait for one probe, also those whose turn has come. */
  | { readonly kind: 'type-held' }

export type Writing = { readonly attempt: AttemptRecord } & (
  | { readonly move: 'accept'; readonly facts: DocumentFacts }
  /** The service has it, and its id is looked for. `isOfCopy`: and it never had it from here. */
  | { readonly move: 'search'; readonly isOfCopy: boolean }
  | { readonly move: 'retry'; readonly retry: Retry }
  | { readonly move: 'refuse'; readonly refusal: RefusedBy }
  | { readonly move: 'doubt'; readonly refusal: Omit<RefusedBy, 'isNowhere'> }
  | { readonly move: 'attention'; readonly code: string; readonly detail: string }
)

export interface Answer {
  readonly events: readonly AnswerEvent[]
  readonly writing: Writing
}
