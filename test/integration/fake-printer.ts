/**
 * A strict receipt printer on a TCP port: prints what it knows, records what it does not, runs out
 * of paper, dies.
 */
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { EscposCommand } from '#shared/escpos/command.ts'
import { parseOne } from '#shared/escpos/parse.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

export interface FakeBehaviour {
  /** Answers status questions. Many cheap printers do not. */
  readonly isTalkative: boolean
  /** Closes its side once the computer has, as most do. */
  readonly closesAfterEnd: boolean
  /** Goes on listening for status questions while it cannot print. */
  readonly listensWhenStuck: boolean
  /** Answers GS ( H once everything before it is on paper. */
  readonly saysPrinted: boolean
  /** Tells its state when GS a switches that on. */
  readonly tellsChanges: boolean
  /** Hangs up on whoever comes while somebody is there, as network printers do. */
  readonly takesOne: boolean
}

/**
 * What may happen to it in the middle of a paper. `late`: it takes everything and prints when it is
 * attended to.
 */
export const ATTACKS = ['paper-out', 'cover', 'reset', 'silence', 'power', 'late'] as const
export type Attack = (typeof ATTACKS)[number]

const BEHAVIOUR: FakeBehaviour = {
  isTalkative: true,
  closesAfterEnd: true,
  listensWhenStuck: true,
  saysPrinted: false,
  tellsChanges: false,
  takesOne: false,
}
const BUFFER_BYTES = 8192
const [COVER_OPEN, PAPER_OUT, FINE] = [0x16, 0x32, 0x12]

/** A printer of the shop that is reached at this port of this machine. */
export function tcpPrinter(port: number): PrinterConfig {
  return {
    id: 'tcp',
    name: 'tcp',
    widthMm: 80,
    dots: 576,
    hasCutter: true,
    hasDrawer: true,
    transport: { kind: 'tcp', host: '127.0.0.1', port },
  }
}

export class FakePrinter {
  /** Everything that came out, up to each cut. */
  readonly papers: EscposCommand[][] = []
  /** Bytes no command starts with; a real printer prints them as letters. */
  readonly garbage: number[] = []
  /** Rows of paper left on the roll. */
  rowsLeft = Infinity
  isCoverOpen = false
  /** What it answers to GS r: bits 0 and 1 near end, bits 2 and 3 end. */
  sensorByte = 0x00
  /** The power goes after this many bytes of the next connection. */
  dieAfterBytes = Infinity
  /** Happens once, at this byte of the next connection. */
  attack: { readonly kind: Attack; readonly atByte: number } | null = null
  /** It answers so much later than it is asked. */
  answersAfterMs = 0
  /** It closes its side, politely, after this many bytes of the next connection, and reads on. */
  hangUpAfterBytes = Infinity
  /** Hears of everything that comes out, the moment it does. */
  onPrint: ((command: EscposCommand) => void) | null = null
  #isSilent = false
  #isLate = false
  readonly #server: Server
  readonly #behaviour: FakeBehaviour
  #current: EscposCommand[] = []
  #buffer: Buffer = Buffer.alloc(0)
  readonly #sockets = new Set<Socket>()
  #socket: Socket | null = null
  #taken = 0
  #hasEnded = false

