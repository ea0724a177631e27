import { assert } from '#shared/core/result.ts'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import { heardOf, languageOf, modelOfProduct } from '../profiles.ts'
import { troubleOfFault } from '../printer-fault.ts'
import { askFault } from '../link/printer-link.ts'
import { answerLimitMs, KnownPrinters, type KnownPrinter } from '../link/known-printers.ts'
import { probeLink } from '../link/probe.ts'
import { Sending } from '../link/sending.ts'
import type { LinkTimes } from '../link/sending.ts'
import type { Transport } from '../transport.ts'
import { ownAddresses, RAW_PORT, searchNetwork } from './network-search.ts'
import { openTcpConnection } from './tcp-connection.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

export interface TcpTimes extends Omit<LinkTimes, 'chunkBytes'> {
  readonly connectMs: number
}

export const TCP_TIMES: TcpTimes = {
  connectMs: 4_000,
  answerMs: 600,
  lateAnswerMs: 2_500,
  stallMs: 5_000,
  halfSentWaitMsMax: 15 * 60_000,
  silentEndMs: 4_000,
  silentBytesPerMs: 20,
  confirmMs: 10_000,
}

const CHUNK_BYTES = 4096

/**
 * Network printers on a raw port. Bytes handed to the network are not yet with the printer, so an
 * order counts as accepted only when the printer has answered the question that follows the paper,
 * or, if it answers none, has taken everything and closed its side.
 */
export function createTcpTransport(
  times: TcpTimes = TCP_TIMES,
  search: () => Promise<readonly string[]> = () => searchNetwork(ownAddresses()),
): Transport {
  const printers = new KnownPrinters()
  const knownOf = (printer: PrinterConfig): KnownPrinter => {
    const { host, port } = addressOf(printer)
    return printers.at(`${host}:${port}`)
  }
  return {
    send: async (printer, bytes, options) => {
      const { host, port } = addressOf(printer)
      const known = knownOf(printer)
      if (owesLife(printer, known)) {
        if (!(await showsLife(printer, times, known)))
          return {
            kind: 'held',
            reason: 'PRINTER_NOT_TAKING_DATA',
            detail: 'silent since its last paper',
          }
        known.hasSwallowed = false
      }
      const link = await openTcpConnection(host, port, times.connectMs)
      if (link instanceof Error)
        return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: link.message }
      try {
        const all = { ...options, heard: heardOf(printer), language: languageOf(printer), known }
        const sending = new Sending(link, { ...times, chunkBytes: CHUNK_BYTES }, all)
        const outcome = await sending.run(bytes)
        if (outcome.kind === 'unknown' && outcome.reason === 'PRINTER_NOT_TAKING_DATA')
          known.hasSwallowed = true
        return outcome
      } finally {
        link.destroy()
      }
    },
    async troubleOf(printer) {
      const known = knownOf(printer)
      return !owesLife(printer, known) || (await showsLife(printer, times, known))
        ? troubleOf(printer, times, known)
        : 'PRINTER_NOT_TAKING_DATA'
    },
    probe: (printer) => {
      const { host, port } = addressOf(printer)
      const limitMs = answerLimitMs(knownOf(printer), times)
      return probeLink(() => openTcpConnection(host, port, times.connectMs), limitMs)
    },
    believe(printer) {
      knownOf(printer).hasSwallowed = false
    },
    discover: async ({ network }) => (network ? (await search()).map(configOf) : []),
    close: () => Promise.resolve(),
  }
}

/** One that answers is asked before every paper; any other has to show life otherwise. */
function owesLife(printer: PrinterConfig, { hasSwallowed, hasAnswered }: KnownPrinter): boolean {
  return hasSwallowed && !hasAnswered && heardOf(printer) === null
}

/** It answers a question, or at least closes its side when it is told that nothing will come. */
async function showsLife(
  printer: PrinterConfig,
  times: TcpTimes,
  known: KnownPrinter,
): Promise<boolean> {
  const { host, port } = addressOf(printer)
  const link = await openTcpConnection(host, port, times.connectMs)
  if (link instanceof Error) return false
  try {
    known.hasAnswered =
      (await askFault(link, languageOf(printer), answerLimitMs(known, times))) !== undefined
    return known.hasAnswered || (await link.finish(times.answerMs)) === 'taken'
  } finally {
    link.destroy()
  }
}

async function troubleOf(
  printer: PrinterConfig,
  times: TcpTimes,
  known: KnownPrinter,
): Promise<PrinterTrouble | null> {
  const { host, port } = addressOf(printer)
  const link = await openTcpConnection(host, port, times.connectMs)
  if (link instanceof Error) return 'PRINTER_NOT_FOUND'
  const doesTalk = known.hasAnswered || heardOf(printer)?.realTime === true
  const limitMs = doesTalk ? times.lateAnswerMs : times.answerMs
  const fault = await askFault(link, languageOf(printer), limitMs)
  link.destroy()
  known.hasAnswered ||= fault !== undefined
  if (fault === undefined && doesTalk) return 'PRINTER_NOT_TAKING_DATA'
  return fault === null || fault === undefined ? null : troubleOfFault(fault)
}

function addressOf({ transport }: PrinterConfig): { readonly host: string; readonly port: number } {
  assert(transport.kind === 'tcp', 'this printer is on the network')
  return transport
}

/** The same id as one that is added by its address, so that nobody has it twice. */
function configOf(host: string): PrinterConfig {
  return {
    id: `tcp-${host.replaceAll('.', '-')}-${RAW_PORT}`,
    name: `Red ${host}`,
    transport: { kind: 'tcp', host, port: RAW_PORT },
    ...modelOfProduct(null),
  }
}
