import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { encodeCommand } from '#shared/escpos/command.ts'
import { isConfirmed, lastFault, readAnswers, saysNoPaper, saysPaperLow } from '#shared/escpos/status.ts'
import type { Confirmation, PrinterAnswer, PrinterFault } from '#shared/escpos/status.ts'

/** Answers kept while nobody reads them. */
const ANSWER_BYTES_MAX = 4096

/** Connects, or says why nobody answers there within the limit. */
export function openTcpConnection(host: string, port: number, limitMs: number): Promise<TcpConnection | Error> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const limit = setTimeout(() => socket.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs)
    socket.once('error', (error) => {
      clearTimeout(limit)
      resolve(error)
    })
    socket.once('connect', () => {
      clearTimeout(limit)
      resolve(new TcpConnection(socket))
    })
  })
}

/** One connection to a network printer: bytes out with their progress, answers in. */
export class TcpConnection {
  readonly #socket: Socket
  #answers: Uint8Array = new Uint8Array(0)
  /** How far faults have been read. */
  #faultsReadTo = 0
  /** Status bytes before this are strays, or answers to older questions. */
  #askedAt = 0
  #error: Error | null = null
  #isClosed = false
  #waiting: (() => void)[] = []

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes) => {
      const all = Buffer.concat([this.#answers, bytes])
      const dropped = Math.max(0, all.length - ANSWER_BYTES_MAX)
      this.#answers = Uint8Array.from(all.subarray(dropped))
      this.#faultsReadTo = Math.max(0, this.#faultsReadTo - dropped)
      this.#askedAt = Math.max(0, this.#askedAt - dropped)
      this.#notify()
    })
    socket.on('drain', () => this.#notify())
    socket.on('error', (error) => {
      this.#error = error
      this.#notify()
    })
    socket.on('close', () => {
      this.#isClosed = true
      this.#notify()
    })
  }

  get error(): Error | null {
    return this.#error
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Bytes this machine has not passed on yet. */
  get waitingBytes(): number {
    return this.#socket.writableLength
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes, () => this.#notify())
  }

  /** Says that nothing more will come. The other side may still answer. */
  end(): void {
    this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** The fault the answers since the last call tell of; undefined when they tell nothing. */
  takeFault(): PrinterFault | null | undefined {
    const fault = lastFault(this.#answers.subarray(this.#faultsReadTo))
    if (fault !== undefined) this.#faultsReadTo = this.#answers.length
    return fault
  }

  /** Everything the printer said before is of no interest any more. */
  forgetAnswers(): void {
    this.#answers = new Uint8Array(0)
    this.#faultsReadTo = 0
    this.#askedAt = 0
  }

  /** What is asked from now on is answered from now on. */
  markQuestion(): void {
    this.#askedAt = this.#answers.length
  }

  hasConfirmed(asked: Confirmation): boolean {
    return isConfirmed(this.#answers.subarray(asked.kind === 'status' ? this.#askedAt : 0), asked)
  }

  saysNoPaper(): boolean {
    return saysNoPaper(this.#answers.subarray(this.#askedAt))
  }

  saysPaperLow(): boolean {
    return saysPaperLow(this.#answers.subarray(this.#askedAt))
  }

  has(kind: PrinterAnswer['kind']): boolean {
    return readAnswers(this.#answers.subarray(this.#askedAt)).some((answer) => answer.kind === kind)
  }

  /** Asks a real-time question: the printer's status byte, or null when it stays silent. */
  async ask(what: 1 | 2 | 3 | 4, limitMs: number): Promise<number | null> {
    this.forgetAnswers()
    this.write(encodeCommand({ kind: 'ask-real-time', what }))
    await this.until(() => this.has('real-time'), limitMs)
    const answer = readAnswers(this.#answers).findLast(({ kind }) => kind === 'real-time')
    return answer?.kind === 'real-time' ? answer.byte : null
  }

  /** Waits until something is so; false when the time is over or the link ends first. */
  until(condition: () => boolean, limitMs: number): Promise<boolean> {
    if (condition()) return Promise.resolve(true)
    if (this.#isClosed) return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (met: boolean): void => {
        clearTimeout(limit)
        this.#waiting = this.#waiting.filter((entry) => entry !== check)
        resolve(met)
      }
      const check = (): void => {
        if (condition()) settle(true)
        else if (this.#isClosed) settle(false)
      }
      const limit = setTimeout(() => settle(condition()), limitMs)
      this.#waiting.push(check)
    })
  }

  #notify(): void {
    for (const check of this.#waiting) check()
  }
}
