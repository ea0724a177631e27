import { stat } from 'node:fs/promises'
import { encodeCommand } from '#shared/escpos/command.ts'
import { bytesPerMs, type SerialLine } from '#shared/escpos/serial-line.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import { assert } from '#shared/core/result.ts'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import { askFault } from '../link/printer-link.ts'
import { answerLimitMs, KnownPrinters, type KnownPrinter } from '../link/known-printers.ts'
import { probeLink } from '../link/probe.ts'
import { Sending } from '../link/sending.ts'
import type { LinkTimes } from '../link/sending.ts'
import { heardOf, languageOf, modelOfProduct } from '../profiles.ts'
import { troubleOfFault } from '../printer-fault.ts'
import type { SendOptions, SendOutcome, Transport } from '../transport.ts'
import { PORTS, type PortRules } from '../printer-port.ts'
import { openSerialLink } from './serial-link.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

export type SerialTimes = Omit<LinkTimes, 'chunkBytes' | 'silentBytesPerMs'>

const SERIAL_TIMES: SerialTimes = {
  answerMs: 600,
  lateAnswerMs: 2_500,
  stallMs: 5_000,
  halfSentWaitMsMax: 15 * 60_000,
  // The end of a paper may wait in this machine's memory for a new roll like every other part of
  // it.
  silentEndMs: 15 * 60_000,
  confirmMs: 10_000,
}
const CHUNK_BYTES = 512
/**
 * What a driver keeps for the wire. At the lowest speed it alone takes four seconds, which are no
 * stall.
 */
const DRIVER_BYTES = 4096

export interface FoundSerialPort {
  readonly path: string
  readonly manufacturer?: string | undefined
  /** USB vendor, four hexadecimal digits. */
  readonly vendorId?: string | undefined
}

/**
 * Makers of printers whose USB cable shows as a serial port. Any other port may be a scale, and is
 * left alone.
 */
const PRINTER_MAKERS: Readonly<Record<string, string>> = {
  '04b8': 'Epson',
  '0519': 'Star',
  '1504': 'Bixolon',
  '1d90': 'Citizen',
  '0dd4': 'Custom',
  '0619': 'Seiko',
  '0fe6': 'Rongta',
  '20d1': 'Rongta',
}

/** Printers on a serial wire. */
export function createSerialTransport(
  times: SerialTimes = SERIAL_TIMES,
  list: () => Promise<readonly FoundSerialPort[]> = listPorts,
  rules: PortRules = PORTS,
): Transport {
  const open: OpenLink = (path, line) => openSerialLink(path, line, rules)
  const printers = new KnownPrinters()
  const around = (printer: PrinterConfig): Around => ({
    times,
    open,
    known: printers.at(portOf(printer).path),
  })
  /** What is at a port now, or waits for it: it can be open once only, also while it closes. */
  const line = new Map<string, Promise<unknown>>()
  const inLine = <Value>(
    { path }: { readonly path: string },
    work: () => Promise<Value>,
  ): Promise<Value> => {
    const turn = (line.get(path) ?? Promise.resolve()).then(work).finally(() => {
      if (line.get(path) === settled) line.delete(path)
    })
    const settled = turn.catch(() => undefined)
    line.set(path, settled)
    return turn
  }
  return {
    send: (printer, bytes, options) =>
      inLine(portOf(printer), () => send(printer, bytes, options, around(printer))),
    probe: (printer) => inLine(portOf(printer), () => probe(printer, around(printer))),
    troubleOf(printer) {
      const port = portOf(printer)
      return line.has(port.path)
        ? Promise.resolve(null)
        : inLine(port, () => troubleOf(printer, around(printer)))
    },
    discover: async () => (await list()).flatMap(configOf),
    close: () => Promise.resolve(),
  }
}

type OpenLink = (path: string, line: SerialLine) => ReturnType<typeof openSerialLink>

interface Around {
  readonly times: SerialTimes
  readonly open: OpenLink
  readonly known: KnownPrinter
}

