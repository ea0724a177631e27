/** Writes down what an answer came to. */
import type { OutboxRow } from '../outbox/outbox-rows.ts'
import type { Writing } from './answer.ts'
import { offerSlip, type SyncPorts } from './exchange.ts'

/**
 * True = go on with the receipt at once. `isPatient`: nobody waits for it, so it may go to disk
 * together with what comes a few milliseconds later.
 */
export async function writeAnswer(
  ports: Pick<SyncPorts, 'store' | 'onPrintable'>,
  row: OutboxRow,
  writing: Writing,
  isPatient: boolean,
): Promise<boolean> {
  const { store } = ports
  const { attempt } = writing
  switch (writing.move) {
    case 'accept':
      await store.groupCommit.join(
        () => store.markAccepted(row.saleId, writing.facts, attempt),
        isPatient,
      )
      return true
    case 'search':
      // An id in the answer is tried first by the recovery, which also compares; it is not believed
      // here.
      store.markReconciling(row.saleId, writing.isOfCopy, attempt)
      return true
    case 'retry':
      store.markRetry(row.saleId, writing.retry, attempt)
      break
    case 'refuse':
      store.markRefused(row.saleId, writing.refusal, attempt)
      break
    case 'doubt':
      store.markDoubted(row.saleId, writing.refusal, attempt)
      break
    case 'attention':
      store.markAttention(row.saleId, writing.code, writing.detail, attempt)
  }
  offerSlip(ports, row)
  return false
}
