/**
 * Puts papers out, one at a time per printer, at its own pace. A dead printer stalls neither the
 * others nor a sale.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { nowOrInTurn } from '../kernel/background.ts'
import type { Clock, PrintOrder, PrintOutcome, PrinterTrouble } from '../kernel/ports.ts'
import { NO_PRINTER } from './no-printer.ts'
import type { PrintJobRow } from './print-job-row.ts'
import type { PrintWorkerPorts } from './print-worker-ports.ts'
import { giveUp, fallBack, moveOn, settle } from './settle-paper.ts'

/** A drawer that opens later than this after the sale opens in front of the next customer. */
export const DRAWER_USEFUL_MS = 15_000
/** What waits longer than this for a printer asks before it prints: its customer has left. */
const LATE_MS = 2 * 3_600_000
/**
 * Waits before a held order is tried again: short, because a cashier is changing the roll right
 * now.
 */
const HELD_RETRY_MS = [1_000, 2_000, 3_000, 5_000] as const
const HELD_RETRY_MS_MAX = 10_000

export interface PrintWorker {
  start(): void
  wake(): void
  /** A printer stops in the middle of a paper, or goes on (null). */
  noteTrouble(printerId: string, trouble: PrinterTrouble | null): void
  /** A person has seen to this printer: what rests for its sake is tried with the next wake. */
  goOn(printerId: string): void
  /** A paper is with the printer at this moment. */
  isBusy(printerId: string): boolean
  /** By its own word the roll is near its end. */
  isPaperLow(printerId: string): boolean
  stop(): Promise<void>
}

