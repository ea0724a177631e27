/** The printing room: PDF in, paper out, behind the till's PrinterPort. */
import { encodeCommands } from '#shared/escpos/command.ts'
import { drawerPulse } from '#shared/escpos/plan.ts'
import type { Confirmation } from '#shared/escpos/status.ts'
import type { PrinterConfig, PrinterState } from '#shared/bridge/views.ts'
import type { PrinterPort, PrinterTrouble, PrintOrder, PrintOutcome, TestPageOrder } from '../till/ports.ts'
import { createSurroundings } from './paper-around.ts'
import type { Around, OwnPapers } from './paper-around.ts'
import { writePaperFiles } from './paper-files.ts'
import { MODELS, traitsOf } from './profiles.ts'
import { createRasterClient } from './raster-client.ts'
import type { RasterClient, RasterClientOptions } from './raster-client.ts'
import type { RasterJob } from './raster-protocol.ts'
import { createFileTransport } from './file-transport.ts'
import { createSpoolerTransport } from './spooler/spooler-transport.ts'
import { createTcpTransport } from './tcp/tcp-transport.ts'
import type { TcpTimes } from './tcp/tcp-transport.ts'
import type { SearchScope, Transport } from './transport.ts'
import { createUsbTransport } from './usb/usb-transport.ts'
import type { UsbTransportOptions } from './usb/usb-transport.ts'
import { forkUsbHost } from './usb/usb-process.ts'
import type { UsbHostSpawner } from './usb/usb-process.ts'
import { createVirtualTransport } from './virtual-transport.ts'

export interface PrintingOptions {
  /** Entry of the raster worker; a bundle puts it elsewhere. Default: the source beside this file. */
  readonly rasterWorkerFile?: URL | string
  /** Entry of the USB process; a bundle puts it elsewhere. Default: the source beside this file. */
  readonly usbHostFile?: URL | string
  /** Starts the USB process in another way than as a child process, e.g. as Electron's utility process. */
  readonly spawnUsbHost?: UsbHostSpawner
  readonly tcpTimes?: TcpTimes
  readonly usb?: Pick<UsbTransportOptions, 'times' | 'pingTimeoutMs' | 'startTimeoutMs'>
  readonly raster?: Pick<RasterClientOptions, 'timeoutMs' | 'warmUpTimeoutMs' | 'warmUpRounds' | 'startAfter'>
  readonly paper: OwnPapers
  /** Where the bytes and the picture of every paper are kept. */
  readonly paperDir: string
  /** Printers that exist by configuration, virtual ones above all. */
  readonly printers: readonly PrinterConfig[]
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void
  /** Hears at once when a printer stops taking data in the middle of an order, and when it goes on (null). */
  readonly onTrouble?: (printerId: string, trouble: PrinterTrouble | null) => void
}

/** Opens the printing room. The raster worker starts at once; USB is touched only when someone asks for it. */
export function createPrinting(options: PrintingOptions): PrinterPort & { ready(): Promise<void> } {
  const room = new PrintingRoom(options)
  return {
    print: (order, signal) => room.print(order, signal),
    discover: (told = [], where = { network: false }) => room.discover(told, where),
    models: () => MODELS,
    printTestPage: (order, signal) => room.printTestPage(order, signal),
    kickDrawer: (printer) => room.kickDrawer(printer),
    ready: () => room.raster.ready(),
    close: () => room.close(),
  }
}

class PrintingRoom {
  readonly raster: RasterClient
  readonly #options: PrintingOptions
  readonly #transports: Readonly<Record<PrinterConfig['transport']['kind'], Transport>>
  /** The last thing each printer was given to do; the next waits for it. */
  readonly #lines = new Map<string, Promise<unknown>>()
  readonly #troubles = new Map<string, PrinterTrouble>()
  readonly #around: ReturnType<typeof createSurroundings>

