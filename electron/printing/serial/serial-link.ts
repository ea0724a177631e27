import type { AutoDetectTypes } from '@serialport/bindings-cpp'
import type { SerialPortStream } from '@serialport/stream'
import { watchPlug } from '#serial/watch-plug.ts'
import type { SerialLine } from '#shared/escpos/serial-line.ts'
import { Answers } from '../link/answers.ts'
import { portAt, PORTS, type PortRules } from '../printer-port.ts'
import type { PrinterLink } from '../link/printer-link.ts'

/** One write to the port: small, so that a stall is seen where it begins. */
const PIECE_BYTES = 256
const CTS_POLL_MS = 50

/** Of the library's parts only these two: the package around them brings eleven nobody reads by. */
type SerialPort = SerialPortStream<AutoDetectTypes>

/**
 * Opens a port, or says why it cannot be. The library is loaded only where a serial printer is
 * used.
 */
export async function openSerialLink(
  name: string,
  line: SerialLine,
  rules: PortRules = PORTS,
): Promise<SerialLink | Error> {
  try {
    const path = await portAt(name, rules)
    if (path === null) return new Error(`${name} leads to no printer's port`)
    const { SerialPortStream: Port } = await import('@serialport/stream')
    const { autoDetect } = await import('@serialport/bindings-cpp')
    const parity = ({ '8N1': 'none', '8E1': 'even', '8O1': 'odd' } as const)[line.framing]
    const port: SerialPort = new Port({
      binding: autoDetect() as unknown,
      path,
      baudRate: line.baudRate,
      dataBits: 8,
      stopBits: 1,
      parity,
      autoOpen: false,
      rtscts: line.flow === 'rtscts',
      xon: line.flow === 'xonxoff',
    })
    await new Promise<void>((resolve, reject) =>
      port.open((error) => (error === null ? resolve() : reject(error))),
    )
    return new SerialLink(port, name, line)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** An open serial port: bytes out piece by piece, answers in. */
class SerialLink implements PrinterLink {
  readonly answers = new Answers()
  readonly #port: SerialPort
  readonly #line: SerialLine
  readonly #unwatch: () => void
  #waitingBytes = 0
  #error: Error | null = null
  #isClosed = false
  #isDraining = false
  #drained: Promise<'taken' | 'lost'> | null = null
  #closed: Promise<void> | null = null

  constructor(port: SerialPort, path: string, line: SerialLine) {
    this.#port = port
    this.#line = line
    port.on('data', (bytes: Buffer) => this.answers.push(bytes))
    port.on('error', (error) => this.#fail(error))
    port.on('close', () => this.#fail(new Error('the port went away')))
    this.#unwatch = watchPlug(path, () => this.#fail(new Error('the port was pulled out')))
  }

  get error(): Error | null {
    return this.#error
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.#isClosed; at += PIECE_BYTES) {
      const piece = Buffer.from(bytes.subarray(at, at + PIECE_BYTES))
      this.#waitingBytes += piece.length
      this.#port.write(piece, (error) => {
        if (error !== null && error !== undefined) return this.#fail(error)
        this.#waitingBytes -= piece.length
        this.answers.notify()
      })
    }
  }

  /**
   * Waits for the printer's leave to send, where the wire has one and the port can tell; true where
   * it cannot.
   */
  async isAllowed(limitMs: number): Promise<boolean> {
    if (this.#line.flow !== 'rtscts') return true
    const isHeld = (): Promise<boolean> =>
      new Promise((resolve) => {
        this.#port.get((error, wires) => resolve(error === null && wires?.cts === false))
      })
    for (let waitedMs = 0; await isHeld(); waitedMs += CTS_POLL_MS) {
      if (waitedMs >= limitMs || this.#isClosed) return false
      await this.answers.until(() => false, CTS_POLL_MS)
    }
    return true
  }

  /**
   * Out of this machine's memory, as far as its driver tells: what is in the wire and in the
   * printer nobody knows.
   */
  async finish(limitMs: number): Promise<'taken' | 'lost' | 'over'> {
    await this.answers.until(() => this.#waitingBytes === 0, limitMs)
    if (this.#isClosed) return 'lost'
    if (this.#waitingBytes > 0) return 'over'
    this.#drained ??= this.#drain()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'over'>((resolve) => {
      timer = setTimeout(() => resolve('over'), limitMs)
    })
    return Promise.race([this.#drained, late]).finally(() => clearTimeout(timer))
  }

  #drain(): Promise<'taken' | 'lost'> {
    this.#isDraining = true
    return new Promise((resolve) => {
      this.#port.drain((error) => {
        this.#isDraining = false
        resolve(error === null || error === undefined ? 'taken' : 'lost')
      })
    })
  }

  /** More follows after all: the next `finish` waits for that. */
  beginAgain(): void {
    this.#drained = null
  }

  destroy(): void {
    void this.close()
  }

  /**
   * What the printer has not taken is thrown away: closing a stalled port would hold a thread of
   * the machine until it goes on, and then send the rest of a paper nobody waits for.
   */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#unwatch()
    const isStalled = this.#waitingBytes > 0 || this.#isDraining
    this.#isClosed = true
    this.answers.end()
    if (!this.#port.isOpen) return
    if (isStalled) await new Promise<void>((resolve) => this.#port.flush(() => resolve()))
    if (this.#port.isOpen) await new Promise<void>((resolve) => this.#port.close(() => resolve()))
  }

  #fail(error: Error): void {
    if (this.#isClosed) return
    this.#error = error
    void this.close()
  }
}
