/** Document types the service does not know: their receipts wait, but for a probe now and then. */
import type { SaleId } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { DueRow } from '../outbox/outbox-rows.ts'

/** How long at most a closed type keeps its receipts back before one may try again. */
const TYPE_PAUSE_MS = 300_000
/**
 * A type closed for the first time: a service that has just been put up answers like that for a
 * moment.
 */
const FIRST_TYPE_PAUSE_MS = 10_000

/** `probe`: the one under way to find out whether the type is taken again. */
interface ClosedType {
  readonly untilMs: number
  readonly probe: SaleId | null
  readonly closings: number
}

export function createClosedTypes(clock: Pick<Clock, 'monotonicMs'>) {
  const closed = new Map<DocumentType, ClosedType>()
  const opensNow = (type: DocumentType, changed: Partial<ClosedType>) => {
    const before = closed.get(type)
    if (before !== undefined)
      closed.set(type, { ...before, untilMs: clock.monotonicMs(), ...changed })
  }
  return {
    all: () => [...closed.keys()],
    /** Of which nothing may go now. */
    held() {
      const nowMs = clock.monotonicMs()
      return [...closed].filter(([, { untilMs }]) => untilMs > nowMs).map(([type]) => type)
    },
    isHeld: (type: DocumentType) => (closed.get(type)?.untilMs ?? -Infinity) > clock.monotonicMs(),
    /** Until one of each may try, in ms. */
    waitsMs: () => [...closed.values()].map(({ untilMs }) => untilMs - clock.monotonicMs()),
    /** It goes now. One of a closed type tries; the rest wait for what it finds. */
    begin({ saleId, documentType }: DueRow) {
      const before = closed.get(documentType)
      if (before === undefined) return
      const untilMs = clock.monotonicMs() + TYPE_PAUSE_MS
      closed.set(documentType, { ...before, untilMs, probe: saleId })
    },
    /** Its visit is over. If it was a probe that told nothing of its type, another may at once. */
    ended({ saleId, documentType }: DueRow) {
      if (closed.get(documentType)?.probe === saleId) opensNow(documentType, { probe: null })
    },
    close(type: DocumentType) {
      const closings = (closed.get(type)?.closings ?? 0) + 1
      const pauseMs = Math.min(TYPE_PAUSE_MS, FIRST_TYPE_PAUSE_MS * 2 ** Math.min(closings - 1, 10))
      closed.set(type, { untilMs: clock.monotonicMs() + pauseMs, probe: null, closings })
    },
    open: (type: DocumentType) => void closed.delete(type),
    /** A person says that it is mended: one of each type may try at once. */
    tryAll() {
      for (const type of closed.keys()) opensNow(type, { closings: 0 })
    },
    startOver: () => closed.clear(),
  }
}
