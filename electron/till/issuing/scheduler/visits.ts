/** Receipts under way, each taken as far as it goes now. */
import { nowOrInTurn } from '../../kernel/background.ts'
import { pause } from '../../kernel/pause.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { DueRow, OutboxRow } from '../outbox/outbox-rows.ts'
import { fetchPdf, followUp, readBack } from '../steps/read-receipt.ts'
import { recoverReceipt } from '../steps/recover-receipt.ts'
import { SLEEP_MS_MAX } from './admission-control.ts'
import type { Stage } from './in-flight-window.ts'
import { sendInTurn, type SendingParts } from './sending.ts'

/** Transitions one visit may make: sending, finding, reading back, fetching the PDF. */
const STEPS_MAX = 6
/** Rest of a receipt whose state could not be written. */
const WRITE_REST_MS = 1_000

interface VisitParts extends SendingParts {
  readonly stopping: AbortSignal
  readonly session: () => AbortSignal
}

export function createVisits(parts: VisitParts) {
  const { ports, admission, window, wake, session } = parts
  const visits = new Set<Promise<void>>()
  const visit = async (row: DueRow) => {
    const { saleId } = row
    const signal = session()
    try {
      await advance(parts, saleId, signal)
    } catch (error) {
      await putOff(parts, saleId, { error, signal })
    } finally {
      window.leave(saleId)
      admission.visitEnded(row)
      ports.refusalHolds.ended(row)
      window.next()
      nowOrInTurn(ports.clock, wake)
    }
  }
  return {
    launch(row: DueRow, stage: Stage) {
      window.enter(row, stage)
      const visiting = visit(row).finally(() => visits.delete(visiting))
      visits.add(visiting)
    },
    end: () => Promise.allSettled(visits),
  }
}

/** One visit: each transition is a commit of its own. */
async function advance(parts: VisitParts, saleId: SaleId, signal: AbortSignal): Promise<void> {
  const { ports, window, wake } = parts
  for (let step = 0; step < STEPS_MAX && !signal.aborted; step += 1) {
    // With a long queue the folios come first: the law counts the minutes to those, and papers have
    // a place of their own.
    if (window.isSettled(saleId)) return
    const goesOn = await advanceOnce(parts, ports.store.load(saleId), signal)
    if (!goesOn) return
    wake()
  }
}

async function advanceOnce(
  parts: VisitParts,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { ports } = parts
  // The settings may change in the middle of a visit: the same folio is another document elsewhere.
  if (row.serviceId !== null && row.serviceId !== ports.serviceId()) return false
  const isRead = row.issueState !== 'queued' && row.issueState !== 'sending'
  if (isRead && !ports.readAdmission.mayGo(row.saleId)) return false
  switch (row.issueState) {
    case 'queued':
    case 'sending':
      return sendInTurn(parts, row, signal)
    case 'reconciling':
      return row.remoteId === null
        ? recoverReceipt(ports, row, signal)
        : readBack(ports, row, signal)
    case 'accepted':
      return readBack(ports, row, signal)
    case 'numbered':
      return ports.store.pdfWanted(row.saleId) === null
        ? followUp(ports, row, signal)
        : fetchPdf(ports, row, signal)
    default:
      return false
  }
}

/**
 * After a bug or a failing disk. The disk may still fail: then the receipt stays as it is, and the
 * next look finds it.
 */
async function putOff(
  { ports: { store, clock, log }, stopping }: VisitParts,
  saleId: SaleId,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Promise<void> {
  log('sync step failed', { saleId, error: String(error) })
  try {
    if (!stopping.aborted) store.markAskLater(saleId, (clock.now() + SLEEP_MS_MAX) as EpochMs, null)
  } catch (second) {
    log('receipt not put off', { saleId, error: String(second) })
    // The disk takes nothing: without a rest the same receipt would be due again at once, and for
    // ever.
    await pause(clock, WRITE_REST_MS, signal)
  }
}
