/**
 * A USB printer made by the kernel of the lab: plugged into a virtual socket, its insides are this
 * object.
 */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const GADGETS = '/sys/kernel/config/usb_gadget'
/** GADGET_SET_PRINTER_STATUS of linux/usb/g_printer.h; the status byte is the argument itself. */
const SET_STATUS = 0xc0016722
const READ_BYTES = 8192
const POLL_MS = 2
const ASK_WHEN_PRINTED = Buffer.of(0x1d, 0x28, 0x48, 0x06, 0x00, 0x30, 0x30)

export interface GadgetOptions {
  /** 0 or 1: which of the two sockets. */
  readonly socket: number
  readonly serial: string
}

export class GadgetPrinter {
  readonly #dir: string
  readonly #socket: number
  #file: number | null = null
  #isReading = false
  #received: Buffer[] = []
  /** Answers GS ( H when it has read it. */
  saysPrinted = false
  /** Hears how much it has read, whenever it has read some. */
  onRead: ((receivedLength: number) => void) | null = null
  #answered = 0
  /** Only the latest reader reads. */
  #token: object | null = null

  constructor({ socket, serial }: GadgetOptions) {
    this.#socket = socket
    this.#dir = `${GADGETS}/printer${socket}`
    mkdirSync(this.#dir)
    this.#set('idVendor', '0x04b8')
    this.#set('idProduct', '0x0e15')
    mkdirSync(`${this.#dir}/strings/0x409`)
    this.#set('strings/0x409/manufacturer', 'EPSON')
    this.#set('strings/0x409/product', 'TM-T20II')
    this.#set('strings/0x409/serialnumber', serial)
    mkdirSync(`${this.#dir}/configs/c.1`)
    const made = `${this.#dir}/functions/printer.${socket}`
    mkdirSync(made)
    this.#set(
      `functions/printer.${socket}/pnp_string`,
      'MFG:EPSON;CMD:ESC/POS;MDL:TM-T20II;CLS:PRINTER;',
    )
    // The smallest buffer the kernel offers, so that a printer that stops reading stops the line
    // soon.
    this.#set(`functions/printer.${socket}/q_len`, '1')
    symlinkSync(made, `${this.#dir}/configs/c.1/printer.${socket}`)
  }

  /** All bytes the printer has read. */
  get received(): Buffer {
    return Buffer.concat(this.#received)
  }

  get receivedLength(): number {
    return this.#received.reduce((sum, part) => sum + part.length, 0)
  }

  forget(): void {
    this.#received = []
    this.#answered = 0
  }

  async plug(): Promise<void> {
    const known = `/sys/bus/usb/devices/${this.#socket + 1}-1`
    // The computer's side notices a pulled cable a moment later.
    await until(() => !existsSync(known), 'the socket is free')
    this.#set('UDC', `dummy_udc.${this.#socket}`)
    await until(
      () => existsSync(`${known}/${this.#socket + 1}-1:1.0/bInterfaceClass`),
      'the computer sees the printer',
    )
    await until(() => this.#tryOpen(), 'the printer is up')
    this.setPortStatus(0x18)
  }

  #tryOpen(): boolean {
    try {
      this.#file = openSync(
        `/dev/g_printer${this.#socket}`,
        constants.O_RDWR | constants.O_NONBLOCK,
      )
      return true
    } catch {
      return false
    }
  }

  unplug(): void {
    this.stopReading()
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
    this.#set('UDC', '\n')
  }

  /** Out and in again: what its buffers held is gone. */
  async replug(): Promise<void> {
    this.unplug()
    await this.plug()
  }

  /**
   * Reads up to `limit` bytes from now on, as fast as the line gives them or at `bytesPerStep`
   * every `stepMs`.
   */
  read(limit = Infinity, { bytesPerStep = READ_BYTES * 8, stepMs = POLL_MS } = {}): void {
    this.stopReading()
    this.#isReading = true
    const token = {}
    this.#token = token
    void this.#readLoop(token, limit, bytesPerStep, stepMs)
  }

  stopReading(): void {
    this.#isReading = false
    this.#token = null
  }

  async #readLoop(
    token: object,
    limit: number,
    bytesPerStep: number,
    stepMs: number,
  ): Promise<void> {
    const buffer = Buffer.alloc(READ_BYTES)
    let left = limit
    while (this.#isReading && this.#token === token && left > 0 && this.#file !== null) {
      let step = bytesPerStep
      while (step > 0 && left > 0) {
        const count = this.#readSome(buffer, Math.min(buffer.length, step, left))
        if (count === 0) break
        this.#received.push(Buffer.from(buffer.subarray(0, count)))
        left -= count
        step -= count
        this.onRead?.(this.receivedLength)
      }
      if (this.saysPrinted) this.#sayPrinted()
      await wait(stepMs)
    }
  }

  /** To every question in what was read since the last answer. */
  #sayPrinted(): void {
    const all = this.received
    for (;;) {
      const at = all.indexOf(ASK_WHEN_PRINTED, this.#answered)
      if (at === -1 || at + 11 > all.length) return
      this.answer(
        Buffer.concat([Buffer.of(0x37, 0x22), all.subarray(at + 7, at + 11), Buffer.of(0)]),
      )
      this.#answered = at + 11
    }
  }

  #readSome(buffer: Buffer, count: number): number {
    if (this.#file === null) return 0
    try {
      return readSync(this.#file, buffer, 0, count, null)
    } catch {
      // EAGAIN while the line is quiet, ENODEV after the cable was pulled.
      return 0
    }
  }

  /** Sends bytes to the computer, as printers answer. */
  answer(bytes: Uint8Array): void {
    if (this.#file !== null) writeSync(this.#file, bytes)
  }

  setPortStatus(status: number): void {
    if (this.#file === null) throw new Error('an unplugged printer has no status')
    // Node has no ioctl; every Debian has perl.
    const script = `open(my $f, '+<&=', 3) or die $!; defined ioctl($f, ${SET_STATUS}, ${status}) or die $!`
    const { status: code, stderr } = spawnSync('perl', ['-e', script], {
      stdio: ['ignore', 'ignore', 'pipe', this.#file],
    })
    if (code !== 0) throw new Error(`port status not set: ${stderr.toString()}`)
  }

  #set(file: string, value: string): void {
    writeFileSync(`${this.#dir}/${file}`, value)
  }
}

/** Waits until something is so; the lab is slow, so the limit is generous. */
export async function until(
  condition: () => boolean,
  what: string,
  limitMs = 120_000,
): Promise<void> {
  const givenUpAt = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > givenUpAt) throw new Error(`never happened: ${what}`)
    await wait(5)
  }
}
