/**
 * What may be sent now: the breaker, the retry bucket and the closed types, fed by every answer.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import {
  breakerAfter,
  changeTokens,
  CLOSED,
  IN_FLIGHT_MAX,
  permits,
  RETRY_TOKENS_MAX,
  RETRY_TOKENS_PER_S,
  retryTokens,
  type BreakerEvent,
} from '#shared/issuing/breaker.ts'
import type { DueRow } from '../outbox/outbox-rows.ts'
import type { SyncPorts } from '../steps/exchange.ts'
import { createClosedTypes } from './closed-types.ts'

/** Longest the worker sleeps without looking, should a clock have jumped. */
export const SLEEP_MS_MAX = 30_000

export type AdmissionControl = ReturnType<typeof createAdmissionControl>

export function createAdmissionControl({
  clock,
  serviceId,
}: Pick<SyncPorts, 'clock' | 'serviceId'>) {
  const types = createClosedTypes(clock)
  let isCrowded = false
  let breaker = CLOSED
  let bucket = { tokens: RETRY_TOKENS_MAX, atMs: clock.monotonicMs() }
  const mayRetry = () => retryTokens(bucket, clock.monotonicMs()) >= 1
  const learn = (event: BreakerEvent) => {
    breaker = breakerAfter(breaker, event, clock.monotonicMs())
  }
  return {
    learn,
    /** What another service did is no reason to hold back from this one; one probe goes first. */
    startOver() {
      breaker = breakerAfter(CLOSED, { kind: 'returned' }, clock.monotonicMs())
      bucket = { tokens: RETRY_TOKENS_MAX, atMs: clock.monotonicMs() }
      types.startOver()
    },
    /** Sendings that may be under way. */
    places: () => permits(breaker, clock.monotonicMs()),
    /** Until something held back may go by itself, in ms. */
    waitMs() {
      const ends = types.waitsMs()
      if (breaker.phase === 'open') ends.push(breaker.opensAtMs - clock.monotonicMs())
      if (!mayRetry()) ends.push(1_000 / RETRY_TOKENS_PER_S)
      return Math.min(SLEEP_MS_MAX, ...ends.filter((waitMs) => waitMs > 0))
    },
    /** What need not even be looked at now. */
    held: () => ({ types: types.held(), retries: !mayRetry(), here: serviceId() }),
    /** False = not now. Otherwise the receipt has paid its token. */
    admit(row: DueRow): boolean {
      const isRetry = row.tries > 0
      if (types.isHeld(row.documentType) || (isRetry && !mayRetry())) return false
      types.begin(row)
      if (isRetry) bucket = changeTokens(bucket, -1, clock.monotonicMs())
      return true
    },
    visitEnded: types.ended,
    /** More receipts wait to be sent than there are places. */
    noteCrowd(sendings: number) {
      isCrowded = sendings > IN_FLIGHT_MAX
    },
    isCrowded: () => isCrowded,
    closedTypes: types.all,
    /** A person says that it is mended: one of each type may try at once. */
    tryTypes: types.tryAll,
    closeType: (type: DocumentType) => types.close(type),
    openType: (type: DocumentType) => types.open(type),
    failed: (saleId: SaleId) => learn({ kind: 'failure', saleId }),
    /** True = the service was in trouble and is well again: nothing has to wait for it now. */
    succeeded(): boolean {
      const wasInTrouble = breaker.phase !== 'closed'
      learn({ kind: 'success' })
      bucket = changeTokens(bucket, 1, clock.monotonicMs())
      return wasInTrouble && breaker.phase === 'closed'
    },
  }
}
