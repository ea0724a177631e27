/**
 * What there is to do, asked of the disk no more often than needed: with a long queue every
 * question takes a while.
 */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { SLEEP_MS_MAX } from './admission-control.ts'
import type { SyncPorts } from '../steps/exchange.ts'
import type { DueRow, Held } from '../outbox/outbox-rows.ts'

/** Rows looked at together. */
const DUE_ROWS = 160
/** With fewer left than this, or after this long, the disk is asked again. */
const DUE_ROWS_FEW = 28
const DUE_ASK_MS = 500
const READ_ASK_MS = 1_000

type QueuePorts = Pick<SyncPorts, 'clock' | 'store' | 'serviceId'>
interface ReadPorts extends Pick<SyncPorts, 'serviceId'> {
  readonly clock: Pick<SyncPorts['clock'], 'monotonicMs'>
  readonly store: Pick<SyncPorts['store'], 'dueReads' | 'firstDueRead'>
}

export type DueQueue = ReturnType<typeof createDueQueue>

/**
 * Receipts on their way to a folio, the oldest first, without those under way. Each is handed out
 * once a look.
 */
export function createDueQueue(
  { clock, store }: QueuePorts,
  isUnderWay: (saleId: SaleId) => boolean,
) {
  let rows: readonly DueRow[] = []
  let askedMs = -Infinity
  let isFresh = false
  return {
    rows(now: EpochMs, held: Held): readonly DueRow[] {
      isFresh = clock.monotonicMs() - askedMs >= DUE_ASK_MS || rows.length < DUE_ROWS_FEW
      if (isFresh) {
        askedMs = clock.monotonicMs()
        const present = store.duePresent(now, held)
        const others = store
          .due(now, DUE_ROWS, held)
          .filter(({ saleId }) => present.every((row) => row.saleId !== saleId))
        rows = [...present, ...others].filter(({ saleId }) => !isUnderWay(saleId))
      }
      return rows
    },
    noteLaunch(launched: ReadonlySet<SaleId>) {
      if (launched.size > 0) rows = rows.filter(({ saleId }) => !launched.has(saleId))
    },
    /** The last answer came from the disk. */
    isFresh: () => isFresh,
    /**
     * Something else than an answer has happened: a sale, a person's order, a change of the
     * settings.
     */
    forget() {
      rows = []
    },
  }
}

/** What waits to be read, found again once a second and kept until it is launched. */
export function createReadQueue({ clock, store, serviceId }: ReadPorts) {
  let askedMs = -Infinity
  /** The look whose rows come from the disk: some time has passed when it asks for its wait. */
  let askedAt: EpochMs | null = null
  let nextPdfAt: EpochMs | null = null
  let reads: readonly DueRow[] = []
  return {
    /**
     * PDFs and verdicts, looked for once a second at most: with a long queue this takes a while.
     */
    rows(now: EpochMs, isCrowded: boolean): readonly DueRow[] {
      if (clock.monotonicMs() - askedMs < READ_ASK_MS) return reads
      askedMs = clock.monotonicMs()
      askedAt = now
      // One a second goes on beside a long queue: drawing papers costs the service as much as
      // thirty folios.
      const found = isCrowded
        ? store.firstDueRead(now, serviceId())
        : store.dueReads(now, DUE_ROWS, serviceId())
      nextPdfAt = found.nextPdfAt
      reads = found.due
      return reads
    },
    /** The disk is asked again at the next look. */
    forget() {
      askedMs = -Infinity
      askedAt = null
    },
    noteLaunch({ saleId }: DueRow) {
      if (reads.length > 0) reads = reads.filter((row) => row.saleId !== saleId)
    },
    waitMs(now: EpochMs): number {
      if (now !== askedAt) return Math.max(0, READ_ASK_MS - (clock.monotonicMs() - askedMs))
      return nextPdfAt === null ? SLEEP_MS_MAX : Math.max(READ_ASK_MS, nextPdfAt - now)
    },
  }
}
