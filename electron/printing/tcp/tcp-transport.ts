import { encodeCommand } from '#shared/escpos/command.ts'
import { readOfflineCause } from '#shared/escpos/status.ts'
import { assert } from '#shared/core/result.ts'
import type { PrinterConfig } from '#shared/bridge/views.ts'
import type { PrinterTrouble } from '../../till/ports.ts'
import { modelOfProduct } from '../profiles.ts'
import { troubleOfFault } from '../printer-fault.ts'
import { recoveryBytes } from '../recovery.ts'
import type { SendOptions, SendOutcome, Transport } from '../transport.ts'
import { ownAddresses, RAW_PORT, searchNetwork } from './network-search.ts'
import { openTcpConnection } from './tcp-connection.ts'
import type { TcpConnection } from './tcp-connection.ts'

export interface TcpTimes {
  readonly connectMs: number
  /** Longest wait for an answer to a status question. */
  readonly answerMs: number
  /** No progress for this long and the printer is asked why. */
  readonly stallMs: number
  /** Longest a half-sent paper waits for paper, cover or switch. */
  readonly halfSentWaitMsMax: number
  /** Longest wait for the end of a printer that answers no questions. */
  readonly silentEndMs: number
  /** The slowest a printer works off what it was given; added to the wait for one that answers nothing. */
  readonly silentBytesPerMs: number
  /** Longest wait for the word that a paper is finished, once the printer has worked off its bytes. */
  readonly confirmMs: number
}

export const TCP_TIMES: TcpTimes = {
  connectMs: 4_000, answerMs: 600, stallMs: 5_000, halfSentWaitMsMax: 15 * 60_000, silentEndMs: 4_000, silentBytesPerMs: 20,
  confirmMs: 10_000,
}
const CHUNK_BYTES = 4096
/** What this machine may hold back for a printer; more would hide a stalled one. */
const WAITING_BYTES_MAX = 2 * CHUNK_BYTES

/**
 * Network printers on a raw port. Bytes handed to the network are not yet with the printer, so an order counts as
 * accepted only when the printer has answered the question that follows the paper, or, if it answers none, has taken
 * everything and closed its side.
 */
export function createTcpTransport(
  times: TcpTimes = TCP_TIMES, search: () => Promise<readonly string[]> = () => searchNetwork(ownAddresses()),
): Transport {
  /** Printers known to be between two papers. */
  const clean = new Set<string>()
  /** Printers that swallowed a paper without a sign of life; the next one is not thrown after it. */
  const silent = new Set<string>()
  return {
    send: async (printer, bytes, options) => {
      const { host, port } = addressOf(printer)
      const key = `${host}:${port}`
      if (silent.has(key)) {
        if (!await showsLife(host, port, times)) {
          return { kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA', detail: 'silent since its last paper' }
        }
        silent.delete(key)
      }
      const link = await openTcpConnection(host, port, times.connectMs)
      if (link instanceof Error) return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: link.message }
      try {
        const outcome = await new Sending(link, times, options).run(clean.has(key) ? null : recoveryBytes(), bytes)
        if (outcome.kind === 'accepted' || outcome.kind === 'printed') clean.add(key)
        else if (outcome.kind === 'unknown') clean.delete(key)
        if (outcome.kind === 'unknown' && outcome.reason === 'PRINTER_NOT_TAKING_DATA') silent.add(key)
        return outcome
      } finally {
        link.destroy()
      }
    },
    async troubleOf(printer) {
      const { host, port } = addressOf(printer)
      if (!silent.has(`${host}:${port}`)) return troubleOf(printer, times)
      return await showsLife(host, port, times) ? troubleOf(printer, times) : 'PRINTER_NOT_TAKING_DATA'
    },
    believe(printer) {
      const { host, port } = addressOf(printer)
      silent.delete(`${host}:${port}`)
    },
    discover: async ({ network }) => (network ? (await search()).map(configOf) : []),
    close: () => Promise.resolve(),
  }
}

class Sending {
  readonly #link: TcpConnection
  readonly #times: TcpTimes
  readonly #options: SendOptions
  #isTalkative = false
  #trouble: PrinterTrouble | null = null
  #handedOver = 0

  constructor(link: TcpConnection, times: TcpTimes, options: SendOptions) {
    this.#link = link
    this.#times = times
    this.#options = options
  }

