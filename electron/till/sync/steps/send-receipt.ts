/** Sends a receipt's stored bytes, and settles what the answer means. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { classifyCreation, type CreationOutcome } from '#shared/sync/classify.ts'
import { classifyValidation, type ValidationOutcome } from '#shared/sync/classify-validation.ts'
import { compareDocument } from '#shared/sync/document-facts.ts'
import { fingerprintOfBody } from '#shared/sync/recovery.ts'
import type { HttpOutcome } from '../../ports.ts'
import {
  nextTryMs,
  offerSlip,
  timed,
  toExchange,
  type Recorder,
  type SyncPorts,
} from './exchange.ts'
import type { OutboxRow } from '../outbox/outbox-rows.ts'
import { CREATE_SOFT_TIMEOUT_MS } from '../connection/service-client.ts'
import type { DocumentType } from '#shared/document/document-type.ts'

/** The customer gets a provisional slip when the service takes longer than this. */
const SLIP_AFTER_MS = 4_000
/** A document the service keeps failing on, while others pass, goes to a person. */
const POISON_FAULTS = 5
const POISON_MS = 1_800_000
/**
 * Tries of a refused document that validation finds nothing wrong with: every ten minutes, for half
 * an hour.
 */
const UNCONFIRMED_TRIES = 3
const UNCONFIRMED_WAIT_MS = 600_000
/**
 * How long at most a document type the service does not know keeps its receipts back before one may
 * try again.
 */
export const TYPE_PAUSE_MS = 300_000
/** Sockets kept open for a late answer. */
const LATE_ANSWERS_MAX = 16

/** What the worker wants to hear of every answer, to brake or to go on. */
export interface SendEvents {
  /**
   * It may be sent as far as the disk is concerned: waits for its turn. False = it must not go now.
   */
  readonly onClaimed: (saleId: SaleId) => Promise<boolean>
  /**
   * Nobody waits for what is written now: the next receipts are ready to go, and there is a queue
   * behind them.
   */
  readonly isWellAhead: () => boolean
  /**
   * `isDone`: it has its folio, or a person has to look at it; what is left can wait behind a long
   * queue.
   */
  readonly onSuccess: (saleId: SaleId, isDone: boolean) => void
  readonly onFailure: (saleId: SaleId) => void
  readonly onPause: (pauseMs: number) => void
  readonly onTypeClosed: (documentType: DocumentType) => void
  readonly onTypeOpen: (documentType: DocumentType) => void
  /** Receipts of this type wait for one probe, also those whose turn has come. */
  readonly onHeld: (documentType: DocumentType) => void
  /** A late answer moved a receipt. */
  readonly onLateAnswer: () => void
}

export interface Sender {
  /** One sending. True = go on with the receipt at once. */
  send(row: OutboxRow, signal: AbortSignal): Promise<boolean>
  /** Waits for the sockets left open. */
  settleLate(): Promise<void>
}

export function createSender(ports: SyncPorts, events: SendEvents): Sender {
  const late = new Set<Promise<void>>()
  return {
    async send(row, signal) {
      const { clock, client, connection } = ports
      if (!(await claim(ports, events, row, signal))) return false
      const cancelSlip = clock.after(SLIP_AFTER_MS, () => {
        if (!signal.aborted) offerSlip(ports, row)
      })
      const call = timed(ports, 'POST /api/invoices', () => client.create(row.body, signal))
      const answer = await firstOf(ports, call, late.size < LATE_ANSWERS_MAX)
      cancelSlip()
      // Stopping, or woken from sleep: the fate is unknown, the row stays `sending`, and the same
      // bytes go again.
      if (signal.aborted) return false
      if (answer === 'late') {
        const listening = adoptLate(ports, row.saleId, call, signal)
          .then((isMoved) => {
            if (isMoved) events.onLateAnswer()
          })
          .catch((error: unknown) =>
            ports.log('late answer failed', { saleId: row.saleId, error: String(error) }),
          )
          .finally(() => late.delete(listening))
        late.add(listening)
        const { record } = await timed(ports, 'POST /api/invoices', async () => NO_ANSWER_YET)
        connection.learn(NO_ANSWER_YET)
        return settleCreation(
          ports,
          events,
          row,
          { kind: 'unknown', cause: 'no answer yet', isServerFault: false },
          record,
        )
      }
      connection.learn(answer.outcome)
      const outcome = meaningOf(ports, row, answer.outcome)
      if (outcome.kind === 'refused') {
        ports.store.note(row.saleId, answer.record('refused'))
        return confirmRefusal(ports, events, row, outcome, signal)
      }
      return settleCreation(ports, events, row, outcome, answer.record)
    },
    async settleLate() {
      await Promise.allSettled(late)
    },
  }
}

/**
 * Says on disk that it may be sent, and waits for its turn on the wire. False = not a byte may go;
 * then the disk says that too, but for a till that dies between the two: what it may have sent is
 * sent again with the same bytes.
 */