async function send(
  printer: PrinterConfig,
  bytes: Uint8Array,
  options: SendOptions,
  { times, open, known }: Around,
): Promise<SendOutcome> {
  const { path, ...line } = portOf(printer)
  const link = await open(path, line)
  if (link instanceof Error)
    return { kind: 'held', reason: troubleOfError(link), detail: link.message }
  try {
    const rate = bytesPerMs(line)
    const stallMs = times.stallMs + DRIVER_BYTES / rate
    // Nothing of the paper is offered before the line has carried a command that marks nothing.
    const isAllowed = await link.isAllowed(times.stallMs)
    link.write(encodeCommand({ kind: 'initialize' }))
    const isOpen = isAllowed && (await link.finish(times.stallMs)) === 'taken'
    const reason = link.isClosed ? 'PRINTER_NOT_FOUND' : 'PRINTER_NOT_TAKING_DATA'
    if (!isOpen) return { kind: 'held', reason, detail: 'the line carries nothing' }
    link.beginAgain()
    const all = { ...times, stallMs, chunkBytes: CHUNK_BYTES, silentBytesPerMs: rate }
    const sending = new Sending(link, all, {
      ...options,
      heard: heardOf(printer),
      language: languageOf(printer),
      known,
    })
    return await sending.run(bytes)
  } finally {
    await link.close()
  }
}

/** The port is free again when this ends: a paper may follow at once. */
async function probe(
  printer: PrinterConfig,
  { times, open, known }: Around,
): Promise<HeardAnswers | null> {
  const { path, ...line } = portOf(printer)
  const opened = await open(path, line)
  try {
    return await probeLink(() => Promise.resolve(opened), answerLimitMs(known, times))
  } finally {
    if (!(opened instanceof Error)) await opened.close()
  }
}

/**
 * A printer that has ever answered is asked; of any other port it is only looked whether it
 * is there.
 */
async function troubleOf(
  printer: PrinterConfig,
  { times, open, known }: Around,
): Promise<PrinterTrouble | null> {
  const { path, ...line } = portOf(printer)
  if (heardOf(printer)?.realTime !== true && !known.hasAnswered) {
    const isThere =
      !path.startsWith('/') ||
      (await stat(path).then(
        () => true,
        () => false,
      ))
    return isThere ? null : 'PRINTER_NOT_FOUND'
  }
  const link = await open(path, line)
  if (link instanceof Error) return troubleOfError(link)
  try {
    const fault = await askFault(link, languageOf(printer), times.lateAnswerMs)
    if (fault === undefined) return link.isClosed ? 'PRINTER_NOT_FOUND' : 'PRINTER_NOT_TAKING_DATA'
    return fault === null ? null : troubleOfFault(fault)
  } finally {
    await link.close()
  }
}

/** The library says by its sentences what went wrong. */
function troubleOfError({ message }: Error): PrinterTrouble {
  if (/permission|access denied|EACCES/i.test(message)) return 'PRINTER_NO_PERMISSION'
  return /lock|busy|EBUSY/i.test(message) ? 'PRINTER_BUSY' : 'PRINTER_NOT_FOUND'
}

/** What is asked of the library: its own types cannot be read under its own exports. */
interface PortLister {
  list(): Promise<readonly FoundSerialPort[]>
}

async function listPorts(): Promise<readonly FoundSerialPort[]> {
  return import('@serialport/bindings-cpp')
    .then(({ autoDetect }) => (autoDetect() as PortLister).list())
    .catch(() => [])
}

function configOf({ path, manufacturer, vendorId }: FoundSerialPort): PrinterConfig[] {
  const maker = PRINTER_MAKERS[vendorId?.toLowerCase() ?? '']
  if (maker === undefined) return []
  return [
    {
      id: `serial-${path.replace(/[^0-9A-Za-z]+/g, '-')}`.slice(0, 80),
      name: `${manufacturer ?? maker} ${path}`,
      ...modelOfProduct(null),
      // A USB cable has its own speed and its own way to wait.
      transport: { kind: 'serial', path, baudRate: 115_200, framing: '8N1', flow: 'none' },
    },
  ]
}

function portOf({ transport }: PrinterConfig) {
  assert(transport.kind === 'serial', 'this printer is on a serial wire')
  const { path, baudRate, framing, flow } = transport
  return { path, baudRate, framing, flow }
}
