import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { Answers } from '../link/answers.ts'
import type { PrinterLink } from '../link/printer-link.ts'

/** Connects, or says why nobody answers there within the limit. */
export function openTcpConnection(
  host: string,
  port: number,
  limitMs: number,
): Promise<TcpConnection | Error> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const limit = setTimeout(
      () => socket.destroy(new Error(`no answer within ${limitMs} ms`)),
      limitMs,
    )
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
class TcpConnection implements PrinterLink {
  readonly answers = new Answers()
  readonly #socket: Socket
  #error: Error | null = null
  #isClosed = false
  #isEnding = false
  /** It closed its side before it was told that nothing more comes. */
  #hasHungUp = false

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.answers.push(bytes))
    socket.on('drain', () => this.answers.notify())
    socket.on('error', (error) => {
      this.#error = error
      this.answers.notify()
    })
    socket.on('end', () => {
      if (this.#isEnding) return
      this.#hasHungUp = true
      this.answers.end()
    })
    socket.on('close', () => {
      this.#isClosed = true
      this.answers.end()
    })
  }

  get error(): Error | null {
    return this.#error
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#hasHungUp
  }

  get waitingBytes(): number {
    return this.#socket.writableLength
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes, () => this.answers.notify())
  }

  /**
   * The network takes a whole receipt wherever the printer is; only its closing its own side says
   * that it was there, and only once it was told that nothing more comes.
   */
  async finish(limitMs: number): Promise<'taken' | 'lost' | 'over' | 'unsaid'> {
    if (this.#hasHungUp) return 'lost'
    this.#isEnding = true
    this.#socket.end()
    await this.answers.until(() => this.#isClosed, limitMs)
    if (!this.#isClosed) return this.waitingBytes > 0 ? 'over' : 'unsaid'
    return this.#error === null ? 'taken' : 'lost'
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