async function claim(
  { store, serviceId }: SyncPorts,
  events: SendEvents,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<boolean> {
  const here = serviceId()
  if (!(await store.groupCommit.join(() => store.markSending(row, here), events.isWellAhead())))
    return false
  const hasTurn = await events.onClaimed(row.saleId)
  // What was promised to one service does not go to another that the settings have named meanwhile.
  if (hasTurn && !signal.aborted && serviceId() === here) return true
  await store.groupCommit.join(() => store.markUnsent(row))
  return false
}

const NO_ANSWER_YET: HttpOutcome = {
  kind: 'unanswered',
  detail: `no answer within ${CREATE_SOFT_TIMEOUT_MS / 1000} s`,
}
type Answer = Awaited<ReturnType<typeof timed>>

async function firstOf(
  { clock }: SyncPorts,
  call: Promise<Answer>,
  mayLeaveOpen: boolean,
): Promise<Answer | 'late'> {
  if (!mayLeaveOpen) return call
  let cancel = () => {}
  const soft = new Promise<'late'>((resolve) => {
    cancel = clock.after(CREATE_SOFT_TIMEOUT_MS, () => resolve('late'))
  })
  try {
    return await Promise.race([call, soft])
  } finally {
    cancel()
  }
}

/**
 * A late answer that names the document spares the search for it. Whatever else it says is kept,
 * and has been overtaken.
 */
async function adoptLate(
  ports: SyncPorts,
  saleId: SaleId,
  call: Promise<Answer>,
  signal: AbortSignal,
): Promise<boolean> {
  const { store } = ports
  const { outcome, record } = await call
  if (signal.aborted) return false
  const row = store.load(saleId)
  const meaning = meaningOf(ports, row, outcome)
  if (meaning.kind !== 'accepted' || row.remoteId !== null) {
    store.note(saleId, record(`late: ${meaning.kind}`))
    return false
  }
  store.markAccepted(saleId, meaning.facts, record('accepted late'))
  return true
}

/**
 * An answer counts for a receipt when reference, type and total are its own. One about another
 * document, as a confused gateway gives it, says nothing about this one; one that is silent names
 * an id at best, whose document is read and compared.
 */
function meaningOf(
  { clock, store, client, serviceId }: SyncPorts,
  row: OutboxRow,
  outcome: HttpOutcome,
): CreationOutcome {
  const meaning = classifyCreation(toExchange(outcome, clock.now()))
  if (meaning.kind !== 'accepted') return meaning
  const { facts } = meaning
  const likeness = compareDocument(facts, fingerprintOfBody(row.body.toString('utf8')))
  const isAnothers =
    likeness === 'other' ||
    (likeness === 'unproven' &&
      store.isDocumentOfAnother({ saleId: row.saleId, serviceId: serviceId() }, facts.remoteId))
  if (isAnothers) {
    client.mistrust()
    return { kind: 'unknown', cause: 'another document', isServerFault: false }
  }
  // The search reads it by its id, and asks a person if that says the same.
  if (likeness === 'collision') return { kind: 'duplicate', remoteId: facts.remoteId }
  if (likeness === 'same' || facts.externalReference !== null) return meaning
  return { kind: 'accepted', facts: { ...facts, folio: null, status: null } }
}

type Settling = Exclude<CreationOutcome, { kind: 'refused' }>
/**
 * Answers after which there is no document of this try. A pause may be a gateway's word, said after
 * the service had worked.
 */
const SURELY_NOT_MADE: readonly CreationOutcome['kind'][] = [
  'not-delivered',
  'lane-closed',
  'type-closed',
]

async function settleCreation(
  ports: SyncPorts,
  events: SendEvents,
  row: OutboxRow,
  outcome: Settling,
  record: Recorder,
): Promise<boolean> {
  const { store, clock, connection } = ports
  const { saleId } = row
  // Whoever had it before this try may have it still.
  const isNowhere = row.serviceId === null && SURELY_NOT_MADE.includes(outcome.kind)
  const retryIn = (delayMs: number, code: string, detail: string, isFault = false) => {
    store.markRetry(
      saleId,
      { notBefore: (clock.now() + delayMs) as EpochMs, code, detail, isFault, isNowhere },
      record(outcome.kind),
    )
    offerSlip(ports, row)
    return false
  }
  const giveToPerson = (cause: string) => {
    store.markAttention(saleId, 'POISON', cause, record('poison'))
    return false
  }
  switch (outcome.kind) {
    case 'accepted':
      events.onSuccess(saleId, outcome.facts.folio !== null)
      events.onTypeOpen(row.documentType)
      ports.refusalBrake.passed(row)
      await store.groupCommit.join(
        () => store.markAccepted(saleId, outcome.facts, record(outcome.kind)),
        events.isWellAhead(),
      )
      return true
    case 'duplicate':
      events.onSuccess(saleId, false)
      events.onTypeOpen(row.documentType)
      // An id in the answer is tried first by the recovery, which also compares; it is not believed
      // here.
      store.markReconciling(saleId, null, record(outcome.kind))
      return true
    case 'lane-closed':
      connection.closeLane(outcome.cause)
      // One that is turned away for ever while others pass must not close the door for them again
      // and again.
      if (outcome.cause !== 'SERVICE_ERROR' && isPoison(ports, row))
        return giveToPerson(outcome.cause)
      return retryIn(0, outcome.cause, outcome.detail, outcome.cause !== 'SERVICE_ERROR')
    case 'type-closed':
      events.onTypeClosed(row.documentType)
      // What holds it back is its type, which opens for all at once.
      return retryIn(0, 'DOCUMENT_TYPE_REFUSED', outcome.detail)
    case 'wait':
      connection.closeLane('SERVICE_ERROR', outcome.delayMs)
      events.onPause(outcome.delayMs)
      return retryIn(outcome.delayMs, 'SERVICE_ERROR', 'wait')
    case 'not-delivered':
      events.onFailure(saleId)
      return retryIn(nextTryMs(ports, 1), 'SERVICE_UNREACHABLE', 'not delivered')
    case 'unclear':
      // No outage: the same bytes soon tell whether it has the document. Only one that never does
      // is given to a person.
      if (isPoison(ports, row)) return giveToPerson(outcome.cause)
      return retryIn(nextTryMs(ports, row.faults), 'SERVICE_ERROR', outcome.cause, true)
    case 'unknown':
      events.onFailure(saleId)
      if (outcome.isServerFault && isPoison(ports, row)) return giveToPerson(outcome.cause)
      return retryIn(
        nextTryMs(ports, row.tries + 1),
        'SERVICE_ERROR',
        outcome.cause,
        outcome.isServerFault,
      )
  }
}

function isPoison({ store, clock }: SyncPorts, row: OutboxRow): boolean {
  return (
    row.faults + 1 >= POISON_FAULTS &&
    row.faultySinceMs !== null &&
    clock.now() - row.faultySinceMs >= POISON_MS &&
    store.hasLaterPassed(row.saleId)
  )
}

type Refused = Extract<CreationOutcome, { kind: 'refused' }>

/**
 * A refusal stops a tax document, so a second call has to say the same before a person is bothered
 * with it.
 */
async function confirmRefusal(
  ports: SyncPorts,
  events: SendEvents,
  row: OutboxRow,
  refused: Refused,
  signal: AbortSignal,
): Promise<boolean> {
  const { client, clock, connection } = ports
  const { outcome, record } = await timed(ports, 'POST /api/invoices/validate', () =>
    client.validate(row.body, signal),
  )
  if (signal.aborted) return false
  connection.learn(outcome)
  // The service read the document and answered about it: it is there, and the next receipt may go.
  events.onSuccess(row.saleId, true)
  const verdict = classifyValidation(toExchange(outcome, clock.now()))
  if (verdict.kind === 'invalid' || verdict.kind === 'valid' || verdict.kind === 'unclear') {
    return settleRefusal(ports, events, row, refused, verdict, record)
  }
  return settleCreation(ports, events, row, verdict, record)
}

type Verdict = Extract<ValidationOutcome, { kind: 'invalid' | 'valid' | 'unclear' }>

/**
 * About this receipt alone, or about all that come: then they wait together for one that passes.
 */
function settleRefusal(
  ports: SyncPorts,
  events: SendEvents,
  row: OutboxRow,
  refused: Refused,
  verdict: Verdict,
  record: Recorder,
): false {
  const { store, clock, refusalBrake } = ports
  const why = reasonOf(refused, verdict)
  const isOurs = verdict.kind !== 'unclear' && row.serviceId === null
  const isHeld = refusalBrake.refused(row, { code: wordsOf(refused, verdict), text: why.detail })
  if (isHeld) events.onHeld(row.documentType)
  const later = (waitMs: number, isFault: boolean, isNowhere = false) => {
    const notBefore = (clock.now() + waitMs) as EpochMs
    store.markRetry(
      row.saleId,
      { notBefore, code: why.code, detail: why.detail, isFault, isNowhere },
      record(isHeld ? 'refused together' : verdict.kind),
    )
  }
  // An earlier try may have been taken all the same, and a refusal of this one says nothing about
  // that.
  if (verdict.kind === 'invalid' && row.serviceId !== null)
    store.markDoubted(row.saleId, { ...why, errors: verdict.errors }, record('invalid, looked for'))
  else if (isHeld) later(0, false, isOurs && verdict.kind === 'invalid')
  else if (verdict.kind === 'invalid') {
    // It was read and judged as one of its type, so the others of that type may go.
    store.markRefused(
      row.saleId,
      { ...why, errors: verdict.errors, isNowhere: true },
      record(verdict.kind),
    )
  } else if (verdict.kind === 'unclear') later(nextTryMs(ports, row.tries + 1), false)
  else if (row.faults < UNCONFIRMED_TRIES) later(UNCONFIRMED_WAIT_MS, true)
  else
    store.markAttention(
      row.saleId,
      'REFUSED_WITHOUT_REASON',
      refused.detail,
      record('refused, yet valid'),
    )
  if (verdict.kind === 'invalid' && verdict.errors.every((error) => error.field !== 'invoice_type'))
    events.onTypeOpen(row.documentType)
  offerSlip(ports, row)
  return false
}

/** What tells one refusal from another: never its text, which may name the receipt. */
function wordsOf({ code }: Refused, verdict: Verdict): string {
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
