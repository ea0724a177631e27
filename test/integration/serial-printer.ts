/**
 * A receipt printer at the far end of a serial cable: strict about its bytes, and stopped by XOFF
 * as real ones are.
 */
import type { EscposCommand } from '#shared/escpos/command.ts'
import { parseOne } from '#shared/escpos/parse.ts'
import type { SerialCable } from '../support/serial-cable.ts'

const [XON, XOFF] = [0x11, 0x13]
const [FINE, PAPER_OUT] = [0x12, 0x32]

export class SerialPrinter {
  isTalkative = false
  isOutOfPaper = false
  /** Says XOFF once, when it has taken so many bytes. */
  stopAfterBytes = Infinity
  /** Says XOFF after so many bytes, and XON as soon as it has worked them off, again and again. */
  bytesPerTick = Infinity
  /** Rows of dots of every paper, up to each cut. */
  readonly rows: number[] = []
  /** Bytes no command starts with. */
  readonly garbage: number[] = []
  readonly #cable: SerialCable
  #buffer = Buffer.alloc(0)
  #taken = 0
  #sinceTick = 0
  #current = 0
  #waiting: (() => void)[] = []

  constructor(cable: SerialCable) {
    this.#cable = cable
    cable.hear((bytes) => this.#take(bytes))
  }

  goOn(): void {
    this.stopAfterBytes = Infinity
    this.#cable.say(Uint8Array.of(XON))
  }

  /** Switched off and on. */
  reset(): void {
    this.stopAfterBytes = Infinity
    this.#buffer = Buffer.alloc(0)
    this.#current = 0
  }

  /** Resolves as soon as it is so, when bytes come in. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return
        this.#waiting = this.#waiting.filter((entry) => entry !== check)
        resolve()
      }
      this.#waiting.push(check)
      check()
    })
  }

  #take(bytes: Buffer): void {
    this.#taken += bytes.length
    if (this.isTalkative) this.#answerRealTime(bytes)
    this.#buffer = Buffer.concat([this.#buffer, bytes])
    this.#work()
    if (this.#taken >= this.stopAfterBytes) this.#cable.say(Uint8Array.of(XOFF))
    this.#sinceTick += bytes.length
    if (this.#sinceTick >= this.bytesPerTick) {
      this.#sinceTick = 0
      this.#cable.say(Uint8Array.of(XOFF))
      setTimeout(() => this.#cable.say(Uint8Array.of(XON)), 40)
    }
    for (const check of this.#waiting) check()
  }

  #answerRealTime(bytes: Buffer): void {
    for (let at = bytes.indexOf(0x10); at !== -1; at = bytes.indexOf(0x10, at + 1)) {
      if (bytes[at + 1] === 0x04)
        this.#cable.say(Uint8Array.of(this.isOutOfPaper ? PAPER_OUT : FINE))
    }
  }

  #work(): void {
    let at = 0
    while (at < this.#buffer.length) {
      const step = parseOne(this.#buffer, at)
      if (step.kind === 'cut-short') break
      if (step.kind === 'unknown') this.garbage.push(this.#buffer[at] ?? 0)
      else this.#print(step.command)
      at += step.kind === 'unknown' ? 1 : step.length
    }
    this.#buffer = this.#buffer.subarray(at)
  }

  #print(command: EscposCommand): void {
    if (command.kind === 'ask-status' && this.isTalkative) this.#cable.say(Uint8Array.of(0))
    // What was on the head before is a piece of paper of its own.
    if (command.kind === 'initialize') this.#current = 0
    if (command.kind === 'raster') this.#current += command.page.heightDots
    if (command.kind !== 'cut') return
    this.rows.push(this.#current)
    this.#current = 0
  }
}
