/** The printing room: PDF in, paper out, behind the till's PrinterPort. */
import type { Log } from '#shared/core/ports.ts'
import { isStampOf } from '#shared/raster/stamp-says.ts'
import { HEAD_DOTS } from '#shared/escpos/head.ts'
import { drawPaper } from '#shared/escpos/paper.ts'
import { drawerPulse } from '#shared/escpos/plan.ts'
import type { PaperHandling } from '#shared/escpos/plan.ts'
import { planRuler } from '#shared/escpos/ruler.ts'
import type { Confirmation, HeardAnswers } from '#shared/escpos/status.ts'
import { deviceOf, type PrinterConfig } from '#shared/printing/printers.ts'
import type { PrinterState } from '#shared/printing/views.ts'
import type {
  PrinterPort,
  PrinterTrouble,
  PrintOrder,
  PrintOutcome,
  TestPageOrder,
} from '../till/kernel/ports.ts'
import { createLetterheads } from './letterhead.ts'
import type { OwnPapers } from './letterhead.ts'
import { writePaperFiles } from './paper-files.ts'
import { encodePaperPng } from './paper-png.ts'
import { MODELS, traitsOf } from './profiles.ts'
import { createRasterClient } from './raster-client.ts'
import type { RasterClient, RasterClientOptions } from './raster-client.ts'
import type { RasterJob } from './raster-protocol.ts'
import { createFileTransport } from './file-transport.ts'
import { createSerialTransport } from './serial/serial-transport.ts'
import type { FoundSerialPort, SerialTimes } from './serial/serial-transport.ts'
import { createSpoolerTransport } from './spooler/spooler-transport.ts'
import { createTcpTransport } from './tcp/tcp-transport.ts'
import type { TcpTimes } from './tcp/tcp-transport.ts'
import type { SearchScope, SendOutcome, Transport } from './transport.ts'
import { createUsbTransport } from './usb/usb-transport.ts'
import type { UsbTransportOptions } from './usb/usb-transport.ts'
import { forkUsbHost } from './usb/usb-process.ts'
import type { UsbHostSpawner } from './usb/usb-process.ts'
import { createNoTransport } from './no-transport.ts'
import { createVirtualTransport } from './virtual-transport.ts'
import { encodeFor, asNeverHeard, rasterJob } from './raster-job.ts'

export interface PrintingOptions {
  /**
   * Entry of the raster worker; a bundle puts it elsewhere. Default: the source beside this file.
   */
  readonly rasterWorkerFile?: URL | string
  /** Entry of the USB process; a bundle puts it elsewhere. Default: the source beside this file. */
  readonly usbHostFile?: URL | string
  /**
   * Starts the USB process in another way than as a child process, e.g. as Electron's utility
   * process.
   */
  readonly spawnUsbHost?: UsbHostSpawner
  readonly tcpTimes?: TcpTimes
  readonly serialTimes?: SerialTimes
  /** Ports of this machine; another list for tests. */
  readonly listSerialPorts?: () => Promise<readonly FoundSerialPort[]>
  /** Longest an order for the drawer may wait. */
  readonly drawerTimeoutMs?: number
  readonly usb?: Pick<UsbTransportOptions, 'times' | 'pingTimeoutMs' | 'startTimeoutMs'>
  readonly raster?: Pick<
    RasterClientOptions,
    'timeoutMs' | 'cpuMsMax' | 'warmUpTimeoutMs' | 'warmUpRounds' | 'startAfter'
  >
  readonly paper: OwnPapers
  /** Where the bytes and the picture of every paper are kept. */
  readonly paperDir: string
  /**
   * True in a practice beside a shop: the printers and the drawer of this machine are the shop's,
   * so every paper is a picture only and nothing is opened, asked or searched for.
   */
  readonly isOnlyPractised?: () => boolean
  /** Printers that exist by configuration, virtual ones above all. */
  readonly printers: readonly PrinterConfig[]
  readonly log: Log
  /**
   * Hears at once when a printer stops taking data in the middle of an order, and when it goes on
   * (null).
   */
  readonly onTrouble?: (printerId: string, trouble: PrinterTrouble | null) => void
}

