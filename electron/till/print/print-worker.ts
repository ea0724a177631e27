/**
 * Puts papers out, one at a time per printer, at its own pace. A dead printer stalls neither the others nor a sale.
 */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import type { PrinterConfig } from '#shared/bridge/views.ts'
import type { Clock, PrinterPort, PrinterTrouble, PrintOutcome } from '../ports.ts'
import { WritingHalted } from '../safety/watch-commits.ts'
import type { PrintJobRow, PrintStore } from './print-store.ts'

/** Waits before a held order is tried again: short, because a cashier is changing the roll right now. */
const HELD_RETRY_MS = [1_000, 2_000, 3_000, 5_000] as const
const HELD_RETRY_MS_MAX = 10_000

export interface PrintWorkerPorts {
  readonly store: PrintStore
  readonly port: PrinterPort
  readonly clock: Clock
  readonly printers: () => readonly PrinterConfig[]
  readonly logoOf: (printerId: string) => Uint8Array | null
  /** Where the papers of a printer go by themselves when it cannot print; null = they wait. */
  readonly fallbackOf: (printerId: string) => PrinterConfig | null
  readonly readPdf: (fileName: string) => Promise<Uint8Array>
  /** What the till draws itself: a slip, a report. Null: a receipt, whose PDF is the service's. */
  readonly drawOwn: (job: PrintJobRow) => Promise<Uint8Array> | null
  readonly onChange: () => void
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void
}

export interface PrintWorker {
  start(): void
  wake(): void
  stop(): Promise<void>
}

export function createPrintWorker(ports: PrintWorkerPorts): PrintWorker {
  const { store, clock, log } = ports
  const busy = new Map<string, Promise<void>>()
  const resting = new Map<string, number>()
  const stopping = new AbortController()
  let running = false

  const work = async (job: PrintJobRow) => {
    let outcome: PrintOutcome | null = null
    try {
      outcome = await printJob(ports, job, stopping.signal)
      if (outcome !== null) settle(ports, job, outcome)
      if (outcome?.kind === 'held' && !fallBack(ports, job, outcome.reason)) rest(job)
      else resting.delete(job.printerId)
    } catch (error) {
      log('printing failed', { job: job.id, error: String(error) })
      if (!giveUp(ports, job, outcome, error)) rest(job)
    } finally {
      busy.delete(job.printerId)
      ports.onChange()
      wake()
    }
  }
  const rest = (job: PrintJobRow) => {
    const delayMs = HELD_RETRY_MS[job.tries] ?? HELD_RETRY_MS_MAX
    const untilMs = clock.monotonicMs() + delayMs
    resting.set(job.printerId, untilMs)
    clock.after(delayMs, () => {
      // A timer may come a moment before its time; asking the clock again would then let the paper lie for ever.
      if (resting.get(job.printerId) === untilMs) resting.delete(job.printerId)
      wake()
    })
  }
  const wake = () => {
    if (!running || stopping.signal.aborted) return
    for (const job of store.heads()) {
      if (busy.has(job.printerId) || (resting.get(job.printerId) ?? 0) > clock.monotonicMs()) continue
      busy.set(job.printerId, work(job))
    }
  }

  return {
    start() {
      running = true
      store.recover()
      wake()
    },
    wake,
    async stop() {
      running = false
      await Promise.race([
        Promise.allSettled(busy.values()),
        new Promise<void>((resolve) => clock.after(3_000, resolve)),
      ])
      stopping.abort()
      await Promise.allSettled(busy.values())
    },
  }
}

async function printJob(ports: PrintWorkerPorts, job: PrintJobRow, signal: AbortSignal): Promise<PrintOutcome | null> {
  const printer = ports.printers().find((candidate) => candidate.id === job.printerId)
  if (!printer) {
    ports.store.mark(job, 'failed', { trouble: 'PRINTER_UNKNOWN' })
    return null
  }
  ports.store.mark(job, 'printing')
  const pdf = await (ports.drawOwn(job) ?? readStored(ports, job))
  return ports.port.print({
    jobId: job.id, printer, pdf, logo: ports.logoOf(printer.id), banner: job.kind === 'copy' ? 'COPIA' : null,
    opensDrawer: job.opensDrawer === 1,
  }, signal)
}

/** False when the order is looked at again later: nothing of it is out and only the disk is to blame, or not even this could be written. */
function giveUp({ store, log }: PrintWorkerPorts, job: PrintJobRow, outcome: PrintOutcome | null, error: unknown): boolean {
  const detail = String(error).slice(0, 300)
  try {
    // With bytes on paper already, `failed` would invite a second original.
    if (outcome?.kind === 'sent' || outcome?.kind === 'unknown') store.mark(job, 'unknown', { trouble: 'PRINT_UNKNOWN', detail })
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

async function readStored(ports: PrintWorkerPorts, job: PrintJobRow): Promise<Uint8Array> {
  if (job.pdfFile === null) throw new Error('a queued receipt has its PDF')
  return ports.readPdf(job.pdfFile)
}

/** Tries before papers go elsewhere: a missing printer does not come back by waiting, a roll is changed in ten seconds. */
const TRIES_BEFORE_FALLBACK: Readonly<Record<PrinterTrouble, number>> = {
  PRINTER_NOT_FOUND: 2, PRINTER_NO_PERMISSION: 2, PRINTER_BUSY: 3, PRINTER_NOT_TAKING_DATA: 3, PAPER_OUT: 4, COVER_OPEN: 4,
}

/** Whether the papers of this printer went to another one. */
function fallBack({ store, fallbackOf, log }: PrintWorkerPorts, job: PrintJobRow, reason: PrinterTrouble): boolean {
  const other = fallbackOf(job.printerId)
  if (other === null || job.tries + 1 < TRIES_BEFORE_FALLBACK[reason]) return false
  const moved = store.move(job.printerId, other)
  log('papers moved to another printer', { from: job.printerId, to: other.id, moved, reason })
  return moved > 0
}

function settle({ store, printers }: PrintWorkerPorts, job: PrintJobRow, outcome: PrintOutcome): void {
  switch (outcome.kind) {
    case 'sent':
      return store.mark(job, 'sent', {
        escposSha256: createHash('sha256').update(outcome.escpos).digest('hex'), stampReadable: outcome.stampReadable,
        isPrinted: outcome.isPrinted === true, copies: job.kind === 'receipt' ? copiesOn(printers(), job.printerId) - 1 : 0,
      })
    case 'held':
      return store.mark(job, 'held', { trouble: outcome.reason, detail: outcome.detail })
    case 'unknown':
      return store.mark(job, 'unknown', { trouble: 'PRINT_UNKNOWN', detail: `${outcome.detail} (${outcome.bytesAccepted} bytes)` })
    case 'failed':
      return store.mark(job, 'failed', { trouble: outcome.code, detail: outcome.detail })
  }
}

function copiesOn(printers: readonly PrinterConfig[], printerId: string): number {
  return printers.find(({ id }) => id === printerId)?.options?.copies ?? 1
}
