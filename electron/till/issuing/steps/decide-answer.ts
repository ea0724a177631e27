/**
 * Decides what a sending comes to. It is called in the same turn in which the answer is written:
 * receipts that are refused together are put back by what is on disk.
 */
import type { OutboxRow } from '../outbox/outbox-rows.ts'
import type { Answer } from './answer.ts'
import { decideCreation } from './decide-creation.ts'
import { decideRefusal, wordsOf } from './decide-refusal.ts'
import { nextTryMs, type SyncPorts } from './exchange.ts'
import type { Sent } from './send-receipt.ts'

type DecisionPorts = Pick<SyncPorts, 'store' | 'clock' | 'randomness' | 'refusalHolds'>

export function decideAnswer(ports: DecisionPorts, row: OutboxRow, sent: Sent): Answer {
  const { store, clock, refusalHolds } = ports
  const around = {
    now: clock.now(),
    backoffMs: (tries: number) => nextTryMs(ports, tries),
    hasLaterPassed: () => store.hasLaterPassed(row.saleId),
  }
  if (sent.kind === 'settled') {
    const answer = decideCreation(around, row, sent.outcome, sent.record)
    return sent.wasRead ? afterReading(answer) : answer
  }
  const { refused, verdict, record } = sent
  const isHeld = refusalHolds.refused(row, wordsOf(refused, verdict))
  return afterReading(decideRefusal(around, row, { refused, verdict, isHeld }, record))
}

/** The service read the document: it is there, and the next receipt may go. */
function afterReading(answer: Answer): Answer {
  return { ...answer, events: [{ kind: 'answered', isDone: true }, ...answer.events] }
}
