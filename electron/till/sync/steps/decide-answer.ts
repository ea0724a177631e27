/**
 * Decides what a sending comes to. It is called in the same turn in which the answer is written:
 * receipts that are refused together are put back by what is on disk.
 */
import type { OutboxRow } from '../outbox/outbox-rows.ts'
import type { Answer } from './answer.ts'
import { decideCreation } from './decide-creation.ts'
import { decideRefusal } from './decide-refusal.ts'
import type { SyncPorts } from './exchange.ts'
import type { Sent } from './send-receipt.ts'

type DecisionPorts = Pick<SyncPorts, 'store' | 'clock' | 'randomness' | 'refusalHolds'>

export function decideAnswer(ports: DecisionPorts, row: OutboxRow, sent: Sent): Answer {
  if (sent.kind === 'refused') return afterReading(decideRefusal(ports, row, sent, sent.record))
  const answer = decideCreation(ports, row, sent.outcome, sent.record)
  return sent.wasRead ? afterReading(answer) : answer
}

/** The service read the document: it is there, and the next receipt may go. */
function afterReading(answer: Answer): Answer {
  return { ...answer, events: [{ kind: 'answered', isDone: true }, ...answer.events] }
}
