/**
 * The kiosk host's wire: the core's HTTP handler on 127.0.0.1, for one browser that holds the
 * launch token.
 */
import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { GUARDED } from '#host/begin-till.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000

/** The port asked for is taken. */
export class PortInUse extends Error {
  readonly code = 'PORT_IN_USE'
}

export interface LoopbackServer {
  readonly port: number
  readonly close: () => Promise<void>
}

export interface LoopbackOptions {
  /** 0 = any free one. */
  readonly port: number
  readonly token: string
  readonly handle: (request: Request) => Promise<Response>
}

export async function serveLoopback({
  port,
  token,
  handle,
}: LoopbackOptions): Promise<LoopbackServer> {
  let origin = ''
  const listener = getRequestListener(
    async (request) => {
      const refused = refuseStranger(request, origin, token)
      return refused ?? handle(request)
    },
    { overrideGlobalObjects: false },
  )
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new PortInUse(
              `El puerto ${port} está ocupado. Elija otro con --port, o cierre el programa que lo usa.`,
            )
          : error,
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  origin = `http://127.0.0.1:${address.port}`
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Who may speak. The exact Host header comes first: it alone stops a web page that rebinds its name
 * to this machine. A missing Origin is no proof of anything, so the token decides; other sites are
 * refused even if they had it.
 */
export function refuseStranger(request: Request, origin: string, token: string): Response | null {
  const host = request.headers.get('host')
  if (`http://${host}` !== origin) return refusal(403, 'HOST_NOT_ALLOWED')
  const url = new URL(request.url)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const sender = request.headers.get('origin')
  if (sender !== null && sender !== origin) return refusal(403, 'ORIGIN_NOT_ALLOWED')
  if (!isRead && sender === null) return refusal(403, 'ORIGIN_NOT_ALLOWED')
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none')
    return refusal(403, 'ORIGIN_NOT_ALLOWED')
  if (!GUARDED.test(url.pathname)) return isRead ? null : refusal(405, 'METHOD_NOT_ALLOWED')
  if (!isRead && !(request.headers.get('content-type') ?? '').startsWith('application/json')) {
    return refusal(415, 'CONTENT_TYPE_NOT_ALLOWED')
  }
  return isToken(request.headers.get('authorization'), token)
    ? null
    : refusal(401, 'TOKEN_NOT_VALID')
}

function isToken(header: string | null, token: string): boolean {
  const given = Buffer.from(header ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function refusal(status: number, code: string): Response {
  return Response.json({ code }, { status, headers: { 'Cache-Control': 'no-store' } })
}