  constructor(options: PrintingOptions) {
    this.#options = options
    this.#around = createSurroundings(options.paper)
    this.raster = createRasterClient({
      workerFile: options.rasterWorkerFile ?? new URL('./raster-worker.ts', import.meta.url),
      onTrouble: (message) => options.log('raster worker', { message }),
      ...options.raster,
    })
    this.#transports = {
      virtual: createVirtualTransport(),
      usb: createUsbTransport({
        spawn: options.spawnUsbHost ?? forkUsbHost(options.usbHostFile ?? new URL('./usb/usb-host.ts', import.meta.url)),
        log: options.log,
        ...options.usb,
      }),
      tcp: createTcpTransport(options.tcpTimes),
      spooler: createSpoolerTransport(),
      file: createFileTransport(),
    }
  }

  print(order: PrintOrder, signal: AbortSignal): Promise<PrintOutcome> {
    return this.#inLine(order.printer.id, async () =>
      this.#put(order, rasterJob(order, await this.#around.of(order)), signal))
  }

  printTestPage(order: TestPageOrder, signal: AbortSignal): Promise<PrintOutcome> {
    return this.#inLine(order.printer.id, async () => {
      const { printer, about } = order
      const { dotsPerMm } = traitsOf(printer)
      const pdf = await this.#options.paper.renderTestPagePdf({ widthMm: printer.widthMm, dots: printer.dots, dotsPerMm, about })
      const whole = { ...order, pdf, banner: null, opensDrawer: false }
      return this.#put(whole, { ...rasterJob(whole, await this.#around.of(whole)), isTestPage: true }, signal)
    })
  }

  kickDrawer(printer: PrinterConfig): Promise<PrintOutcome> {
    return this.#inLine(printer.id, async () => {
      const escpos = encodeCommands([drawerPulse(traitsOf(printer).handling)])
      const sent = await this.#send(printer, escpos, AbortSignal.timeout(DRAWER_TIMEOUT_MS), null, true)
      if (sent.kind !== 'accepted' && sent.kind !== 'printed') return sent
      return { kind: 'sent', escpos, paperPng: new Uint8Array(0), stampReadable: null }
    })
  }

  async discover(told: readonly PrinterConfig[], where: SearchScope): Promise<readonly PrinterState[]> {
    const found = (await Promise.all(Object.values(this.#transports).map((transport) => transport.discover(where)))).flat()
    const fixed = [...this.#options.printers, ...told]
    const known = new Set(fixed.map((printer) => printer.id))
    const all = [...fixed, ...found.filter((printer) => !known.has(printer.id))]
    return Promise.all(all.map(async (config) => {
      const transport = this.#transports[config.transport.kind]
      const trouble = this.#troubles.get(config.id) ?? await transport.troubleOf(config)
      const repeatsByItself = await transport.repeatsByItself?.(config) ?? false
      return { config, present: trouble !== 'PRINTER_NOT_FOUND', trouble, repeatsByItself }
    }))
  }

  async close(): Promise<void> {
    await Promise.all([this.raster.close(), ...Object.values(this.#transports).map((transport) => transport.close())])
  }

  async #put(order: PrintOrder, job: RasterJob, signal: AbortSignal): Promise<PrintOutcome> {
    const made = await this.raster.make(job)
    if (made.kind === 'refused') return { kind: 'failed', code: made.code, detail: made.detail }
    const { escpos, paperPng, stampReadable } = made
    if (stampReadable === false) this.#options.log('stamp not readable', { jobId: order.jobId })
    const sent = await this.#send(order.printer, escpos, signal, job.confirmation)
    if (sent.kind !== 'accepted' && sent.kind !== 'printed') return sent
    // The paper is out: a full disk must not turn it into a failure, or it would be printed again.
    await writePaperFiles(this.#options.paperDir, order.jobId, { escpos, png: paperPng }).catch((error: unknown) => {
      this.#options.log('paper not kept', { jobId: order.jobId, error: String(error) })
    })
    return { kind: 'sent', escpos, paperPng, stampReadable, isPrinted: sent.kind === 'printed' }
  }

  async #send(
    printer: PrinterConfig, bytes: Uint8Array, signal: AbortSignal, confirmation: Confirmation | null, isWorthlessLate = false,
  ) {
    const onTrouble = (trouble: PrinterTrouble | null): void => {
      if (trouble === null) this.#troubles.delete(printer.id)
      else this.#troubles.set(printer.id, trouble)
      this.#options.onTrouble?.(printer.id, trouble)
    }
    try {
      return await this.#transports[printer.transport.kind].send(printer, bytes, { signal, onTrouble, confirmation, isWorthlessLate })
    } finally {
      if (this.#troubles.has(printer.id)) onTrouble(null)
    }
  }

  /** One thing at a time per printer, in the order it was asked for; other printers do not wait. */
  #inLine<Answer>(printerId: string, work: () => Promise<Answer>): Promise<Answer> {
    const before = this.#lines.get(printerId) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#lines.set(printerId, mine.catch(() => undefined))
    return mine
  }
}

/** Longest the drawer order may take: a drawer that opens a minute later is a danger, not a service. */
const DRAWER_TIMEOUT_MS = 3_000

function rasterJob({ jobId, printer, pdf, opensDrawer }: PrintOrder, { above, below }: Around): RasterJob {
  const { handling, dotsPerMm, answers } = traitsOf(printer)
  return {
    pdf,
    above,
    below,
    dots: printer.dots,
    dotsPerMm,
    paperDots: Math.round(printer.widthMm * dotsPerMm),
    handling,
    opensDrawer: opensDrawer && printer.hasDrawer,
    // The end of a job's id differs from one paper to the next.
    confirmation: answers === 'none' ? null
      : answers === 'status' ? { kind: 'status' } : { kind: 'process-id', token: jobId.slice(-4).padStart(4, '0') },
    isTestPage: false,
  }
}
