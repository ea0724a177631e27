/** What becomes of a paper after its try: sent, held, unknown, failed, or moved elsewhere. */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import type { PrintFailureCode, PrintOutcome, PrinterTrouble } from '../kernel/ports.ts'
import { WritingHalted } from '../kernel/watch-commits.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintJobRow } from './print-job-row.ts'
import type { PrintWorkerPorts } from './print-worker-ports.ts'

/**
 * False when the order is looked at again later: nothing of it is out and only the disk is to
 * blame, or not even this could be written.
 */
export function giveUp(
  { store, log }: PrintWorkerPorts,
  job: PrintJobRow,
  outcome: PrintOutcome | null,
  error: unknown,
): boolean {
  const detail = String(error).slice(0, 300)
  try {
    // With bytes on paper already, `failed` would invite a second original.
    if (outcome?.kind === 'sent' || outcome?.kind === 'unknown')
      store.mark(job, 'unknown', { trouble: 'PRINT_UNKNOWN', detail })
    else if (isOfDisk(error)) {
      store.mark(job, 'queued')
      return false
    } else store.mark(job, 'failed', { trouble: 'RASTER_CRASHED', detail })
    return true
  } catch (second) {
    log('printing order not marked', { job: job.id, error: String(second) })
    return false
  }
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Database.SqliteError || error instanceof WritingHalted
}

/** What is wrong with these is the file, which may be better the next time. */
const OF_THE_FILE: readonly PrintFailureCode[] = ['PDF_BROKEN', 'PDF_DAMAGED', 'STAMP_UNREADABLE']

/**
 * Nothing of it went out. A damaged file is fetched again for as long as it takes; a stamp that
 * cannot be read, once: when the service's next PDF has none either, a person decides.
 */
function settleFailed(
  { store, fetchAgain }: PrintWorkerPorts,
  job: PrintJobRow,
  code: PrintFailureCode,
  detail: string,
): void {
  const { saleId, widthMm } = job
  const isStamp = code === 'STAMP_UNREADABLE'
  if (isStamp && job.pdfTrouble === code)
    return store.mark(job, 'asking', { trouble: code, detail, stampReadable: false })
  const isOfService =
    saleId !== null && (job.kind === 'receipt' || job.kind === 'copy') && job.isVoucher === 0
  if (!isOfService || !OF_THE_FILE.includes(code))
    return store.mark(job, 'failed', { trouble: code, detail })
  store.mark(job, 'waiting', {
    trouble: code,
    detail,
    ...(isStamp ? { stampReadable: false } : {}),
  })
  fetchAgain(saleId, widthMm, code)
}

/**
 * Tries before papers go elsewhere: a missing printer does not come back by waiting, a roll is
 * changed in ten seconds.
 */
const TRIES_BEFORE_FALLBACK: Readonly<Record<PrinterTrouble, number>> = {
  PRINTER_NOT_FOUND: 2,
  PRINTER_NO_PERMISSION: 2,
  PRINTER_BUSY: 3,
  PRINTER_NOT_TAKING_DATA: 3,
  PAPER_OUT: 4,
  COVER_OPEN: 4,
  PRINTER_NOT_CHOSEN: 0,
}

/** Sends what a printer has not begun to another one; how many papers. */
export function moveOn(
  { store, onMoved }: PrintWorkerPorts,
  fromPrinterId: string,
  to: PrinterConfig,
): number {
  const moved = store.move(fromPrinterId, to)
  if (moved > 0) onMoved()
  return moved
}

/** Whether the papers of this printer went to another one. */
export function fallBack(
  ports: PrintWorkerPorts,
  job: PrintJobRow,
  reason: PrinterTrouble,
): boolean {
  const other = ports.fallbackOf(job.printerId)
  if (other === null || job.tries + 1 < TRIES_BEFORE_FALLBACK[reason]) return false
  const moved = moveOn(ports, job.printerId, other)
  ports.log('papers moved to another printer', { from: job.printerId, to: other.id, moved, reason })
  return moved > 0
}

export function settle(ports: PrintWorkerPorts, job: PrintJobRow, outcome: PrintOutcome): void {
  const { store, printers } = ports
  switch (outcome.kind) {
    case 'sent':
      return store.mark(job, 'sent', {
        escposSha256: createHash('sha256').update(outcome.escpos).digest('hex'),
        stampReadable: outcome.stampReadable,
        isPrinted: outcome.isPrinted === true,
        isShrunk: outcome.isShrunk === true,
        copies: job.kind === 'receipt' ? copiesOn(printers(), job.printerId) - 1 : 0,
      })
    case 'held':
      return store.mark(job, 'held', { trouble: outcome.reason, detail: outcome.detail })
    case 'unknown':
      return store.mark(job, 'unknown', {
        trouble: 'PRINT_UNKNOWN',
        detail: `${outcome.detail} (${outcome.bytesAccepted} bytes)`,
      })
    case 'failed':
      return settleFailed(ports, job, outcome.code, outcome.detail)
  }
}

function copiesOn(printers: readonly PrinterConfig[], printerId: string): number {
  return printers.find(({ id }) => id === printerId)?.options?.copies ?? 1
}
