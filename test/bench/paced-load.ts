/**
 * Clients that ask at a rate, however long they wait for answers: a process of its own, raw sockets
 * and bodies made beforehand. Reads one JSON line of orders, answers one of figures.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { REFERENCE_MARK } from './service-load.ts'

export interface PacedOrder {
  readonly port: number
  /** Who asks, and how often a second. */
  readonly askers: readonly { readonly key: string; readonly perSecond: number }[]
  readonly seconds: number
  readonly body: string
  readonly label: string
}

export interface PacedFigures {
  readonly answered: number
  readonly refused: number
  /** No socket was free: the clients themselves were too slow. */
  readonly unsent: number
  /** Of who was let in, from when it was due to be sent. */
  readonly p50Ms: number
  readonly p99Ms: number
}

const SOCKETS_EACH = 400
const TICK_MS = 5
const ANSWER_HEAD = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n(?:[^\r]*\r\n)*?content-length: (\d+)\r\n/i

async function run(order: PacedOrder): Promise<readonly PacedFigures[]> {
  return Promise.all(order.askers.map((asker, at) => ask(order, asker, at)))
}

async function ask(
  { port, seconds, body, label }: PacedOrder,
  { key, perSecond }: PacedOrder['askers'][number],
  at: number,
): Promise<PacedFigures> {
  const free: Line[] = []
  // All at once would be more than the other end keeps waiting, and come seconds later.
  while (free.length < SOCKETS_EACH) {
    const line = new Line(port)
    await line.isThere
    free.push(line)
  }
  const took: number[] = []
  const counts = { refused: 0, unsent: 0, sent: 0 }
  const startedAt = performance.now()
  const waiting = new Set<Promise<void>>()
  while (performance.now() - startedAt < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    for (; counts.sent < due; counts.sent += 1) {
      const line = free.pop()
      if (line === undefined) {
        counts.unsent += 1
        continue
      }
      const dueAt = startedAt + ((counts.sent + 1) / perSecond) * 1000
      const text = body.replaceAll(REFERENCE_MARK, `${label}-${at}-${counts.sent}`)
      const one = line.send(key, text).then((status) => {
        if (status === 201) took.push(performance.now() - dueAt)
        else counts.refused += 1
        free.push(line)
        waiting.delete(one)
      })
      waiting.add(one)
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(waiting)
  for (const line of free) line.close()
  took.sort((a, b) => a - b)
  const share = (part: number) => Math.round(took[Math.floor(took.length * part)] ?? 0)
  const { refused, unsent } = counts
  return { answered: took.length, refused, unsent, p50Ms: share(0.5), p99Ms: share(0.99) }
}

/** One connection, one request at a time. */
export class Line {
  readonly isThere: Promise<unknown>
  readonly #socket: Socket
  #heard = ''
  #answer: (status: number) => void = () => undefined

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true)
    this.isThere = once(this.#socket, 'connect')
    this.#socket.on('error', () => {}).on('close', () => this.#answer(0))
    this.#socket.on('data', (chunk: Buffer) => {
      this.#heard += chunk.toString('latin1')
      const head = ANSWER_HEAD.exec(this.#heard)
      const bodyAt = this.#heard.indexOf('\r\n\r\n') + 4
      if (head !== null && bodyAt >= 4 && this.#heard.length >= bodyAt + Number(head[2]))
        this.#answer(Number(head[1]))
    })
  }

  /** False once the other end let go of it, as of one that nobody used. */
  isOpen(): boolean {
    return !this.#socket.closed
  }

  send(key: string, body: string): Promise<number> {
    this.#heard = ''
    this.#socket.write(
      `POST /api/invoices HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${key}\r\ncontent-type: ` +
        `application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    return new Promise((resolve) => {
      this.#answer = resolve
    })
  }

  close(): void {
    this.#socket.destroy()
  }
}

if (process.argv[2] === 'paced')
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as PacedOrder))}\n`)
