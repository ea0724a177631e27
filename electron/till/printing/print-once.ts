/**
 * A paper that is no fact: nothing is kept of it, and one that did not come out is asked for again
 * by whoever stands there.
 */
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintJobId } from '#shared/core/brand.ts'
import type { Ids } from '#shared/text/ids.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { PrinterPort, PrinterTrouble } from '../kernel/ports.ts'
import { NO_PRINTER } from './no-printer.ts'

export interface OncePorts {
  readonly ids: Pick<Ids, 'printJobId'>
  readonly printing: Pick<PrinterPort, 'print'>
  readonly currentPrinter: () => PrinterConfig
  readonly troubleOf: (printerId: string) => PrinterTrouble | null
}

interface Once {
  readonly draw: (printer: PrinterConfig) => Promise<Uint8Array>
  /** Above the page, in the printer's own letters. */
  readonly banner?: string
  /** Nothing of it is left behind: not in the till's folder, and in no queue of the system's. */
  readonly isSecret?: boolean
  /** Longest a person waits before a paper that does not come out. */
  readonly timeoutMs?: number
}

interface PrintedOnce {
  readonly jobId: PrintJobId
  /** The printer itself said that it is out. */
  readonly isPrinted: boolean
}

/** Each leaves what it was given in a file: a picture, or a job in the system's print queue. */
const KEEPING: ReadonlySet<PrinterConfig['transport']['kind']> = new Set(['virtual', 'spooler'])

const ONCE_TIMEOUT_MS = 45_000

export async function printOnce(
  ports: OncePorts,
  { draw, banner, isSecret = false, timeoutMs = ONCE_TIMEOUT_MS }: Once,
): Promise<Result<PrintedOnce, Refusal>> {
  const printer = ports.currentPrinter()
  if (printer.id === NO_PRINTER.id) return refuse(refusal('PRINTER_NOT_CHOSEN'))
  if (isSecret && KEEPING.has(printer.transport.kind))
    return refuse(refusal('PRINTER_KEEPS_PAPERS', null, { name: printer.name }))
  // Behind a paper that waits for a new roll it would come out long after anybody looks.
  const trouble = ports.troubleOf(printer.id)
  if (trouble !== null) return refuse(refusal(trouble))
  const pdf = await draw(printer)
  const jobId = ports.ids.printJobId()
  const order = { jobId, printer, pdf, banner: banner ?? null, opensDrawer: false, isSecret }
  const outcome = await ports.printing.print(order, AbortSignal.timeout(timeoutMs))
  if (outcome.kind === 'held') return refuse(refusal(outcome.reason))
  if (outcome.kind === 'failed') return refuse(refusal(outcome.code))
  if (outcome.kind === 'unknown') return refuse(refusal('PRINT_UNKNOWN'))
  return ok({ jobId, isPrinted: outcome.isPrinted === true })
}
