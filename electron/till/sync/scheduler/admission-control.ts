/** What holds receipts back: the breaker, the retry bucket, types the service does not know. */
import type { SaleId } from '#shared/core/brand.ts'
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
} from '#shared/sync/breaker.ts'
import type { SyncPorts } from '../steps/exchange.ts'
import type { DueRow } from '../outbox/outbox-rows.ts'
import { TYPE_PAUSE_MS } from '../steps/send-receipt.ts'
import type { DocumentType } from '#shared/document/document-type.ts'

/** Longest the worker sleeps without looking, should a clock have jumped. */
export const SLEEP_MS_MAX = 30_000

/**
 * A type closed for the first time: a service that has just been put up answers like that for a
 * moment.
 */
const FIRST_TYPE_PAUSE_MS = 10_000

/** `canary`: the one under way to find out whether the type is taken again. */
interface ClosedType {
  readonly untilMs: number
  readonly canary: SaleId | null
  readonly closings: number
}

export type Brakes = ReturnType<typeof createBrakes>

/** The breaker, the retry bucket and the lanes of document types, fed by every answer. */
export function createBrakes({ clock, serviceId }: SyncPorts) {
  let isCrowded = false
  let breaker = CLOSED
  let bucket = { tokens: RETRY_TOKENS_MAX, atMs: clock.monotonicMs() }
  /** Types the service did not know, cleared by the next success of one. */
  const closed = new Map<DocumentType, ClosedType>()
  const learn = (event: BreakerEvent) => {
    breaker = breakerAfter(breaker, event, clock.monotonicMs())
  }
  return {
    learn,
    /** What another service did is no reason to hold back from this one; a canary looks first. */
    startOver() {
      breaker = breakerAfter(CLOSED, { kind: 'returned' }, clock.monotonicMs())
      bucket = { tokens: RETRY_TOKENS_MAX, atMs: clock.monotonicMs() }
      closed.clear()
    },
    places: () => permits(breaker, clock.monotonicMs()),
    /** Until the brakes may let something go by themselves. */
    waitMs() {
      const nowMs = clock.monotonicMs()
      const ends = [...closed.values()].map(({ untilMs }) => untilMs - nowMs)
      if (breaker.phase === 'open') ends.push(breaker.opensAtMs - nowMs)
      if (retryTokens(bucket, nowMs) < 1) ends.push(1_000 / RETRY_TOKENS_PER_S)
      return Math.min(SLEEP_MS_MAX, ...ends.filter((waitMs) => waitMs > 0))
    },
    /** What need not even be looked at now. */
    held() {
      const nowMs = clock.monotonicMs()
      return {
        types: [...closed].filter(([, { untilMs }]) => untilMs > nowMs).map(([type]) => type),
        retries: retryTokens(bucket, nowMs) < 1,
        here: serviceId(),
      }
    },
    /** False = not now. Otherwise the receipt has paid its token. */
    admit({ saleId, documentType, tries }: DueRow): boolean {
      const nowMs = clock.monotonicMs()
      const lane = closed.get(documentType)
      if (
        (lane !== undefined && nowMs < lane.untilMs) ||
        (tries > 0 && retryTokens(bucket, nowMs) < 1)
      )
        return false
      // One of a closed type tries; the rest wait for what it finds.
      if (lane !== undefined)
        closed.set(documentType, { ...lane, untilMs: nowMs + TYPE_PAUSE_MS, canary: saleId })
      if (tries > 0) bucket = changeTokens(bucket, -1, nowMs)
      return true
    },
    /**
     * Its visit is over. If it was to find out about its type and nothing was said of that, another
     * may at once.
     */
    noteEnd({ saleId, documentType }: DueRow) {
      const lane = closed.get(documentType)
      if (lane?.canary === saleId)
        closed.set(documentType, { ...lane, untilMs: clock.monotonicMs(), canary: null })
    },
    /** More receipts wait to be sent than there are places. */
    noteCrowd(sendings: number) {
      isCrowded = sendings > IN_FLIGHT_MAX
    },
    isCrowded: () => isCrowded,
    closedTypes: () => [...closed.keys()],
    /** A person says that it is mended: one of each type may try at once. */
    tryTypes: () =>
      closed.forEach((lane, type) =>
        closed.set(type, { ...lane, untilMs: clock.monotonicMs(), closings: 0 }),
      ),
    events: {
      /**
       * True = the service was in trouble and is well again: nothing has to wait for it any longer.
       */
      onSuccess(): boolean {
        const wasInTrouble = breaker.phase !== 'closed'
        learn({ kind: 'success' })
        bucket = changeTokens(bucket, 1, clock.monotonicMs())
        return wasInTrouble && breaker.phase === 'closed'
      },
      onFailure: (saleId: SaleId) => learn({ kind: 'failure', saleId }),
      onPause: (pauseMs: number) => learn({ kind: 'pause', pauseMs }),
      onTypeClosed: (type: DocumentType) =>
        void closed.set(type, closedOnceMore(closed.get(type), clock.monotonicMs())),
      onTypeOpen: (type: DocumentType) => void closed.delete(type),
    },
  }
}

function closedOnceMore(before: ClosedType | undefined, nowMs: number): ClosedType {
  const closings = (before?.closings ?? 0) + 1
  const pauseMs = Math.min(TYPE_PAUSE_MS, FIRST_TYPE_PAUSE_MS * 2 ** Math.min(closings - 1, 10))
  return { untilMs: nowMs + pauseMs, canary: null, closings }
}
