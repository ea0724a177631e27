import { assert } from '#shared/core/result.ts'
import type { PrinterTrouble } from '../../till/ports.ts'
import { heardOf, languageOf, modelOfProduct } from '../profiles.ts'
import { troubleOfFault } from '../printer-fault.ts'
import { recoveryBytes } from '../recovery.ts'
import { askFault } from '../link/printer-link.ts'
import { probeLink } from '../link/probe.ts'
import { Sending } from '../link/sending.ts'
import type { LinkTimes } from '../link/sending.ts'
import type { Transport } from '../transport.ts'
import { ownAddresses, RAW_PORT, searchNetwork } from './network-search.ts'
import { openTcpConnection } from './tcp-connection.ts'
import type { PrinterConfig } from '#shared/bridge/printers.ts'

export interface TcpTimes extends Omit<LinkTimes, 'chunkBytes'> {
  readonly connectMs: number
}

export const TCP_TIMES: TcpTimes = {
  connectMs: 4_000,
  answerMs: 600,
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
  /** Printers known to be between two papers. */
  const clean = new Set<string>()
  /**
   * Printers that swallowed a paper without a sign of life; the next one is not thrown after it.
   */
  const silent = new Set<string>()
  return {
    send: async (printer, bytes, options) => {
      const { host, port } = addressOf(printer)
      const key = `${host}:${port}`
      if (silent.has(key) && heardOf(printer) === null) {
        if (!(await showsLife(printer, times))) {
          return {
            kind: 'held',
            reason: 'PRINTER_NOT_TAKING_DATA',
            detail: 'silent since its last paper',
          }
        }
        silent.delete(key)
      }
      const link = await openTcpConnection(host, port, times.connectMs)
      if (link instanceof Error)
        return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: link.message }
      try {
        const known = { heard: heardOf(printer), language: languageOf(printer) }
        const sending = new Sending(
          link,
          { ...times, chunkBytes: CHUNK_BYTES },
          { ...options, ...known },
        )
        const outcome = await sending.run(clean.has(key) ? null : recoveryBytes(), bytes)
        if (outcome.kind === 'accepted' || outcome.kind === 'printed') clean.add(key)
        else if (outcome.kind === 'unknown') clean.delete(key)
        if (outcome.kind === 'unknown' && outcome.reason === 'PRINTER_NOT_TAKING_DATA')
          silent.add(key)
        return outcome
      } finally {
        link.destroy()
      }
    },
    async troubleOf(printer) {
      const { host, port } = addressOf(printer)
      if (!silent.has(`${host}:${port}`) || heardOf(printer) !== null)
        return troubleOf(printer, times)
      return (await showsLife(printer, times))
        ? troubleOf(printer, times)
        : 'PRINTER_NOT_TAKING_DATA'
    },
    probe: (printer) => {
      const { host, port } = addressOf(printer)
      return probeLink(() => openTcpConnection(host, port, times.connectMs), times.answerMs)
    },
    believe(printer) {
      const { host, port } = addressOf(printer)
      silent.delete(`${host}:${port}`)
    },
    discover: async ({ network }) => (network ? (await search()).map(configOf) : []),
    close: () => Promise.resolve(),
  }
}

/** It answers a question, or at least closes its side when it is told that nothing will come. */
async function showsLife(printer: PrinterConfig, times: TcpTimes): Promise<boolean> {
  const { host, port } = addressOf(printer)
  const link = await openTcpConnection(host, port, times.connectMs)
  if (link instanceof Error) return false
  try {
    return (
      (await askFault(link, languageOf(printer), times.answerMs)) !== undefined ||
      (await link.finish(times.answerMs)) === 'taken'
    )
  } finally {
    link.destroy()
  }
}

async function troubleOf(printer: PrinterConfig, times: TcpTimes): Promise<PrinterTrouble | null> {
  const { host, port } = addressOf(printer)
  const link = await openTcpConnection(host, port, times.connectMs)
  if (link instanceof Error) return 'PRINTER_NOT_FOUND'
  const fault = await askFault(link, languageOf(printer), times.answerMs)
  link.destroy()
  if (fault === undefined && heardOf(printer)?.realTime === true) return 'PRINTER_NOT_TAKING_DATA'
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
