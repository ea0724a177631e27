/** The printing room: PDF in, paper out, behind the till's PrinterPort. */
import { encodeCommands } from '#shared/escpos/command.ts'
import { drawerPulse } from '#shared/escpos/plan.ts'
import type { PrinterConfig, PrinterState } from '#shared/bridge/views.ts'
import type { BannerPaper } from '#shared/paper/banner-layout.ts'
import type { PrinterPort, PrinterTrouble, PrintOrder, PrintOutcome } from '../till/ports.ts'
import { writePaperFiles } from './paper-files.ts'
import { traitsOf } from './profiles.ts'
import { createRasterClient } from './raster-client.ts'
import type { RasterClient } from './raster-client.ts'
import type { MadePaper, RasterJob } from './raster-protocol.ts'
import { createFileTransport } from './file-transport.ts'
import { createSpoolerTransport } from './spooler-transport.ts'
import { createTcpTransport } from './tcp/tcp-transport.ts'
import type { TcpTimes } from './tcp/tcp-transport.ts'
import type { Transport } from './transport.ts'
import { createUsbTransport } from './usb/usb-transport.ts'
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
  readonly paper: { renderBannerPdf(banner: BannerPaper): Promise<Uint8Array> }
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
    discover: () => room.discover(),
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

  constructor(options: PrintingOptions) {
    this.#options = options
    this.raster = createRasterClient({
      workerFile: options.rasterWorkerFile ?? new URL('./raster-worker.ts', import.meta.url),
      onTrouble: (message) => options.log('raster worker', { message }),
    })
    this.#transports = {
      virtual: createVirtualTransport(),
      usb: createUsbTransport({
        spawn: options.spawnUsbHost ?? forkUsbHost(options.usbHostFile ?? new URL('./usb/usb-host.ts', import.meta.url)),
        log: options.log,
      }),
      tcp: createTcpTransport(options.tcpTimes),
      spooler: createSpoolerTransport(),
      file: createFileTransport(),
    }
  }

  print(order: PrintOrder, signal: AbortSignal): Promise<PrintOutcome> {
    return this.#inLine(order.printer.id, async () => {
      const banner = order.banner
      const bannerPdf = banner === null ? null
        : await this.#options.paper.renderBannerPdf({ widthMm: order.printer.widthMm, text: banner, detail: null })
      const made = await this.raster.make(rasterJob(order, bannerPdf))
      if (made.kind === 'refused') return { kind: 'failed', code: made.code, detail: made.detail }
      return this.#deliver(order, made, signal)
    })
  }

  kickDrawer(printer: PrinterConfig): Promise<PrintOutcome> {
    return this.#inLine(printer.id, async () => {
      const escpos = encodeCommands([drawerPulse(traitsOf(printer).handling.drawerPin)])
      const sent = await this.#send(printer, escpos, AbortSignal.timeout(DRAWER_TIMEOUT_MS))
      if (sent.kind !== 'accepted') return sent
      return { kind: 'sent', escpos, paperPng: new Uint8Array(0), stampReadable: null }
    })
  }

  async discover(): Promise<readonly PrinterState[]> {
    const found = (await Promise.all(Object.values(this.#transports).map((transport) => transport.discover()))).flat()
    const known = new Set(this.#options.printers.map((printer) => printer.id))
    const all = [...this.#options.printers, ...found.filter((printer) => !known.has(printer.id))]
    return Promise.all(all.map(async (config) => {
      const trouble = this.#troubles.get(config.id) ?? await this.#transports[config.transport.kind].troubleOf(config)
      return { config, present: trouble !== 'PRINTER_NOT_FOUND', trouble }
    }))
  }

  async close(): Promise<void> {
    await Promise.all([this.raster.close(), ...Object.values(this.#transports).map((transport) => transport.close())])
  }

  async #deliver(order: PrintOrder, made: MadePaper, signal: AbortSignal): Promise<PrintOutcome> {
    const { escpos, paperPng, stampReadable } = made
    if (stampReadable === false) this.#options.log('stamp not readable', { jobId: order.jobId })
    const sent = await this.#send(order.printer, escpos, signal)
    if (sent.kind !== 'accepted') return sent
    // The paper is out: a full disk must not turn it into a failure, or it would be printed again.
    await writePaperFiles(this.#options.paperDir, order.jobId, { escpos, png: paperPng }).catch((error: unknown) => {
      this.#options.log('paper not kept', { jobId: order.jobId, error: String(error) })
    })
    return { kind: 'sent', escpos, paperPng, stampReadable }
  }

  async #send(printer: PrinterConfig, bytes: Uint8Array, signal: AbortSignal) {
    const onTrouble = (trouble: PrinterTrouble | null): void => {
      if (trouble === null) this.#troubles.delete(printer.id)
      else this.#troubles.set(printer.id, trouble)
      this.#options.onTrouble?.(printer.id, trouble)
    }
    try {
      return await this.#transports[printer.transport.kind].send(printer, bytes, { signal, onTrouble })
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

function rasterJob({ printer, pdf, opensDrawer }: PrintOrder, bannerPdf: Uint8Array | null): RasterJob {
  const { handling, dotsPerMm } = traitsOf(printer)
  return {
    pdf,
    bannerPdf,
    dots: printer.dots,
    dotsPerMm,
    paperDots: Math.round(printer.widthMm * dotsPerMm),
    handling,
    opensDrawer: opensDrawer && printer.hasDrawer,
  }
}
