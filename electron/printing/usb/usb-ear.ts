/**
 * The way back from a USB printer: status it tells by itself, and its word that a paper is
 * finished.
 */
import { lastFault } from '#shared/escpos/status.ts'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import { troubleOfFault } from '../printer-fault.ts'
import type { UsbEndpoint, UsbTransfer } from './usb-library.ts'

/** A whole number of packets, so that none can be too long. */
const READ_BYTES = 512
/** Answers kept; a printer that talks more than this talks nonsense. */
const HEARD_BYTES_MAX = 4096
/**
 * Empty reads in a row after which a printer is let be: some answer every question for bytes with
 * none.
 */
const EMPTY_READS_MAX = 1_000

export type Heard = 'met' | 'lost' | 'over'

export class UsbEar {
  readonly #endpoint: UsbEndpoint | null
  #transfer: UsbTransfer | null = null
  #ended: Promise<void> | null = null
  #heard: Uint8Array = new Uint8Array(0)
  #isClosing = false
  #isLost = false
  #emptyReads = 0
  #waiting: (() => void)[] = []

  constructor(endpoint: UsbEndpoint | null) {
    this.#endpoint = endpoint
  }

  open(): void {
    const endpoint = this.#endpoint
    if (endpoint === null || this.#ended !== null) return
    this.#ended = new Promise((resolve) => this.#read(endpoint, resolve))
  }

  /** Every transfer has to be over before the device may be closed. */
  async close(): Promise<void> {
    this.#isClosing = true
    try {
      this.#transfer?.cancel()
    } catch {
      // It ended in the meantime.
    }
    await this.#ended
  }

  trouble(): PrinterTrouble | null | undefined {
    const fault = lastFault(this.#heard)
    return fault === undefined || fault === null ? fault : troubleOfFault(fault)
  }

  until(condition: (answers: Uint8Array) => boolean, limitMs: number): Promise<Heard> {
    if (condition(this.#heard)) return Promise.resolve('met')
    if (this.#isLost) return Promise.resolve('lost')
    return new Promise((resolve) => {
      const settle = (how: Heard): void => {
        clearTimeout(limit)
        this.#waiting = this.#waiting.filter((entry) => entry !== check)
        resolve(how)
      }
      const check = (): void => {
        if (condition(this.#heard)) settle('met')
        else if (this.#isLost) settle('lost')
      }
      const limit = setTimeout(() => settle('over'), limitMs)
      this.#waiting.push(check)
    })
  }

  #read(endpoint: UsbEndpoint, onEnd: () => void): void {
    if (this.#isClosing || this.#emptyReads > EMPTY_READS_MAX) return onEnd()
    const transfer = endpoint.makeTransfer(0, (error, bytes, actual) => {
      if (error !== undefined && error !== null) {
        this.#isLost = !this.#isClosing
        this.#notify()
        return onEnd()
      }
      this.#emptyReads = actual === 0 ? this.#emptyReads + 1 : 0
      if (actual > 0) this.#take(bytes.subarray(0, actual))
      this.#read(endpoint, onEnd)
    })
    this.#transfer = transfer
    try {
      transfer.submit(Buffer.alloc(READ_BYTES))
    } catch {
      this.#isLost = true
      this.#notify()
      onEnd()
    }
  }

  #take(bytes: Buffer): void {
    this.#heard = Uint8Array.from(Buffer.concat([this.#heard, bytes]).subarray(-HEARD_BYTES_MAX))
    this.#notify()
  }

  #notify(): void {
    for (const check of this.#waiting) check()
  }
}
