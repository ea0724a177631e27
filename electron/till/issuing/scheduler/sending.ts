/**
 * One sending: claimed on disk, its turn awaited, its bytes sent, the answer applied at once and
 * written down. What an answer says holds from the moment it is in; the disk hears of it later.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { OutboxRow } from '../outbox/outbox-rows.ts'
import type { AnswerEvent } from '../steps/answer.ts'
import { decideAnswer } from '../steps/decide-answer.ts'
import { leadIn } from '../steps/by-folio.ts'
import { readOnce, type SyncPorts } from '../steps/exchange.ts'
import { send } from '../steps/send-receipt.ts'
import { writeAnswer } from '../steps/write-answer.ts'
import type { AdmissionControl } from './admission-control.ts'
import type { InFlightWindow } from './in-flight-window.ts'
import type { createLateAnswers } from './late-answers.ts'

export interface SendingParts {
  readonly ports: SyncPorts
  readonly admission: AdmissionControl
  readonly window: InFlightWindow
  readonly late: ReturnType<typeof createLateAnswers>
  readonly wake: () => void
  /** The service was in trouble and is well again. */
  readonly onWellAgain: () => void
}

/** True = go on with the receipt at once. */
export async function sendInTurn(
  parts: SendingParts,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { ports, window, late } = parts
  if ((await ports.company?.confirm(signal)) === false) return false
  if (!(await leadsToOriginal(ports, row, signal))) return false
  if (!(await claim(parts, row, signal))) return false
  const sent = await send(ports, row, { signal, mayAnswerLate: late.hasRoom() })
  if (sent === null) return false
  if (sent.kind === 'settled' && sent.late !== null) late.add(sent.late)
  const { events, writing } = decideAnswer(ports, row, sent)
  for (const event of events) applyEvent(parts, row, event)
  return writeAnswer(ports, row, writing, window.isWellSupplied())
}

/**
 * A note names a receipt by its folio. Of a trial that may lead by now to another customer's, who
 * would be credited: it goes only while it leads to its own.
 */
async function leadsToOriginal(
  ports: SyncPorts,
  { saleId }: OutboxRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, client, clock, readAdmission } = ports
  const trial = store.trials.namedBy(saleId)
  if (trial === null) return true
  const ask = () => client.byFolio(trial.documentType, trial.folio, signal)
  const { outcome, record } = await readOnce(ports, saleId, 'GET of what it names', ask, signal)
  if (signal.aborted) return false
  const lead = leadIn(outcome, trial)
  if (lead === 'own') readAdmission.found(saleId)
  else if (lead === 'other')
    store.markAttention(saleId, 'RETURN_OF_TRIAL', `folio ${trial.folio}`, record('another'))
  else {
    const waitMs = readAdmission.notFound(saleId)
    store.markAskLater(saleId, (clock.now() + waitMs) as EpochMs, record('untold'))
  }
  return lead === 'own'
}

/**
 * Says on disk that it may be sent, and waits for its turn. False = not a byte may go; then the
 * disk says that too, but for a till that dies between the two: what it may have sent is sent again
 * with the same bytes.
 */
async function claim(
  { ports: { store, serviceId }, window }: SendingParts,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<boolean> {
  const here = serviceId()
  const isMarked = await store.groupCommit.join(
    () => store.markSending(row, here),
    window.isWellSupplied(),
  )
  if (!isMarked) return false
  const hasTurn = await window.turn(row.saleId)
  // What was promised to one service does not go to another that the settings have named meanwhile.
  if (hasTurn && !signal.aborted && serviceId() === here) return true
  await store.groupCommit.join(() => store.markUnsent(row))
  return false
}

/** The one place where an answer changes what may be sent, and whose turn it is. */
function applyEvent(
  { ports, admission, window, wake, onWellAgain }: SendingParts,
  { saleId, documentType }: OutboxRow,
  event: AnswerEvent,
): void {
  switch (event.kind) {
    case 'answered':
      if (admission.succeeded()) onWellAgain()
      // First, so that what is claimed next goes to disk together with this answer.
      wake()
      return window.answered(saleId, event.isDone)
    case 'passed':
      return ports.refusalHolds.passed({ saleId, documentType })
    case 'failed':
      return admission.failed(saleId)
    case 'service-paused':
      return ports.connection.pauseService(event.cause, event.pauseMs)
    case 'rest':
      return admission.learn({ kind: 'pause', pauseMs: event.pauseMs })
    case 'type-open':
      return admission.openType(documentType)
    case 'type-closed':
      admission.closeType(documentType)
      return window.turnAway(documentType)
    case 'type-held':
      return window.turnAway(documentType)
  }
}
