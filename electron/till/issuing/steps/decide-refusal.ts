/** Decides what a refusal comes to, once a second call has said what it thinks of the document. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { CreationOutcome } from '#shared/issuing/classify.ts'
import type { ValidationOutcome } from '#shared/issuing/classify-validation.ts'
import type { OutboxRow } from '../outbox/outbox-rows.ts'
import type { Answer, AnswerEvent, Writing } from './answer.ts'
import type { Circumstances } from './decide-creation.ts'
import type { Recorder } from './exchange.ts'

/**
 * Tries of a refused document that validation finds nothing wrong with: every ten minutes, for half
 * an hour.
 */
const UNCONFIRMED_TRIES = 3
const UNCONFIRMED_WAIT_MS = 600_000

export type Refused = Extract<CreationOutcome, { kind: 'refused' }>
export type Verdict = Extract<ValidationOutcome, { kind: 'invalid' | 'valid' | 'unclear' }>

/** What was refused, and what validation says of it. */
interface Refusal {
  readonly refused: Refused
  readonly verdict: Verdict
  /** About all that come, and not this receipt alone: they wait together for one that passes. */
  readonly isHeld: boolean
}

export function decideRefusal(
  around: Pick<Circumstances, 'now' | 'backoffMs'>,
  row: OutboxRow,
  refusal: Refusal,
  record: Recorder,
): Answer {
  const { verdict, isHeld } = refusal
  // It was read and judged as one of its type, so the others of that type may go.
  const opensType =
    verdict.kind === 'invalid' && verdict.errors.every((error) => error.field !== 'invoice_type')
  const events: AnswerEvent[] = isHeld ? [{ kind: 'type-held' }] : []
  return {
    events: opensType ? [...events, { kind: 'type-open' }] : events,
    writing: writingOf(around, row, refusal, record),
  }
}

function writingOf(
  { now, backoffMs }: Pick<Circumstances, 'now' | 'backoffMs'>,
  row: OutboxRow,
  { refused, verdict, isHeld }: Refusal,
  record: Recorder,
): Writing {
  const why = reasonOf(refused, verdict)
  const later = (waitMs: number, isFault: boolean, isNowhere = false): Writing => {
    const notBefore = (now + waitMs) as EpochMs
    const attempt = record(isHeld ? 'refused together' : verdict.kind)
    return { move: 'retry', retry: { ...why, notBefore, isFault, isNowhere }, attempt }
  }
  if (verdict.kind === 'invalid') {
    const { errors } = verdict
    // An earlier try may have been taken all the same, and a refusal of this one says nothing about
    // that.
    if (row.serviceId !== null) {
      const attempt = record('invalid, looked for')
      return { move: 'doubt', refusal: { ...why, errors }, attempt }
    }
    if (isHeld) return later(0, false, true)
    const attempt = record(verdict.kind)
    return { move: 'refuse', refusal: { ...why, errors, isNowhere: true }, attempt }
  }
  if (isHeld) return later(0, false)
  if (verdict.kind === 'unclear') return later(backoffMs(row.tries + 1), false)
  if (row.faults < UNCONFIRMED_TRIES) return later(UNCONFIRMED_WAIT_MS, true)
  return {
    move: 'attention',
    code: 'REFUSED_WITHOUT_REASON',
    detail: refused.detail,
    attempt: record('refused, yet valid'),
  }
}

/** `code` is the same for two refusals that say the same; `text` is what a person is shown. */
export function wordsOf(
  refused: Refused,
  verdict: Verdict,
): { readonly code: string; readonly text: string } {
  return { code: codeOf(refused, verdict), text: reasonOf(refused, verdict).detail }
}

/** Never made of the text, which may name the receipt. */
function codeOf({ code }: Refused, verdict: Verdict): string {
  const errors =
    verdict.kind === 'invalid'
      ? verdict.errors.map((error) => `${error.field}:${error.code}`).sort()
      : []
  return [code, ...errors].join(' ')
}

function reasonOf(
  refused: Refused,
  verdict: Verdict,
): { readonly code: string; readonly detail: string } {
  if (verdict.kind === 'valid') return { code: 'REFUSED_WITHOUT_REASON', detail: refused.detail }
  if (verdict.kind === 'unclear') return { code: 'REFUSED_UNCONFIRMED', detail: refused.detail }
  const detail = verdict.errors
    .slice(0, 5)
    .map((error) => error.message || error.code)
    .join(' · ')
    .slice(0, 500)
  return { code: verdict.errors[0]?.code || refused.code, detail: detail || refused.detail }
}