/**
 * Opens the printing room. The raster worker starts at once; USB is touched only when someone asks
 * for it.
 */
export function createPrinting(options: PrintingOptions): PrinterPort & { ready(): Promise<void> } {
  const room = new PrintingRoom(options)
  return {
    print: (order, signal) => room.print(order, signal),
    discover: (remembered = [], where = { network: false }) => room.discover(remembered, where),
    models: () => MODELS,
    printTestPage: (order, signal) => room.printTestPage(order, signal),
    believe: (printer) => room.believe(printer),
    kickDrawer: (printer) => room.kickDrawer(printer),
    ready: () => room.raster.ready(),
    close: () => room.close(),
  }
}

class PrintingRoom {
  readonly raster: RasterClient
  readonly #options: PrintingOptions
  readonly #devices: Readonly<Record<PrinterConfig['transport']['kind'], Transport>>
  readonly #thinAir = createVirtualTransport()
  /** The last thing each device was given to do; the next waits for it. */
  readonly #lines = new Map<string, Promise<unknown>>()
  readonly #troubles = new Map<string, PrinterTrouble>()
  /** Devices with a paper on the line. */
  readonly #underWay = new Set<string>()
  readonly #around: ReturnType<typeof createLetterheads>

  constructor(options: PrintingOptions) {
    this.#options = options
    this.#around = createLetterheads(options.paper)
    this.raster = createRasterClient({
      workerFile: options.rasterWorkerFile ?? new URL('./raster-worker.ts', import.meta.url),
      onTrouble: (message) => options.log('raster worker', { message }),
      ...options.raster,
    })
    this.#devices = {
      virtual: this.#thinAir,
      none: createNoTransport(),
      usb: createUsbTransport({
        spawn:
          options.spawnUsbHost ??
          forkUsbHost(options.usbHostFile ?? new URL('./usb/usb-host.ts', import.meta.url)),
        log: options.log,
        ...options.usb,
      }),
      tcp: createTcpTransport(options.tcpTimes),
      spooler: createSpoolerTransport(),
      serial: createSerialTransport(options.serialTimes, options.listSerialPorts),
      file: createFileTransport(),
    }
  }

  print(order: PrintOrder, signal: AbortSignal): Promise<PrintOutcome> {
    return this.#inLine(order.printer, async () =>
      this.#put(order, rasterJob(order, await this.#around.of(order)), signal),
    )
  }

  printTestPage(order: TestPageOrder, signal: AbortSignal): Promise<PrintOutcome> {
    return this.#inLine(order.printer, async () => {
      // What is assumed of its model is tried anew, whatever was heard before.
      const printer = asNeverHeard(order.printer)
      const { about, isPractice = false } = order
      const { dotsPerMm, dots, handling } = traitsOf(printer)
      if (order.isRuler === true) return this.#putRuler(order, handling, signal)
      const pdf = await this.#options.paper.renderTestPagePdf({
        widthMm: printer.widthMm,
        dots,
        dotsPerMm,
        about,
        isPractice,
      })
      const whole = { ...order, printer, pdf, banner: null, opensDrawer: false }
      const job = { ...rasterJob(whole, await this.#around.of(whole)), isTestPage: true }
      return this.#withHeard(printer, job, (seen) => this.#put(whole, job, signal, seen))
    })
  }

  /**
   * Prints a test page and asks the printer what it answers to. One that took every byte of the
   * page and answers nothing at all is a silent model: whether the page came out, the person beside
   * it sees.
   */
  async #withHeard(
    printer: PrinterConfig,
    job: RasterJob,
    print: (isKnownSilent: (sent: SendOutcome) => Promise<boolean>) => Promise<PrintOutcome>,
  ): Promise<PrintOutcome> {
    const transport = this.#transportOf(printer)
    let heard: HeardAnswers | null = null
    // The questions are ESC/POS, and letters to a printer of Star's.
    const isAsked = job.handling.language === 'escpos'
    const probe = async (): Promise<void> => {
      if (isAsked) heard ??= (await transport.probe?.(printer)) ?? null
    }
    const outcome = await print(async (sent) => {
      if (
        sent.kind !== 'unknown' ||
        sent.reason !== 'PRINTER_NOT_TAKING_DATA' ||
        sent.isAllTaken !== true
      )
        return false
      await probe()
      // It may answer at once, and still know nothing that is asked behind a paper.
      return heard !== null && !heard.sensor
    })
    if (outcome.kind !== 'sent') return outcome
    await probe()
    const found = heard as HeardAnswers | null
    if (found === null) return outcome
    return {
      ...outcome,
      heard: {
        ...found,
        printed: outcome.isPrinted === true && job.confirmation?.kind === 'process-id',
      },
    }
  }

  /**
   * Bars and the printer's own letters: nothing is drawn, so it comes out whatever is believed
   * about the head.
   */
  async #putRuler(
    { jobId, printer }: TestPageOrder,
    handling: PaperHandling,
    signal: AbortSignal,
  ): Promise<PrintOutcome> {
    const commands = planRuler(handling)
    const escpos = encodeFor(handling, commands)
    const png = encodePaperPng(drawPaper(commands, Math.max(...HEAD_DOTS)).page)
    const sent = await this.#send(printer, escpos, signal, null)
    if (sent.kind !== 'accepted' && sent.kind !== 'printed') return sent
    await this.#keep(jobId, escpos, png)
    return { kind: 'sent', escpos, paperPng: png, stampReadable: null }
  }

  kickDrawer(printer: PrinterConfig): Promise<PrintOutcome> {
    const limit = AbortSignal.timeout(this.#options.drawerTimeoutMs ?? DRAWER_TIMEOUT_MS)
    let isBegun = false
    const kicked = this.#inLine(printer, async () => {
      if (limit.aborted) return BEHIND_A_PAPER
      isBegun = true
      return this.#kick(printer, limit)
    })
    // Behind a paper that hangs it would open minutes later, in front of somebody else.
    const late = new Promise<PrintOutcome>((resolve) =>
      limit.addEventListener(
        'abort',
        () => {
          if (!isBegun) resolve(BEHIND_A_PAPER)
        },
        { once: true },
      ),
    )
    return Promise.race([kicked, late])
  }

  async discover(
    remembered: readonly PrinterConfig[],
    where: SearchScope,
  ): Promise<readonly PrinterState[]> {
    const found = (
      await Promise.all(this.#reachable().map((transport) => transport.discover(where)))
    ).flat()
    const fixed = [...this.#options.printers, ...remembered]
    const known = new Set(fixed.map((printer) => printer.id))
    const all = [...fixed, ...found.filter((printer) => !known.has(printer.id))]
    return Promise.all(
      all.map(async (config) => {
        const transport = this.#transportOf(config)
        // A question beside a paper could end up inside one of its pictures.
        const trouble = this.#underWay.has(deviceOf(config))
          ? (this.#troubles.get(config.id) ?? null)
          : await transport.troubleOf(config)
        const repeatsByItself = (await transport.repeatsByItself?.(config)) ?? false
        return { config, present: trouble !== 'PRINTER_NOT_FOUND', trouble, repeatsByItself }
      }),
    )
  }

  /** The only way from a printer of the settings to what it stands for. */
  #transportOf({ transport }: PrinterConfig): Transport {
    const isOffered = transport.kind === 'none' || !this.#isOnlyPractised()
    return isOffered ? this.#devices[transport.kind] : this.#thinAir
  }

  #reachable(): readonly Transport[] {
    return this.#isOnlyPractised() ? [this.#thinAir] : Object.values(this.#devices)
  }

  #isOnlyPractised(): boolean {
    return this.#options.isOnlyPractised?.() === true
  }

  async close(): Promise<void> {
    await Promise.all([
      this.raster.close(),
      ...Object.values(this.#devices).map((transport) => transport.close()),
    ])
  }

  async #kick(printer: PrinterConfig, limit: AbortSignal): Promise<PrintOutcome> {
    const { handling } = traitsOf(printer)
    const escpos = encodeFor(handling, [drawerPulse(handling)])
    const sent = await this.#send(printer, escpos, limit, null, true)
    if (sent.kind !== 'accepted' && sent.kind !== 'printed') return sent
    return { kind: 'sent', escpos, paperPng: new Uint8Array(0), stampReadable: null }
  }

  async #put(
    order: PrintOrder,
    job: RasterJob,
    signal: AbortSignal,
    isKnownSilent: (sent: SendOutcome) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<PrintOutcome> {
    const made = await this.raster.make(job)
    if (made.kind === 'refused') return { kind: 'failed', code: made.code, detail: made.detail }
    const { escpos, paperPng, stampReadable, stampPayload, isShrunk } = made
    // A PDF that was the answer to another question is another sale's receipt.
    if (order.stampOf && stampPayload !== null && !isStampOf(stampPayload, order.stampOf)) {
      return { kind: 'failed', code: 'PDF_BROKEN', detail: 'the stamp is of another document' }
    }
    if (stampReadable === false) this.#options.log('stamp not readable', { jobId: order.jobId })
    if (order.needsStamp === true && stampReadable !== true) {
      return {
        kind: 'failed',
        code: 'STAMP_UNREADABLE',
        detail: stampReadable === null ? 'no stamp on the page' : 'the stamp does not decode',
      }
    }
    const answer = await this.#send(order.printer, escpos, signal, job.confirmation)
    const sent: SendOutcome = (await isKnownSilent(answer)) ? { kind: 'accepted' } : answer
    if (sent.kind !== 'accepted' && sent.kind !== 'printed') return sent
    if (answer !== sent) this.believe(order.printer)
    if (order.isSecret !== true) await this.#keep(order.jobId, escpos, paperPng)
    return {
      kind: 'sent',
      escpos,
      paperPng,
      stampReadable,
      isShrunk,
      isPrinted: sent.kind === 'printed',
      isPaperLow: sent.isPaperLow === true,
    }
  }

  /**
   * The paper is out: a full disk must not turn it into a failure, or it would be printed again.
   */
  async #keep(jobId: PrintOrder['jobId'], escpos: Uint8Array, png: Uint8Array): Promise<void> {
    await writePaperFiles(this.#options.paperDir, jobId, { escpos, png }).catch(
      (error: unknown) => {
        this.#options.log('paper not kept', { jobId, error: String(error) })
      },
    )
  }

  async #send(
    printer: PrinterConfig,
    bytes: Uint8Array,
    signal: AbortSignal,
    confirmation: Confirmation | null,
    isWorthlessLate = false,
  ) {
    const onTrouble = (trouble: PrinterTrouble | null): void => {
      if (trouble === null) this.#troubles.delete(printer.id)
      else this.#troubles.set(printer.id, trouble)
      this.#options.onTrouble?.(printer.id, trouble)
    }
    // What was wrong at the end of the last paper stays so in everybody's eyes until this one has
    // begun.
    let left: PrinterTrouble | null = null
    this.#underWay.add(deviceOf(printer))
    try {
      const options = { signal, onTrouble, confirmation, isWorthlessLate }
      const sent = await this.#transportOf(printer).send(printer, bytes, options)
      if (sent.kind === 'unknown') left = sent.reason ?? null
      return sent
    } finally {
      this.#underWay.delete(deviceOf(printer))
      if (left !== null) onTrouble(left)
      else if (this.#troubles.has(printer.id)) onTrouble(null)
    }
  }

  believe(printer: PrinterConfig): void {
    this.#transportOf(printer).believe?.(printer)
    if (!this.#troubles.delete(printer.id)) return
    this.#options.onTrouble?.(printer.id, null)
  }

  /** One thing at a time per device, in the order it was asked for; other devices do not wait. */
  #inLine<Answer>(printer: PrinterConfig, work: () => Promise<Answer>): Promise<Answer> {
    const device = deviceOf(printer)
    const before = this.#lines.get(device) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#lines.set(
      device,
      mine.catch(() => undefined),
    )
    return mine
  }
}

/**
 * Longest the drawer order may take: a drawer that opens a minute later is a danger, not a service.
 */
const DRAWER_TIMEOUT_MS = 3_000
const BEHIND_A_PAPER: PrintOutcome = {
  kind: 'held',
  reason: 'PRINTER_BUSY',
  detail: 'the drawer order waited behind a paper',
}
