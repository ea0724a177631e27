/**
 * A second tax document service, written from the contract alone, with habits of its own: it shares
 * no line with the one this project brings. `--port N --data DIR [--seed S] [--faults SHARE]`; says
 * that it is ready in one JSON line.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createOffice, type Office, type Reply } from './answers.ts'
import { openLedger } from './ledger.ts'
import { createMoods, type Mishap, type Moods } from './moods.ts'

const KEY = 'clave-de-otro-servicio'
const TWICE_AFTER_MS_MAX = 25
const SLOW_MS = 300

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '0' },
  },
})
if (values.data === undefined) throw new Error('--data is missing')
const ledger = openLedger(values.data)
// Another day after each death, and yet the same for the same run.
const moods = createMoods(
  values.data,
  Number(values.seed) + ledger.issued.length,
  Number(values.faults),
)
const office = createOffice(ledger, moods, KEY)
const server = createServer((request, response) => {
  serve(office, moods, request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    response.destroy()
  })
})
server.keepAliveTimeout = 30_000
server.listen(Number(values.port), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(
    `${JSON.stringify({
      ready: 'service',
      base_url: `http://127.0.0.1:${port}`,
      companies: [],
      keys: { owner: KEY, member: KEY },
    })}\n`,
  )
})
process.on('SIGTERM', () => process.exit(0))

async function serve(
  by: Office,
  mood: Moods,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readAll(request)
  const mishap = mood.mishap()
  if (mishap === 'busy')
    return send(response, { status: 429, text: '{}', headers: { 'Retry-After': '1' } })
  if (mishap === 'down before') return send(response, { status: 503, text: 'mantención' })
  const reply = await by.answer({
    method: request.method ?? '',
    path: request.url ?? '',
    key: String(request.headers['x-api-key'] ?? ''),
    body,
  })
  after(mishap, reply, response)
}

function after(mishap: Mishap, reply: Reply, response: ServerResponse): void {
  switch (mishap) {
    case 'down after':
      return send(response, { status: 500, text: 'error interno' })
    case 'answer lost':
      return void response.destroy()
    case 'answer slow':
      return void setTimeout(() => send(response, reply), SLOW_MS)
    case 'answer twice': {
      const { socket } = response
      send(response, reply)
      // Written past the library: to the client it looks like the answer to whatever it asks next.
      return void setTimeout(() => {
        if (socket?.writable === true) socket.write(onTheWire(reply))
      }, Math.random() * TWICE_AFTER_MS_MAX)
    }
    default:
      return send(response, reply)
  }
}

function send(response: ServerResponse, { status, text, headers = {} }: Reply): void {
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      ...headers,
    })
    .end(text)
}

function onTheWire({ status, text }: Reply): string {
  return `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
