/**
 * Whether a receipt may still be taken back, and where: here, if it surely never left, or at the
 * service that has it.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import type { DeletionState } from '../../issuing/status.ts'
import type { DocumentType } from '../../core/document-type.ts'
import type { IssueState } from '../../issuing/issue-moves.ts'

interface DeletionFacts {
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

/** A receipt as whoever takes it back finds it. */
export interface DeletableReceipt extends Omit<DeletionFacts, 'mayExist'> {
  readonly documentType: DocumentType
  /** The service that has it, or may have it. */
  readonly serviceId: string | null
  readonly deletion: DeletionState | null
  /** It stands for another document, whose note is on its way or issued. */
  readonly isChange: boolean
  /** Returns of it: their notes name its folio. */
  readonly returnCount: number
  /** Values of returns it was paid with: spent once, and not given back by a deletion. */
  readonly creditCount: number
}

/** Where it is deleted, or how far that is. */
export type DeletionWay = 'here' | 'at-service' | 'asked' | 'done'

/** `here` is the service of now; a receipt nobody knows is null. */
export function decideAskedDeletion(
  reason: string,
  receipt: DeletableReceipt | null,
  here: string,
): Result<DeletionWay, Refusal> {
  if (reason.trim() === '') return refuse(refusal('REASON_REQUIRED', 'reason'))
  if (receipt === null) return refuse(refusal('SALE_NOT_FOUND'))
  const { deletion, documentType, serviceId } = receipt
  if (deletion === 'done') return ok('done')
  if (documentType === '61' || documentType === '56') return refuse(refusal('DELETE_RETURN'))
  if (receipt.isChange) return refuse(refusal('DELETE_CHANGED'))
  if (receipt.returnCount > 0) return refuse(refusal('DELETE_HAS_RETURN'))
  if (receipt.creditCount > 0 && deletion !== 'asked')
    return refuse(refusal('DELETE_PAID_WITH_CREDIT'))
  const where = decideDeletion({ ...receipt, mayExist: serviceId !== null })
  const isElsewhere = where.ok && where.value === 'at-service' && serviceId !== here
  if (isElsewhere) return refuse(refusal('DELETE_OTHER_SERVICE'))
  // Whoever asked answers for it: once more is the same order.
  return where.ok && deletion === 'asked' ? ok('asked') : where
}

function decideDeletion(facts: DeletionFacts): Result<'here' | 'at-service', Refusal> {
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