  async run(recovery: Uint8Array | null, bytes: Uint8Array): Promise<SendOutcome> {
    const status = await this.#link.ask(2, this.#times.answerMs)
    this.#isTalkative = status !== null
    const fault = status === null ? null : readOfflineCause(status)
    if (fault !== null) return { kind: 'held', reason: troubleOfFault(fault), detail: `the printer reports ${fault}` }
    if (this.#options.signal.aborted) return { kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA', detail: 'withdrawn' }
    this.#link.forgetAnswers()
    if (recovery !== null) this.#link.write(recovery)
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      if (this.#link.isClosed) return this.#ended('lost')
      const chunk = bytes.subarray(at, at + CHUNK_BYTES)
      if (at + CHUNK_BYTES >= bytes.length) this.#link.markQuestion()
      this.#link.write(chunk)
      this.#handedOver += chunk.length
      const moved = await this.#patiently(() => this.#link.waitingBytes <= WAITING_BYTES_MAX)
      if (moved !== 'met') return this.#ended(moved)
    }
    return this.#isTalkative ? this.#confirm() : this.#silentEnd()
  }

  /** The question in the line of bytes is answered only once everything before it has been worked off. */
  async #confirm(): Promise<SendOutcome> {
    const { confirmation = null } = this.#options
    if (confirmation?.kind !== 'status') {
      this.#link.markQuestion()
      this.#link.write(encodeCommand({ kind: 'ask-status', what: 1 }))
    }
    const answered = await this.#patiently(() =>
      this.#link.has('sensor') || (confirmation !== null && this.#link.hasConfirmed(confirmation)))
    if (answered !== 'met') return this.#ended(answered)
    if (this.#link.saysNoPaper()) return this.#withoutPaper()
    if (confirmation === null) return { kind: 'accepted', ...this.#low() }
    // A model may be a copy that knows less than its name says: then the bytes are there, and no more is known.
    const isPrinted = await this.#link.until(() => this.#link.hasConfirmed(confirmation), this.#times.confirmMs)
    if (this.#link.saysNoPaper()) return this.#withoutPaper()
    return { kind: isPrinted ? 'printed' : 'accepted', ...this.#low() }
  }

  #low(): { readonly isPaperLow?: true } {
    return this.#link.saysPaperLow() ? { isPaperLow: true } : {}
  }

  /** It worked off every byte and has no paper: how much of it is on the roll's last piece only a person can see. */
  #withoutPaper(): SendOutcome {
    const detail = 'the printer answers that it has no paper'
    return { kind: 'unknown', detail, bytesAccepted: this.#handedOver, reason: 'PAPER_OUT' }
  }

  async #silentEnd(): Promise<SendOutcome> {
    this.#link.end()
    const limitMs = this.#times.silentEndMs + this.#handedOver / this.#times.silentBytesPerMs
    const stallMs = Math.min(this.#times.stallMs, limitMs)
    if (!await this.#link.until(() => this.#link.isClosed, stallMs) && !this.#link.isClosed) {
      this.#tell('PRINTER_NOT_TAKING_DATA')
      await this.#link.until(() => this.#link.isClosed, limitMs - stallMs)
    }
    if (!this.#link.isClosed) return this.#ended('over')
    this.#tell(null)
    return this.#link.error === null ? { kind: 'accepted' } : this.#ended('lost')
  }

  /** Waits for people to see to the printer, as long as a half-sent paper may wait. */
  async #patiently(condition: () => boolean): Promise<'met' | 'lost' | 'over'> {
    let waitedMs = 0
    while (!(await this.#link.until(condition, this.#times.stallMs))) {
      if (this.#link.isClosed) return 'lost'
      waitedMs += this.#times.stallMs
      if (waitedMs >= this.#times.halfSentWaitMsMax || this.#options.signal.aborted) return 'over'
      const fault = this.#link.takeFault()
      this.#tell(fault === null || fault === undefined ? 'PRINTER_NOT_TAKING_DATA' : troubleOfFault(fault))
      if (this.#isTalkative) this.#link.write(encodeCommand({ kind: 'ask-real-time', what: 2 }))
    }
    this.#tell(null)
    return 'met'
  }

  #tell(trouble: PrinterTrouble | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.#options.onTrouble(trouble)
  }

  #ended(how: 'lost' | 'over'): SendOutcome {
    const lost = this.#link.error?.message ?? 'the printer closed the connection'
    if (this.#handedOver === 0) return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: lost }
    const bytesAccepted = Math.max(0, this.#handedOver - this.#link.waitingBytes)
    if (how === 'lost') return { kind: 'unknown', detail: lost, bytesAccepted }
    const reason = this.#trouble ?? 'PRINTER_NOT_TAKING_DATA'
    return { kind: 'unknown', detail: 'the printer never said it took everything', bytesAccepted, reason }
  }
}

/** It answers a question, or at least closes its side when it is told that nothing will come. */
async function showsLife(host: string, port: number, times: TcpTimes): Promise<boolean> {
  const link = await openTcpConnection(host, port, times.connectMs)
  if (link instanceof Error) return false
  try {
    if (await link.ask(2, times.answerMs) !== null) return true
    link.end()
    await link.until(() => link.isClosed, times.answerMs)
    return link.isClosed && link.error === null
  } finally {
    link.destroy()
  }
}

async function troubleOf(printer: PrinterConfig, times: TcpTimes): Promise<PrinterTrouble | null> {
  const { host, port } = addressOf(printer)
  const link = await openTcpConnection(host, port, times.connectMs)
  if (link instanceof Error) return 'PRINTER_NOT_FOUND'
  const status = await link.ask(2, times.answerMs)
  link.destroy()
  const fault = status === null ? null : readOfflineCause(status)
  return fault === null ? null : troubleOfFault(fault)
}

function addressOf({ transport }: PrinterConfig): { readonly host: string; readonly port: number } {
  assert(transport.kind === 'tcp', 'this printer is on the network')
  return transport
}

/** The same id as one that is added by its address, so that nobody has it twice. */
function configOf(host: string): PrinterConfig {
  return {
    id: `tcp-${host.replaceAll('.', '-')}-${RAW_PORT}`, name: `Red ${host}`, transport: { kind: 'tcp', host, port: RAW_PORT },
    ...modelOfProduct(null),
  }
}
