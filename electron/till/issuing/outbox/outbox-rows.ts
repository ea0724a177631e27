/** What a row of the outbox tells, and what is written beside it. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import type { IssueState } from '#shared/issuing/issue-moves.ts'

export interface OutboxRow {
  readonly saleId: SaleId
  readonly externalReference: string
  readonly documentType: DocumentType
  readonly body: Buffer<ArrayBuffer>
  /** How the customer finds the document at the service; null for no page. */
  readonly pageToken: string | null
  readonly issueState: IssueState
  /** The service, and the company there, that may have it; null while it is surely nowhere. */
  readonly serviceId: string | null
  readonly remoteId: string | null
  readonly folio: number | null
  /** 1: issued to try out, with its folio among the trials; null where nobody has said. */
  readonly isTrial: number | null
  readonly authorityStatus: string | null
  readonly tries: number
  readonly firstSentAtMs: EpochMs | null
  /** Highest folio of the type known before the first sending. */
  readonly folioLow: number | null
  /** Answers that point at the document itself, and since when. */
  readonly faults: number
  readonly faultySinceMs: EpochMs | null
  /** Since when its id is being looked for. */
  readonly lostSinceMs: EpochMs | null
  readonly walkRounds: number
  readonly walkedTo: number | null
  readonly lastErrorCode: string | null
  readonly lastErrorText: string | null
  /** What the service refused it for, as JSON; also while it is looked for all the same. */
  readonly fieldErrorsJson: string | null
}

export interface DueRow {
  readonly saleId: SaleId
  readonly issueState: IssueState
  readonly documentType: DocumentType
  readonly tries: number
  readonly faults: number
  readonly hasRemoteId: number
}

/**
 * What is held back: receipts of these types, those that have been tried before, reads, and those
 * another service may have.
 */
export interface Held {
  readonly types: readonly DocumentType[]
  readonly retries: boolean
  readonly reads: boolean
  readonly here: string
}

export interface AttemptRecord {
  readonly request: string
  readonly startedAt: EpochMs
  readonly durationMs: number
  readonly outcome: string
  readonly httpStatus: number | null
  readonly answer: string | null
}

export interface Retry {
  readonly notBefore: EpochMs
  readonly code: string
  readonly detail: string
  /** The answer points at this document rather than at the service. */
  readonly isFault: boolean
  /** No service can have it from this try or an earlier one: it is free to go to another. */
  readonly isNowhere: boolean
}
