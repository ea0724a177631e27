/**
 * The clients of the service bench, as a process of their own: raw keep-alive sockets and bodies
 * made beforehand, so that the measurement is of the service and not of its client. Reads one JSON
 * line of orders, answers one of figures.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface LoadOrder {
  /** Where the processes listen; the clients are dealt out over them. */
  readonly ports: readonly number[]
  readonly key: string
  readonly clients: number
  readonly requests: number
  /** A request body; every `REFERENCE_MARK` in it becomes the label and the request's number. */
  readonly body: string
  readonly label: string
  /**
   * Something else than creations: what the service is asked, and how it answers that. What is read
   * (`GET`) has no body; each `NUMBER_MARK` of a path becomes the request's number, from 1.
   */
  readonly other?: { readonly method?: 'GET'; readonly path: string; readonly status: number }
}

export interface LoadFigures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Processor time this client process spent on one request. */
  readonly clientCpuUsEach: number
}

export const REFERENCE_MARK = '@REFERENCE@'
export const NUMBER_MARK = '@NUMBER@'

/** What is read of an answer: its status, and how long it is. */
const ANSWER_HEAD = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n(?:[^\r]*\r\n)*?content-length: (\d+)\r\n/i

if (process.argv[2] === 'run')
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as LoadOrder))}\n`)
  }

async function run(order: LoadOrder): Promise<LoadFigures> {
  const sockets = await Promise.all(
    Array.from({ length: order.clients }, async (_, client) => {
      const socket = connect(order.ports[client % order.ports.length] ?? 0, '127.0.0.1')
      await once(socket.setNoDelay(true), 'connect')
      return socket
    }),
  )
  const requests = Array.from({ length: order.requests }, (_, index) => requestBytes(order, index))
  const latencies = new Float64Array(order.requests)
  let next = 0
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(
    sockets.map((socket) =>
      inTurn(socket, `${order.other?.status ?? 201}`, () => {
        const index = next
        next += 1
        return index < order.requests
          ? { bytes: requests[index] as Buffer, done: (ms) => (latencies[index] = ms) }
          : null
      }),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  for (const socket of sockets) socket.destroy()
  latencies.sort()
  const at = (share: number) =>
    latencies[Math.min(order.requests - 1, Math.floor(order.requests * share))] ?? 0
  return {
    perSecond: order.requests / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    clientCpuUsEach: (user + system) / order.requests,
  }
}

interface Turn {
  readonly bytes: Buffer
  readonly done: (ms: number) => void
}

/** Sends one request after the other over one socket until there is none left. */
function inTurn(socket: Socket, status: string, nextTurn: () => Turn | null): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn: Turn | null = null
    let sentAt = 0
    let received = ''
    const send = () => {
      turn = nextTurn()
      if (turn === null) return resolve()
      received = ''
      sentAt = performance.now()
      socket.write(turn.bytes)
    }
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const head = ANSWER_HEAD.exec(received)
      const bodyAt = received.indexOf('\r\n\r\n') + 4
      if (head === null || bodyAt < 4 || received.length < bodyAt + Number(head[2])) return
      if (head[1] !== status)
        return reject(
          new Error(
            `a request was answered with ${head[1]}: ${received.slice(bodyAt, bodyAt + 300)}`,
          ),
        )
      turn?.done(performance.now() - sentAt)
      send()
    })
    send()
  })
}

function requestBytes({ key, body, label, other }: LoadOrder, index: number): Buffer {
  const { method = 'POST', path = '/api/invoices' } = other ?? {}
  const asked = path.replaceAll(NUMBER_MARK, `${index + 1}`)
  const head = `${method} ${asked} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${key}\r\n`
  if (method === 'GET') return Buffer.from(`${head}\r\n`)
  const text = body.replaceAll(REFERENCE_MARK, `${label}-${index}`)
  return Buffer.from(
    `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
