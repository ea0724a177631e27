/**
 * A server on a real socket that answers as no server should: drips, floods, lies about lengths and
 * encodings, breaks off.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync, brotliCompressSync } from 'node:zlib'
import type { Dice } from '../sim/dice.ts'

export interface HostileServer {
  readonly url: string
  /** How often each behaviour was played. */
  readonly played: ReadonlyMap<string, number>
  close(): Promise<void>
}

const DOCUMENT = JSON.stringify({ id: '3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b', number: 7 })
const CHUNK = Buffer.alloc(64 * 1024, 0x20)
const head = (status: string, ...headers: string[]) =>
  `HTTP/1.1 ${status}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`
const whole = (status: string, body: string | Buffer, ...headers: string[]) =>
  Buffer.concat([
    Buffer.from(head(status, `Content-Length: ${body.length}`, ...headers)),
    Buffer.from(body),
  ])

type Behaviour = (socket: Socket, dice: Dice) => void
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  honest: (socket) => socket.write(whole('201 Created', DOCUMENT)),
  drip: (socket, dice) => drip(socket, whole('201 Created', DOCUMENT), dice.between(20, 60)),
  'drip of headers': (socket, dice) =>
    drip(socket, Buffer.from(head('200 OK', 'X: y')), dice.between(30, 80)),
  'endless body': (socket) => flood(socket, head('200 OK'), CHUNK),
  'endless chunks': (socket) =>
    flood(
      socket,
      head('200 OK', 'Transfer-Encoding: chunked'),
      Buffer.concat([Buffer.from('10000\r\n'), CHUNK, Buffer.from('\r\n')]),
    ),
  'endless headers': (socket) =>
    flood(socket, 'HTTP/1.1 200 OK\r\n', Buffer.from('X-More: y\r\n'.repeat(500))),
  silence: () => {},
  'silence after the headers': (socket) => socket.write(head('201 Created', 'Content-Length: 10')),
  'hang-up': (socket) => socket.end(),
  reset: (socket) => socket.resetAndDestroy(),
  'half an answer': (socket, dice) => {
    const answer = whole('201 Created', DOCUMENT)
    socket.write(answer.subarray(0, dice.between(1, answer.length - 1)), () => {
      if (!socket.destroyed) socket.resetAndDestroy()
    })
  },
  'too short for its length': (socket) =>
    socket.end(head('201 Created', 'Content-Length: 5000') + DOCUMENT),
  'too long for its length': (socket) =>
    socket.end(head('201 Created', 'Content-Length: 5') + DOCUMENT),
  'two lengths': (socket) =>
    socket.end(head('200 OK', 'Content-Length: 2', 'Content-Length: 3') + '{}'),
  'a length that is none': (socket) => socket.end(head('200 OK', 'Content-Length: -1') + '{}'),
  'bad chunks': (socket) =>
    socket.end(`${head('200 OK', 'Transfer-Encoding: chunked')}ZZ\r\n{}\r\n0\r\n\r\n`),
  'no HTTP': (socket, dice) => socket.end(Buffer.from(dice.bytes(200))),
  TLS: (socket) => socket.end(Buffer.from('15030300020250', 'hex')),
  'a status that is none': (socket) => socket.end('HTTP/1.1 99999 Wat\r\n\r\n'),
  'hints without end': (socket) =>
    flood(socket, '', Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(50))),
  'other protocol': (socket) =>
    socket.end(head('101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade')),
  'redirect to itself': (socket) =>
    socket.write(whole('307 Temporary Redirect', '', 'Location: /')),
  'redirect elsewhere': (socket) =>
    socket.write(whole('302 Found', '', 'Location: http://127.0.0.1:1/steal')),
  'nothing at all': (socket) => socket.write(head('204 No Content')),
  gzip: (socket) =>
    socket.write(whole('201 Created', gzipSync(DOCUMENT), 'Content-Encoding: gzip')),
  'gzip that is none': (socket) =>
    socket.write(whole('201 Created', DOCUMENT, 'Content-Encoding: gzip')),
  'gzip cut short': (socket) =>
    socket.write(
      whole('201 Created', gzipSync(DOCUMENT).subarray(0, 30), 'Content-Encoding: gzip'),
    ),
  'gzip bomb': (socket) => socket.write(whole('201 Created', BOMB, 'Content-Encoding: gzip')),
  brotli: (socket) =>
    socket.write(whole('201 Created', brotliCompressSync(DOCUMENT), 'Content-Encoding: br')),
  'unknown encoding': (socket) =>
    socket.write(whole('201 Created', DOCUMENT, 'Content-Encoding: rot13')),
  'UTF-16': (socket) =>
    socket.write(
      whole(
        '201 Created',
        Buffer.from(`\ufeff${DOCUMENT}`, 'utf16le'),
        'Content-Type: application/json; charset=utf-16',
      ),
    ),
  'not UTF-8': (socket) =>
    socket.write(whole('201 Created', Buffer.from([0x7b, 0xff, 0xfe, 0x22, 0x80, 0x7d]))),
  'odd headers': (socket) =>
    socket.write(
      whole(
        '201 Created',
        DOCUMENT,
        'Retry-After: \x80\xff',
        'Date: mañana',
        'Set-Cookie: a=b',
        'Set-Cookie: c=d',
      ),
    ),
}
/** Far above what a till reads of one answer, in a few bytes on the wire. */
const BOMB = gzipSync(Buffer.alloc(48 * 1024 * 1024, 0x20))

export async function startHostileServer(dice: Dice): Promise<HostileServer> {
  const played = new Map<string, number>()
  const sockets = new Set<Socket>()
  const names = Object.keys(BEHAVIOURS)
  let turn = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      if (!/^(GET|POST) /.test(bytes.subarray(0, 5).toString('latin1'))) return
      const name = names[turn++ % names.length] ?? ''
      played.set(name, (played.get(name) ?? 0) + 1)
      BEHAVIOURS[name]?.(socket, dice)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    played,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A byte at a time, and never the last one. */
function drip(socket: Socket, bytes: Buffer, everyMs: number): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length - 1) return clearInterval(timer)
    socket.write(bytes.subarray(at, (at += 1)))
  }, everyMs)
}

/** As fast as the other side reads, for as long as it reads. */
function flood(socket: Socket, start: string, piece: Buffer): void {
  socket.write(start === '' ? piece : start)
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', more)
  }
  more()
}