export function createPrintWorker(ports: PrintWorkerPorts): PrintWorker {
  const { store, clock, log } = ports
  const busy = new Map<string, Promise<void>>()
  const low = new Set<string>()
  const noteLow = (printerId: string, isLow: boolean) =>
    isLow ? low.add(printerId) : low.delete(printerId)
  const wake = () => nowOrInTurn(clock, handOut)
  const stuck = createStuck(ports, wake)
  const wary = createWary(ports)
  const rests = createRests(clock, wake)
  const turns = createTurns(ports, wake)
  const stopping = new AbortController()
  let running = false

  const work = async (job: PrintJobRow) => {
    let outcome: PrintOutcome | null = null
    try {
      outcome = await printJob(ports, job, stopping.signal)
      if (outcome !== null) settle(ports, job, outcome)
      if (outcome?.kind === 'sent') noteLow(job.printerId, outcome.isPaperLow === true)
      const waryMs = wary.after(job.printerId, outcome)
      if (waryMs > 0) rests.begin(job.printerId, waryMs)
      else if (outcome?.kind === 'held' && !fallBack(ports, job, outcome.reason)) restHeld(job)
      else rests.end(job.printerId)
    } catch (error) {
      log('printing failed', { job: job.id, error: String(error) })
      if (!giveUp(ports, job, outcome, error)) restHeld(job)
    } finally {
      busy.delete(job.printerId)
      ports.onChange()
      wake()
    }
  }
  const restHeld = ({ printerId, tries }: PrintJobRow) =>
    rests.begin(printerId, HELD_RETRY_MS[tries] ?? HELD_RETRY_MS_MAX)
  const handOut = () => {
    if (!running || stopping.signal.aborted) return
    stuck.moveOn()
    for (const job of headsInTime(ports)) {
      if (job.printerId === NO_PRINTER.id) holdForPrinter(ports, job)
      else if (!busy.has(job.printerId) && !rests.has(job.printerId) && turns.isTurnOf(job))
        busy.set(job.printerId, work(job))
    }
  }

  return {
    start() {
      running = true
      store.recover()
      handOut()
    },
    wake,
    noteTrouble: stuck.note,
    goOn(printerId) {
      wary.forget(printerId)
      rests.end(printerId)
    },
    isBusy: (printerId) => busy.has(printerId),
    isPaperLow: (printerId) => low.has(printerId),
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

/** Nobody has chosen a printer yet: said once at the paper, which goes to the one that will be. */
function holdForPrinter({ store, onChange }: PrintWorkerPorts, job: PrintJobRow): void {
  if (job.state === 'held') return
  store.mark(job, 'held', { trouble: 'PRINTER_NOT_CHOSEN' satisfies PrinterTrouble })
  onChange()
}

/** Printers that are left alone for a while. */
function createRests(clock: Clock, onOver: () => void) {
  const untilMs = new Map<string, number>()
  return {
    begin(printerId: string, delayMs: number) {
      const endMs = clock.monotonicMs() + delayMs
      untilMs.set(printerId, endMs)
      clock.after(delayMs, () => {
        // A timer may come a moment early; asking the clock again would let the paper lie for ever.
        if (untilMs.get(printerId) === endMs) untilMs.delete(printerId)
        onOver()
      })
    },
    end: (printerId: string) => void untilMs.delete(printerId),
    has: (printerId: string) => (untilMs.get(printerId) ?? 0) > clock.monotonicMs(),
  }
}

/** Longest a receipt waits for those of earlier sales, whose PDFs are still under way. */
const EARLIER_MS = 3_000
/** No paper is looked through for an earlier one that was waited for so long ago. */
const FORGET_MS = 600_000

/** PDFs come in any order; the papers of one printer come in the order of their sales. */
function createTurns({ store, clock }: PrintWorkerPorts, onOver: () => void) {
  /** When an earlier paper was first waited for: each is waited for once. */
  const waitedSinceMs = new Map<string, number>()
  return {
    isTurnOf(job: PrintJobRow): boolean {
      if (job.kind !== 'receipt' || job.state !== 'queued' || job.tries > 0) return true
      const now = clock.monotonicMs()
      const ahead = store.ahead(job)
      for (const id of waitedSinceMs.keys())
        if (now - (waitedSinceMs.get(id) ?? 0) > FORGET_MS) waitedSinceMs.delete(id)
      for (const id of ahead) {
        if (waitedSinceMs.has(id)) continue
        waitedSinceMs.set(id, now)
        clock.after(EARLIER_MS, onOver)
      }
      return ahead.every((id) => now - (waitedSinceMs.get(id) ?? now) >= EARLIER_MS)
    },
  }
}

/**
 * In trouble this long with a paper half out, the papers behind it go elsewhere: somebody who
 * changes the roll needs less.
 */
const STUCK_MS = 15_000

/**
 * Printers that stopped in the middle of a paper. What is behind it was not begun, and comes out
 * unmarked on another one.
 */
function createStuck(ports: PrintWorkerPorts, onStuck: () => void) {
  const { clock, fallbackOf, log } = ports
  const since = new Map<string, number>()
  return {
    note(printerId: string, trouble: PrinterTrouble | null) {
      if (trouble === null) return void since.delete(printerId)
      if (since.has(printerId)) return
      since.set(printerId, clock.monotonicMs())
      clock.after(STUCK_MS, onStuck)
    },
    moveOn() {
      for (const [printerId, sinceMs] of since) {
        const other = clock.monotonicMs() - sinceMs >= STUCK_MS ? fallbackOf(printerId) : null
        if (other === null || since.has(other.id)) continue
        const moved = moveOn(ports, printerId, other)
        if (moved > 0)
          log('papers behind a stuck one moved', { from: printerId, to: other.id, moved })
      }
    },
  }
}

/** Lost in a row before a printer is no longer trusted with the next paper. */
const LOST_IN_A_ROW = 2
/** Waits before a printer that lost papers in a row gets another one. */
const LOST_RETRY_MS = [10_000, 30_000] as const
const LOST_RETRY_MS_MAX = 60_000

/**
 * A printer that takes a paper and breaks off, again and again, must not turn a queue into
 * questions.
 */
function createWary(ports: PrintWorkerPorts) {
  const { store, fallbackOf, log } = ports
  const lost = new Map<string, number>()
  return {
    forget: (printerId: string) => lost.delete(printerId),
    /**
     * Milliseconds this printer is left alone; what waits behind goes to another one if there is.
     */
    after(printerId: string, outcome: PrintOutcome | null): number {
      if (outcome?.kind === 'sent') lost.delete(printerId)
      if (outcome?.kind !== 'unknown') return 0
      const inARow = (lost.get(printerId) ?? 0) + 1
      lost.set(printerId, inARow)
      if (inARow < LOST_IN_A_ROW) return 0
      const other = fallbackOf(printerId)
      if (other !== null) moveOn(ports, printerId, other)
      const next = store.heads().find((head) => head.printerId === printerId)
      const facts = { trouble: 'PRINTER_NOT_TAKING_DATA', detail: outcome.detail }
      if (next !== undefined) store.mark(next, 'held', facts)
      log('papers lost in a row', { printer: printerId, inARow, to: other?.id ?? null })
      return LOST_RETRY_MS[inARow - LOST_IN_A_ROW] ?? LOST_RETRY_MS_MAX
    },
  }
}

/**
 * Orders to put out now. Where the oldest is late, all that are ask first, and what comes after
 * them goes on.
 */
function headsInTime({ store, clock, log }: PrintWorkerPorts): readonly PrintJobRow[] {
  const heads = store.heads()
  const now = clock.now()
  const [before, after] = [(now - LATE_MS) as EpochMs, (now + LATE_MS) as EpochMs]
  // Of a time that lies ahead: the clock was set back since, and nobody knows how long it waits.
  const isLate = (wantedAt: EpochMs) => wantedAt < before || wantedAt > after
  if (!heads.some(({ wantedAt, reportId }) => reportId === null && isLate(wantedAt))) return heads
  log('late papers ask first', { count: store.askAboutLate(before, after) })
  return store.heads()
}

/**
 * By the wall clock, which a restart does not lose; where it was set back in between, nobody knows,
 * and it stays shut.
 */
function isDrawerDue(
  { clock }: PrintWorkerPorts,
  { opensDrawer, createdAt }: PrintJobRow,
): boolean {
  const ageMs = clock.now() - createdAt
  return opensDrawer === 1 && ageMs >= 0 && ageMs <= DRAWER_USEFUL_MS
}

async function printJob(
  ports: PrintWorkerPorts,
  job: PrintJobRow,
  signal: AbortSignal,
): Promise<PrintOutcome | null> {
  const printer = ports.printers().find((candidate) => candidate.id === job.printerId)
  if (!printer) {
    ports.store.mark(job, 'failed', { trouble: 'PRINTER_UNKNOWN' })
    return null
  }
  ports.store.mark(job, 'printing')
  const own = ports.drawOwn(job)
  const pdf = await (own ?? readStored(ports, job))
  if (pdf === null) return { kind: 'failed', code: 'PDF_DAMAGED', detail: job.pdfFile ?? 'no file' }
  const page = own === null && job.saleId !== null ? (ports.pageUnder?.(job.saleId) ?? null) : null
  return ports.port.print(
    {
      ...(page === null ? {} : { page }),
      jobId: job.id,
      printer,
      pdf,
      logo: ports.logoOf(printer.id),
      banner: isFirst(ports, job) ? null : 'COPIA',
      opensDrawer: isDrawerDue(ports, job),
      needsStamp: own === null && job.stampWaived === 0,
      stampOf: own === null ? stampOf(job) : null,
    },
    signal,
  )
}

/** Of a sale from before a doubt, another copy of this till may have put out the first one. */
function isFirst({ isInDoubt }: PrintWorkerPorts, { kind, isDoubted }: PrintJobRow): boolean {
  return kind !== 'copy' && isDoubted !== 1 && isInDoubt?.() !== true
}

function stampOf({
  documentType,
  totalClp,
  folio,
}: PrintJobRow): Exclude<PrintOrder['stampOf'], undefined> {
  return documentType === null || totalClp === null || folio === null
    ? null
    : { documentType, totalClp, folio }
}

/** Null also where another paper of the same sale has had the file forgotten in the meantime. */
async function readStored(
  { readPdf }: PrintWorkerPorts,
  { pdfFile, pdfSha256 }: PrintJobRow,
): Promise<Uint8Array | null> {
  return pdfFile === null || pdfSha256 === null ? null : readPdf(pdfFile, pdfSha256)
}
