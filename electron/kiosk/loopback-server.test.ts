import { Agent, request as httpRequest } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveLoopback, type LoopbackServer } from './loopback-server.ts'

const TOKEN = 'the-launch-token'
let server: LoopbackServer
let handled: string[]
beforeEach(async () => {
  handled = []
  server = await serveLoopback({
    port: 0,
    token: TOKEN,
    handle: async (request) => {
      handled.push(`${request.method} ${new URL(request.url).pathname}`)
      return new Response('inside')
    },
  })
})
afterEach(() => server.close())

/** Raw, because fetch does not let a test lie about Host and Origin. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
  agent?: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: server.port,
        method,
        path,
        headers,
        setHost: !('Host' in headers),
        ...(agent && { agent }),
      },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    request.once('error', reject)
    request.end(body)
  })
}
const own = () => `http://127.0.0.1:${server.port}`
const held = { Authorization: `Bearer ${TOKEN}` }
const command = () => ({ ...held, Origin: own(), 'Content-Type': 'application/json' })

describe('the local server', () => {
  it('shows the page to the browser and answers commands that carry the token', async () => {
    expect(await ask('GET', '/')).toBe(200)
    expect(await ask('GET', '/trpc/status', held)).toBe(200)
    expect(await ask('POST', '/trpc/openSale', command(), '{}')).toBe(200)
    expect(handled).toEqual(['GET /', 'GET /trpc/status', 'POST /trpc/openSale'])
  })

  it.each<[string, string, string, () => Record<string, string>, number]>([
    ['no token', 'GET', '/trpc/status', () => ({}), 401],
    [
      'a wrong token',
      'GET',
      '/trpc/status',
      () => ({ Authorization: 'Bearer the-launch-tokem' }),
      401,
    ],
    ['a paper without the token', 'GET', '/paper/x.png', () => ({}), 401],
    ['a rebound name', 'GET', '/', () => ({ Host: 'evil.example' }), 403],
    [
      'localhost instead of the address',
      'GET',
      '/',
      () => ({ Host: `localhost:${server.port}` }),
      403,
    ],
    ['another port', 'GET', '/', () => ({ Host: '127.0.0.1:1' }), 403],
    [
      'another site, token or not',
      'POST',
      '/trpc/openSale',
      () => ({ ...command(), Origin: 'https://evil.example' }),
      403,
    ],
    [
      'a command without an Origin',
      'POST',
      '/trpc/openSale',
      () => ({ ...held, 'Content-Type': 'application/json' }),
      403,
    ],
    [
      'a cross-site fetch',
      'GET',
      '/trpc/status',
      () => ({ ...held, 'Sec-Fetch-Site': 'cross-site' }),
      403,
    ],
    [
      'a form',
      'POST',
      '/trpc/openSale',
      () => ({ ...command(), 'Content-Type': 'text/plain' }),
      415,
    ],
    ['a write to the page', 'POST', '/', command, 405],
  ])('refuses %s', async (_, method, path, headers, status) => {
    expect(await ask(method, path, headers(), method === 'POST' ? '{}' : '')).toBe(status)
    expect(handled).toEqual([])
  })

  it('says that a port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await expect(
      serveLoopback({ port, token: TOKEN, handle: async () => new Response() }),
    ).rejects.toMatchObject({ code: 'PORT_IN_USE' })
    await new Promise((resolve) => other.close(resolve))
  })

  it('is shut by nobody who connects and says nothing: the oldest of them makes room', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const page = { ...held, Connection: 'keep-alive' }
    expect(await ask('GET', '/trpc/status', page, '', agent)).toBe(200)
    const silent = await Promise.all(Array.from({ length: 260 }, connectedSilently))
    expect(await ask('GET', '/trpc/status', held)).toBe(200)
    // The screen that had shown its token is still on the connection it had.
    expect(await ask('GET', '/trpc/status', page, '', agent)).toBe(200)
    expect(portsSeen(agent)).toHaveLength(1)
    await expect.poll(() => silent.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(59)
    expect(silent.at(-1)?.destroyed).toBe(false)
    for (const socket of silent) socket.destroy()
    agent.destroy()
  })
})

function connectedSilently(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
    socket.once('end', () => socket.destroy())
  })
}

const portsSeen = (agent: Agent) =>
  Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])
