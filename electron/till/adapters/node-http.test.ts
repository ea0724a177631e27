import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { HttpRequest } from '../kernel/ports.ts'
import { createNodeHttp } from './node-http.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const GET: HttpRequest = { method: 'GET', path: '/api/tax-types', body: null, timeoutMs: 60_000 }
const POST: HttpRequest = {
  ...GET,
  method: 'POST',
  path: '/api/invoices',
  body: Buffer.from('{"ñ":1}'),
}
const forever = new AbortController().signal
const clientOf = (baseUrl: string | null, apiKey: string | null = 'a-key') =>
  createNodeHttp(() => ({ baseUrl, apiKey }))

describe('the way to the service', () => {
  it('sends bytes, key and length as they are, below the path of the address', async () => {
    const seen: unknown[] = []
    const url = await serve((request, response) => {
      const chunks: Buffer[] = []
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const {
            'x-api-key': key,
            'content-type': type,
            'content-length': length,
          } = request.headers
          seen.push([
            request.method,
            request.url,
            key,
            type,
            length,
            Buffer.concat(chunks).toString(),
          ])
          response
            .writeHead(201, { 'Retry-After': '7', 'Set-Cookie': ['a=b', 'c=d'] })
            .end('{"ok":"ñ"}')
        })
    })
    const http = clientOf(`${url}/below//`)
    expect(await http.exchange(POST, forever)).toMatchObject({
      kind: 'answered',
      status: 201,
      bodyText: '{"ok":"ñ"}',
      headers: { 'retry-after': '7', 'set-cookie': 'a=b, c=d' },
    })
    await http.exchange(GET, forever)
    expect(seen).toEqual([
      ['POST', '/below/api/invoices', 'a-key', 'application/json', '8', '{"ñ":1}'],
      ['GET', '/below/api/tax-types', 'a-key', undefined, undefined, ''],
    ])
  })

  it('keeps its connections for exchanges after each other, and leaves redirects to whoever asked', async () => {
    const ports = new Set<number | undefined>()
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort)
      request
        .resume()
        .on('end', () => response.writeHead(307, { Location: '/elsewhere' }).end(gzipSync('moved')))
    })
    const http = clientOf(url)
    for (let round = 0; round < 4; round += 1) {
      for (const request of [POST, GET, POST])
        expect(await http.exchange(request, forever)).toMatchObject({
          kind: 'answered',
          status: 307,
        })
    }
    // A connection rests for a turn after its answer, in case the service ends it all the same;
    // another has the next.
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  it('takes preliminary answers for what they are, a few of them', async () => {
    let hints = 3
    const url = await serve((request, response) => {
      request.resume().on('end', () => {
        for (let hint = 0; hint < hints; hint += 1)
          response.writeEarlyHints({ link: '</a>; rel=preload' })
        response.writeHead(201).end('{"number":7}')
      })
    })
    expect(await clientOf(url).exchange(POST, forever)).toMatchObject({
      kind: 'answered',
      status: 201,
      bodyText: '{"number":7}',
    })
    hints = 21
    expect(await clientOf(url).exchange(POST, forever)).toEqual({
      kind: 'unanswered',
      detail: 'more than 20 preliminary answers',
    })
  })

  it('reads a compressed answer, and takes a broken one for none', async () => {
    let answer = gzipSync('{"number":7}')
    const url = await serve((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(answer),
    )
    const http = clientOf(url)
    expect(await http.exchange(GET, forever)).toMatchObject({
      kind: 'answered',
      bodyText: '{"number":7}',
    })
    answer = answer.subarray(0, 20)
    expect(await http.exchange(GET, forever)).toMatchObject({ kind: 'unanswered' })
  })

  it('knows what was surely not sent', async () => {
    const gone = await serve(() => {})
    await new Promise((resolve) => servers.pop()?.close(resolve))
    expect(await clientOf(gone).exchange(POST, forever)).toEqual({
      kind: 'unsent',
      detail: 'ECONNREFUSED',
    })
    expect(await clientOf(null).exchange(POST, forever)).toEqual({
      kind: 'unsent',
      detail: 'SERVICE_UNREACHABLE',
    })
    expect(await clientOf(gone, null).exchange(POST, forever)).toEqual({
      kind: 'unsent',
      detail: 'API_KEY_MISSING',
    })
  })

  it('counts as perhaps sent what breaks once the connection stands, whatever the error is called', async () => {
    const arrived = Promise.withResolvers<void>()
    const url = await serve(() => arrived.resolve())
    const sockets: Socket[] = []
    const notice = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
    subscribe('undici:client:sendHeaders', notice)
    const waiting = clientOf(url).exchange(POST, forever)
    await arrived.promise
    unsubscribe('undici:client:sendHeaders', notice)
    // What the system reports of a connection whose way is lost while it waits for the answer.
    sockets[0]?.destroy(Object.assign(new Error('no way there'), { code: 'EHOSTUNREACH' }))
    expect(await waiting).toEqual({ kind: 'unanswered', detail: 'EHOSTUNREACH' })
  })

  it('ends with its time or when told to, before and in the middle of an answer, and takes the connection down', async () => {
    let closed = 0
    const isClosed = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const url = await serve((request, response) => {
      if (request.method === 'GET') response.writeHead(200, { 'Content-Length': 9 }).write('half')
      else asked.resolve()
      request.socket.once('close', () => {
        if (++closed === 2) isClosed.resolve()
      })
    })
    const http = clientOf(url)
    expect(await http.exchange({ ...GET, timeoutMs: 300 }, forever)).toEqual({
      kind: 'unanswered',
      detail: 'no answer within 300 ms',
    })
    const ending = new AbortController()
    const waiting = http.exchange(POST, ending.signal)
    await asked.promise
    ending.abort(new Error('the till stops'))
    expect(await waiting).toEqual({ kind: 'unanswered', detail: 'the till stops' })
    expect(await http.exchange(POST, ending.signal)).toEqual({
      kind: 'unanswered',
      detail: 'the till stops',
    })
    await isClosed.promise
    expect(closed).toBe(2)
  })
})
