/**
 * The kiosk host's wire: the core's HTTP handler on 127.0.0.1, for one browser. The till's own
 * window comes with a code that is good once and gets a cookie for it; whoever opens the page by
 * hand has the token.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { GUARDED } from '#host/guarded.ts'
import { createDoor } from './door.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** At one time: 16 screens with six of a browser each, and as many again. */
export const CONNECTIONS_MAX = 200

/** The port asked for is taken. */
export class PortInUse extends Error {
  readonly code = 'PORT_IN_USE'
}

export interface LoopbackServer {
  readonly port: number
  /** A code for one window, good once; the one before is good no more. */
  readonly invite: () => string
  readonly close: () => Promise<void>
}

interface LoopbackOptions {
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
  const launch = createLaunch()
  const door = createDoor(CONNECTIONS_MAX)
  const listener = getRequestListener(
    async (request, { incoming }) => {
      if (new URL(request.url).pathname === LAUNCH_PATH) return launch.answer(request, origin)
      const refused = refuseStranger(request, origin, { token, session: launch.session(origin) })
      if (refused !== null) return refused
      if (GUARDED.test(new URL(request.url).pathname))
        door.trust((incoming as IncomingMessage).socket)
      return handle(request)
    },
    { overrideGlobalObjects: false },
  )
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.on('connection', door.admit)
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
    invite: launch.invite,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const LAUNCH_PATH = '/launch'
const CODE_BYTES = 32
const FORM_BYTES_MAX = 1_024
/** Follows by itself: a redirect would still count as another site's, and go without the cookie. */
const LAUNCHED = '<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>Mesón</title>'

/**
 * The window's code comes in the body of a form, out of a file that only the till's user can read:
 * never in an address, a command line or a history.
 */
function createLaunch() {
  let code: string | null = null
  const secret = randomBytes(CODE_BYTES).toString('base64url')
  let isHeld = false
  /** A cookie is kept by name and host, whatever the port: several tills need several names. */
  const nameOf = (origin: string) => `meson-${new URL(origin).port}`
  return {
    invite() {
      code = randomBytes(CODE_BYTES).toString('base64url')
      return code
    },
    /** The cookie that opens; null while nobody has one. */
    session: (origin: string) => (isHeld ? `${nameOf(origin)}=${secret}` : null),
    async answer(request: Request, origin: string): Promise<Response> {
      if (`http://${request.headers.get('host')}` !== origin)
        return refusal(403, 'HOST_NOT_ALLOWED')
      if (request.method !== 'POST') return refusal(405, 'METHOD_NOT_ALLOWED')
      const sender = request.headers.get('origin')
      // A file has no origin to name; a site has, and is refused.
      if (sender !== 'null' && sender !== origin) return refusal(403, 'ORIGIN_NOT_ALLOWED')
      const length = Number(request.headers.get('content-length') ?? FORM_BYTES_MAX + 1)
      if (!(length <= FORM_BYTES_MAX)) return refusal(413, 'BODY_TOO_LARGE')
      const given = new URLSearchParams(await request.text()).get('code') ?? ''
      const expected = code
      if (expected === null || !isSame(given, expected)) return refusal(401, 'CODE_NOT_VALID')
      code = null
      isHeld = true
      const cookie = `${nameOf(origin)}=${secret}; HttpOnly; SameSite=Strict; Path=/`
      return new Response(LAUNCHED, {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
          'Content-Security-Policy': "default-src 'none'",
          'Set-Cookie': cookie,
        },
      })
    },
  }
}

/** What opens: the token on a request, or the cookie of the till's own window. */
interface Openers {
  readonly token: string
  readonly session: string | null
}

/**
 * Who may speak. The exact Host header comes first: it alone stops a web page that rebinds its name
 * to this machine. A missing Origin is no proof of anything, so the token decides; other sites are
 * refused even if they had it.
 */
function refuseStranger(request: Request, origin: string, openers: Openers): Response | null {
  const host = request.headers.get('host')
  if (`http://${host}` !== origin) return refusal(403, 'HOST_NOT_ALLOWED')
  const url = new URL(request.url)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isOfAnotherSite(request.headers, origin, isRead)) return refusal(403, 'ORIGIN_NOT_ALLOWED')
  if (!GUARDED.test(url.pathname)) return isRead ? null : refusal(405, 'METHOD_NOT_ALLOWED')
  if (!isRead && !(request.headers.get('content-type') ?? '').startsWith('application/json')) {
    return refusal(415, 'CONTENT_TYPE_NOT_ALLOWED')
  }
  return isHeld(request.headers, openers) ? null : refusal(401, 'TOKEN_NOT_VALID')
}

function isOfAnotherSite(headers: Headers, origin: string, isRead: boolean): boolean {
  const sender = headers.get('origin')
  if (sender === null ? !isRead : sender !== origin) return true
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

function isHeld(headers: Headers, { token, session }: Openers): boolean {
  if (isSame(headers.get('authorization') ?? '', `Bearer ${token}`)) return true
  const cookies = (headers.get('cookie') ?? '').split(/; */)
  return session !== null && cookies.some((cookie) => isSame(cookie, session))
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function refusal(status: number, code: string): Response {
  return Response.json({ code }, { status, headers: { 'Cache-Control': 'no-store' } })
}
