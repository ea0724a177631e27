/**
 * Whether a receipt may still be taken back, and where: here, if it surely never left, or at the
 * service that has it.
 */
import { refusal, type Refusal } from '../core/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import type { IssueState } from '../sync/issue-moves.ts'

export interface DeletionFacts {
  readonly issueState: IssueState
  readonly remoteId: string | null
  readonly folio: number | null
  /** As the service last told it. */
  readonly authorityStatus: string | null
  readonly tries: number
  /** An earlier try may have been taken by a service, and the search for it proved nothing. */
  readonly mayExist: boolean
  /** Tries of which not a byte left this till. */
  readonly undeliveredTries: number
}

/**
 * Status codes after which the contract deletes nothing any more. Unknown codes are left to the
 * service.
 */
const PAST_PENDING = ['EMS', 'APR', 'RCH']

export function isPastPending(status: string | null): boolean {
  return status !== null && PAST_PENDING.includes(status)
}

export function decideDeletion(facts: DeletionFacts): Result<'here' | 'at-service', Refusal> {
  switch (facts.issueState) {
    case 'none':
      return refuse(refusal('DELETE_VOUCHER'))
    case 'queued':
      return facts.tries === facts.undeliveredTries && facts.remoteId === null
        ? ok('here')
        : refuse(refusal('DELETE_FATE_UNKNOWN'))
    case 'rejected':
      // A refusal is about one try; whether an earlier one was taken it does not say.
      return facts.remoteId === null && !facts.mayExist
        ? ok('here')
        : refuse(refusal('DELETE_FATE_UNKNOWN'))
    case 'sending':
    case 'reconciling':
    case 'attention':
      return refuse(refusal('DELETE_FATE_UNKNOWN'))
    case 'accepted':
      return refuse(refusal('DELETE_NO_FOLIO'))
    case 'numbered':
      return isPastPending(facts.authorityStatus)
        ? refuse(refusal('DELETE_NOT_PENDING'))
        : ok('at-service')
  }
}