  private constructor(server: Server, behaviour: FakeBehaviour) {
    this.#server = server
    this.#behaviour = behaviour
    server.on('connection', (socket) => this.#accept(socket))
  }

  /** On a port of its own choice, or back on one it had. */
  static async start(behaviour: Partial<FakeBehaviour> = {}, port = 0): Promise<FakePrinter> {
    const server = createServer({ allowHalfOpen: true })
    if (behaviour.takesOne === true) server.maxConnections = 1
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return new FakePrinter(server, { ...BEHAVIOUR, ...behaviour })
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Commands since the last cut: half a paper still hanging in the printer. */
  get unfinished(): readonly EscposCommand[] {
    return this.#current
  }

  get isStuck(): boolean {
    return this.isCoverOpen || this.rowsLeft <= 0 || this.#isSilent || this.#isLate
  }

  /** Puts a new roll in, or closes the cover, and goes on. */
  attend(): void {
    this.rowsLeft = Infinity
    this.isCoverOpen = false
    this.#isSilent = false
    this.#isLate = false
    this.#work()
    this.#socket?.resume()
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    this.#socket = socket
    this.#taken = 0
    this.#hasEnded = false
    socket.on('error', () => undefined)
    socket.on('end', () => {
      this.#hasEnded = true
      this.#closeWhenDone()
    })
    socket.on('data', (bytes: Buffer) => this.#take(socket, bytes))
  }

  #take(socket: Socket, bytes: Buffer): void {
    if (this.attack !== null && this.#taken + bytes.length >= this.attack.atByte) {
      const { kind, atByte } = this.attack
      this.attack = null
      const before = Math.max(0, atByte - this.#taken)
      this.#take(socket, bytes.subarray(0, before))
      this.#suffer(kind, socket)
      if (!socket.destroyed) this.#take(socket, bytes.subarray(before))
      return
    }
    const part = bytes.subarray(0, Math.max(0, this.dieAfterBytes - this.#taken))
    this.#taken += part.length
    if (this.#behaviour.isTalkative && !this.#isSilent) this.#answerRealTime(socket, part)
    this.#buffer = Buffer.concat([this.#buffer, part])
    this.#work()
    if (this.#taken >= this.hangUpAfterBytes) {
      this.hangUpAfterBytes = Infinity
      socket.end()
    }
    if (part.length < bytes.length || this.#taken >= this.dieAfterBytes)
      return this.#losePower(socket)
    if (this.isStuck && !this.#behaviour.listensWhenStuck && this.#buffer.length > BUFFER_BYTES)
      socket.pause()
  }

  #suffer(kind: Attack, socket: Socket): void {
    switch (kind) {
      case 'paper-out':
        this.rowsLeft = 0
        return
      case 'cover':
        this.isCoverOpen = true
        return
      case 'reset':
        // Only the line breaks: what it has taken it prints.
        socket.resetAndDestroy()
        return
      case 'power':
        this.#losePower(socket)
        return
      case 'silence':
        this.#isSilent = true
        return
      case 'late':
        this.#isLate = true
    }
  }

  /** Whatever was in its memory is gone; what is on the paper stays there. */
  #losePower(socket: Socket): void {
    this.#buffer = Buffer.alloc(0)
    this.dieAfterBytes = Infinity
    socket.resetAndDestroy()
  }

  #answerRealTime(socket: Socket, bytes: Buffer): void {
    for (let at = bytes.indexOf(0x10); at !== -1; at = bytes.indexOf(0x10, at + 1)) {
      if (bytes[at + 1] !== 0x04) continue
      const word = this.isCoverOpen ? COVER_OPEN : this.rowsLeft <= 0 ? PAPER_OUT : FINE
      if (this.answersAfterMs === 0) socket.write(Uint8Array.of(word))
      else
        setTimeout(() => {
          if (!socket.destroyed) socket.write(Uint8Array.of(word))
        }, this.answersAfterMs)
    }
  }

  #work(): void {
    let at = 0
    while (at < this.#buffer.length && !this.isStuck) {
      const step = parseOne(this.#buffer, at)
      if (step.kind === 'cut-short') break
      if (step.kind === 'unknown') {
        this.garbage.push(this.#buffer[at] ?? 0)
        at += 1
        continue
      }
      if (step.command.kind === 'raster' && step.command.page.heightDots > this.rowsLeft) {
        // The paper ends inside this band; it is printed from its start once there is a new roll.
        this.rowsLeft = 0
        break
      }
      this.#print(step.command)
      at += step.length
    }
    this.#buffer = this.#buffer.subarray(at)
    this.#closeWhenDone()
  }

  #print(command: EscposCommand): void {
    if (command.kind === 'ask-status' && this.#behaviour.isTalkative)
      this.#socket?.write(Uint8Array.of(this.sensorByte))
    if (command.kind === 'auto-status' && command.mask !== 0 && this.#behaviour.tellsChanges)
      this.#socket?.write(Uint8Array.of(0x10, 0, 0, 0))
    if (command.kind === 'ask-when-printed' && this.#behaviour.saysPrinted) {
      this.#socket?.write(Buffer.from(`7${String.fromCharCode(0x22)}${command.token}\0`, 'latin1'))
    }
    if (command.kind === 'raster') this.rowsLeft -= command.page.heightDots
    const isPaper =
      command.kind === 'raster' ||
      command.kind === 'line-feed' ||
      command.kind === 'cut' ||
      command.kind === 'drawer'
    if (!isPaper) return
    this.#current.push(command)
    this.onPrint?.(command)
    if (command.kind === 'cut') this.papers.push(this.#current.splice(0))
  }

  #closeWhenDone(): void {
    if (this.#hasEnded && this.#buffer.length === 0 && this.#behaviour.closesAfterEnd)
      this.#socket?.end()
  }
}
