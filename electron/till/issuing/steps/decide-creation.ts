/** Decides what an answer to a creation comes to, unless it refuses the document. */
import type { EpochMs } from '#shared/core/brand.ts'
import { isSetUpCause, type CreationOutcome } from '#shared/issuing/classify.ts'
import type { OutboxRow } from '../outbox/outbox-rows.ts'
import type { Answer, AnswerEvent } from './answer.ts'
import type { Recorder } from './exchange.ts'

/** A document the service keeps failing on, while others pass, goes to a person. */
const POISON_FAULTS = 5
const POISON_MS = 1_800_000

export type Settling = Exclude<CreationOutcome, { kind: 'refused' }>

/** What a decision needs beside the answer. */
export interface Circumstances {
  readonly now: EpochMs
  /** Wait before the next try after so many in vain, spread by chance. */
  readonly backoffMs: (tries: number) => number
  /** A receipt sold after this one has reached the service. */
  readonly hasLaterPassed: () => boolean
}

/**
 * Answers after which there is no document of this try. A pause may be a gateway's word, said after
 * the service had worked.
 */
const SURELY_NOT_MADE: readonly CreationOutcome['kind'][] = [
  'not-delivered',
  'service-paused',
  'type-closed',
]

export function decideCreation(
  around: Circumstances,
  row: OutboxRow,
  outcome: Settling,
  record: Recorder,
): Answer {
  switch (outcome.kind) {
    case 'accepted': {
      const isDone = outcome.facts.folio !== null
      return {
        events: [{ kind: 'answered', isDone }, { kind: 'type-open' }, { kind: 'passed' }],
        writing: { move: 'accept', facts: outcome.facts, attempt: record(outcome.kind) },
      }
    }
    case 'duplicate':
      return {
        events: [{ kind: 'answered', isDone: false }, { kind: 'type-open' }],
        writing: {
          move: 'search',
          isOfCopy: row.serviceId === null,
          attempt: record(outcome.kind),
        },
      }
    default:
      return decideFailure(around, row, outcome, record)
  }
}

type Failure = Exclude<Settling, { kind: 'accepted' | 'duplicate' }>

/** It goes again, unless it has failed so often beside others that a person has to look at it. */
function decideFailure(
  around: Circumstances,
  row: OutboxRow,
  outcome: Failure,
  record: Recorder,
): Answer {
  const events = eventsOf(outcome)
  const { cause, mayBePoison, ...again } = nextTry(around, row, outcome)
  if (mayBePoison && isPoison(around, row)) {
    const attempt = record('poison')
    return { events, writing: { move: 'attention', code: 'POISON', detail: cause, attempt } }
  }
  const { delayMs, ...retry } = again
  return {
    events,
    writing: {
      move: 'retry',
      retry: {
        ...retry,
        notBefore: (around.now + delayMs) as EpochMs,
        // Whoever had it before this try may have it still.
        isNowhere: row.serviceId === null && SURELY_NOT_MADE.includes(outcome.kind),
      },
      attempt: record(outcome.kind),
    },
  }
}

function eventsOf(outcome: Failure): readonly AnswerEvent[] {
  switch (outcome.kind) {
    case 'service-paused':
      return [{ kind: 'service-paused', cause: outcome.cause }]
    case 'type-closed':
      return [{ kind: 'type-closed' }]
    case 'wait': {
      const pauseMs = outcome.delayMs
      return [
        { kind: 'service-paused', cause: 'SERVICE_ERROR', pauseMs },
        { kind: 'rest', pauseMs },
      ]
    }
    case 'not-delivered':
    case 'unknown':
      return [{ kind: 'failed' }]
    case 'unclear':
      // No outage: the same bytes soon tell whether it has the document.
      return []
  }
}

interface NextTry {
  readonly delayMs: number
  readonly code: string
  readonly detail: string
  readonly isFault: boolean
  /** What a person is told of it. */
  readonly cause: string
  readonly mayBePoison: boolean
}

function nextTry({ backoffMs }: Circumstances, row: OutboxRow, outcome: Failure): NextTry {
  const own = { isFault: false, mayBePoison: false, cause: '' }
  switch (outcome.kind) {
    case 'service-paused': {
      // One that is turned away for ever while others pass must not close the door for them again
      // and again.
      const { cause, detail } = outcome
      const isOwn = !isSetUpCause(cause)
      return { delayMs: 0, code: cause, detail, isFault: isOwn, cause, mayBePoison: isOwn }
    }
    case 'type-closed':
      // What holds it back is its type, which opens for all at once.
      return { ...own, delayMs: 0, code: 'DOCUMENT_TYPE_REFUSED', detail: outcome.detail }
    case 'wait':
      return { ...own, delayMs: outcome.delayMs, code: 'SERVICE_ERROR', detail: 'wait' }
    case 'not-delivered': {
      const delayMs = backoffMs(1)
      return { ...own, delayMs, code: 'SERVICE_UNREACHABLE', detail: 'not delivered' }
    }
    case 'unclear':
    case 'unknown': {
      const isUnclear = outcome.kind === 'unclear'
      const isFault = isUnclear || outcome.isServerFault
      return {
        delayMs: backoffMs(isUnclear ? row.faults : row.tries + 1),
        code: 'SERVICE_ERROR',
        detail: outcome.cause,
        isFault,
        cause: outcome.cause,
        mayBePoison: isFault,
      }
    }
  }
}

function isPoison({ now, hasLaterPassed }: Circumstances, row: OutboxRow): boolean {
  return (
    row.faults + 1 >= POISON_FAULTS &&
    row.faultySinceMs !== null &&
    now - row.faultySinceMs >= POISON_MS &&
    hasLaterPassed()
  )
}
