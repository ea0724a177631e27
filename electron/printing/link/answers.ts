import {
  isConfirmed,
  lastFault,
  readAnswers,
  saysNoPaper,
  saysPaperLow,
} from '#shared/escpos/status.ts'
import type { Confirmation, PrinterAnswer, PrinterFault } from '#shared/escpos/status.ts'

/** Answers kept while nobody reads them. */
const ANSWER_BYTES_MAX = 4096

/** What a printer has said on one connection, and who waits for it to say more. */
export class Answers {
  #bytes: Uint8Array = new Uint8Array(0)
  /** How far faults have been read. */
  #faultsReadTo = 0
  /** Status bytes before this are strays, or answers to older questions. */
  #askedAt = 0
  #isOver = false
  #hasSpoken = false
  #waiting: (() => void)[] = []

  /** All that is kept of what it said. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** It has answered a question at once, some time on this connection. */
  get hasSpoken(): boolean {
    return this.#hasSpoken
  }

  push(bytes: Uint8Array): void {
    this.#hasSpoken ||= readAnswers(bytes).some(({ kind }) => kind === 'real-time')
    const all = Buffer.concat([this.#bytes, bytes])
    const dropped = Math.max(0, all.length - ANSWER_BYTES_MAX)
    this.#bytes = Uint8Array.from(all.subarray(dropped))
    this.#faultsReadTo = Math.max(0, this.#faultsReadTo - dropped)
    this.#askedAt = Math.max(0, this.#askedAt - dropped)
    this.notify()
  }

  /** The connection has ended: nothing more will be said. */
  end(): void {
    this.#isOver = true
    this.notify()
  }

  /** The fault the answers since the last call tell of; undefined when they tell nothing. */
  takeFault(): PrinterFault | null | undefined {
    const fault = lastFault(this.#bytes.subarray(this.#faultsReadTo))
    if (fault !== undefined) this.#faultsReadTo = this.#bytes.length
    return fault
  }

  /** Everything the printer said before is of no interest any more. */
  forget(): void {
    this.#bytes = new Uint8Array(0)
    this.#faultsReadTo = 0
    this.#askedAt = 0
  }

  /** What is asked from now on is answered from now on. */
  markQuestion(): void {
    this.#askedAt = this.#bytes.length
  }

  hasConfirmed(asked: Confirmation): boolean {
    return isConfirmed(this.#bytes.subarray(asked.kind === 'status' ? this.#askedAt : 0), asked)
  }

  saysNoPaper(): boolean {
    return saysNoPaper(this.#bytes.subarray(this.#askedAt))
  }

  saysPaperLow(): boolean {
    return saysPaperLow(this.#bytes.subarray(this.#askedAt))
  }

  /** The answers to what was asked last. */
  read(): readonly PrinterAnswer[] {
    return readAnswers(this.#bytes.subarray(this.#askedAt))
  }

  has(kind: PrinterAnswer['kind']): boolean {
    return this.read().some((answer) => answer.kind === kind)
  }

  /** Waits until something is so; false when the time is over or the connection ends first. */
  until(condition: () => boolean, limitMs: number): Promise<boolean> {
    if (condition()) return Promise.resolve(true)
    if (this.#isOver) return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (met: boolean): void => {
        clearTimeout(limit)
        this.#waiting = this.#waiting.filter((entry) => entry !== check)
        resolve(met)
      }
      const check = (): void => {
        if (condition()) settle(true)
        else if (this.#isOver) settle(false)
      }
      const limit = setTimeout(() => settle(condition()), limitMs)
      this.#waiting.push(check)
    })
  }

  notify(): void {
    for (const check of this.#waiting) check()
  }
}
