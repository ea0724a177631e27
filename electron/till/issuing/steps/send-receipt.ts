/** Sends a receipt's stored bytes, and answers with what came of it. Writes only evidence. */
import type { SaleId } from '#shared/core/brand.ts'
import { classifyCreation, type CreationOutcome } from '#shared/issuing/classify.ts'
import { classifyValidation } from '#shared/issuing/classify-validation.ts'
import { compareDocument } from '#shared/issuing/document-facts.ts'
import { fingerprintOfBody } from '#shared/issuing/recovery.ts'
import { CREATE_SOFT_TIMEOUT_MS } from '../connection/service-client.ts'
import type { OutboxRow } from '../outbox/outbox-rows.ts'
import type { HttpOutcome } from '../../kernel/ports.ts'
import type { Settling } from './decide-creation.ts'
import type { Refused, Verdict } from './decide-refusal.ts'
import { offerSlip, timed, toExchange, type Recorder, type SyncPorts } from './exchange.ts'

/** The customer gets a provisional slip when the service takes longer than this. */
const SLIP_AFTER_MS = 4_000

/** What came of a sending; what that means is decided when it is written (decide-answer.ts). */
export type Sent = { readonly record: Recorder } & (
  | {
      readonly kind: 'settled'
      readonly outcome: Settling
      /** The service read the document, though it did not say whether it is right. */
      readonly wasRead: boolean
      /** The socket left open for a late answer: true once that has moved it. Never fails. */
      readonly late: Promise<boolean> | null
    }
  /** Refused, and a second call has said what it thinks of the document. */
  | { readonly kind: 'refused'; readonly refused: Refused; readonly verdict: Verdict }
)

interface SendOptions {
  readonly signal: AbortSignal
  /** The socket may stay open for a late answer while everybody else goes on. */
  readonly mayAnswerLate: boolean
}

/**
 * One sending. Null = stopping, or woken from sleep: the fate is unknown, the row stays `sending`,
 * and the same bytes go again.
 */
export async function send(
  ports: SyncPorts,
  row: OutboxRow,
  { signal, mayAnswerLate }: SendOptions,
): Promise<Sent | null> {
  const { clock, client, connection } = ports
  const cancelSlip = clock.after(SLIP_AFTER_MS, () => {
    if (!signal.aborted) offerSlip(ports, row)
  })
  const call = timed(ports, 'POST /api/invoices', () =>
    client.create(row.body, row.pageToken, signal),
  )
  const answer = await firstOf(ports, call, mayAnswerLate)
  cancelSlip()
  if (signal.aborted) return null
  if (answer === 'late') {
    const late = adoptLate(ports, row.saleId, call, signal)
    const { record } = await timed(ports, 'POST /api/invoices', async () => NO_ANSWER_YET)
    connection.learn(NO_ANSWER_YET)
    return { kind: 'settled', outcome: SILENCE, record, wasRead: false, late }
  }
  const { record } = answer
  connection.learn(answer.outcome)
  const outcome = meaningOf(ports, row, answer.outcome)
  if (outcome.kind !== 'refused')
    return { kind: 'settled', outcome, record, wasRead: false, late: null }
  ports.store.note(row.saleId, record('refused'))
  return confirmRefusal(ports, row, outcome, signal)
}

const NO_ANSWER_YET: HttpOutcome = {
  kind: 'unanswered',
  detail: `no answer within ${CREATE_SOFT_TIMEOUT_MS / 1000} s`,
}

/** The answer may still come; until then it counts as none. */
const SILENCE: Settling = { kind: 'unknown', cause: 'no answer yet', isServerFault: false }

type TimedOutcome = Awaited<ReturnType<typeof timed>>

async function firstOf(
  { clock }: SyncPorts,
  call: Promise<TimedOutcome>,
  mayLeaveOpen: boolean,
): Promise<TimedOutcome | 'late'> {
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
  call: Promise<TimedOutcome>,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, log } = ports
  try {
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
  } catch (error) {
    log('late answer failed', { saleId, error: String(error) })
    return false
  }
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

/**
 * A refusal stops a tax document, so a second call has to say the same before a person is bothered
 * with it. Null when it was called off.
 */
async function confirmRefusal(
  ports: SyncPorts,
  row: OutboxRow,
  refused: Refused,
  signal: AbortSignal,
): Promise<Sent | null> {
  const { client, clock, connection } = ports
  const { outcome, record } = await timed(ports, 'POST /api/invoices/validate', () =>
    client.validate(row.body, signal),
  )
  if (signal.aborted) return null
  connection.learn(outcome)
  const verdict = classifyValidation(toExchange(outcome, clock.now()))
  return verdict.kind === 'invalid' || verdict.kind === 'valid' || verdict.kind === 'unclear'
    ? { kind: 'refused', refused, verdict, record }
    : { kind: 'settled', outcome: verdict, record, wasRead: true, late: null }
}
