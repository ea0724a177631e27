/**
 * The port: what waits, what is half sent and what is too much ends by itself; and an end that cuts
 * no request off.
 */
import { createAdaptorServer } from '@hono/node-server'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { StartRefusal } from './core/start-refusals.ts'

/** Loopback, by number: "localhost" may be ::1 or anything else. */
const LOOPBACK = '127.0.0.1'
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 65_000
/** At one time, of all tills of all companies; one that waits costs some kilobytes. */
export const CONNECTIONS_MAX = 1_000
const HEADER_BYTES_MAX = 16 * 1024
/** A request that is still not answered after this long at the end is cut off. */
const ANSWER_GRACE_MS = 30_000
/** Of the limits on half-sent requests, how often they are looked at. */
const CHECKS_PER_LIMIT = 10

export interface ServerTimes {
  /** Until the head of a request is there, in whole. */
  readonly headersMs: number
  /** At the end, for clients that hold a connection open: with their next answer it closes. */
  readonly lingerMs: number
}

const TIMES: ServerTimes = { headersMs: HEADERS_TIMEOUT_MS, lingerMs: 0 }

export interface ListeningServer {
  readonly baseUrl: string
  close(): Promise<void>
}

export async function listen(
  handle: (request: Request, env?: unknown) => Promise<Response>,
  port: number,
  host: string = LOOPBACK,
  given: Partial<ServerTimes> = {},
): Promise<Result<ListeningServer, StartRefusal>> {
  const times = { ...TIMES, ...given }
  const server = createAdaptorServer({
    fetch: handle,
    serverOptions: {
      maxHeaderSize: HEADER_BYTES_MAX,
      connectionsCheckingInterval: Math.ceil(times.headersMs / CHECKS_PER_LIMIT),
    },
  }) as Server
  const end = new GracefulEnd(server, times)
  server.headersTimeout = times.headersMs
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.maxConnections = CONNECTIONS_MAX
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const refused = await new Promise<StartRefusal | null>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES')
        resolve({ code: 'PORT_IN_USE', params: { port: String(port) } })
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        resolve({ code: 'HOST_NOT_HERE', params: { host } })
      else reject(error)
    })
    server.listen(port, host, () => resolve(null))
  })
  if (refused !== null) return refuse(refused)
  const { port: actualPort } = server.address() as AddressInfo
  return ok({
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    close: () => end.begin(),
  })
}

/**
 * Node closes a connection between two requests, also one over which the next is on its way: its
 * client cannot tell whether it was heard. So each answer says first that it is the last.
 */
class GracefulEnd {
  readonly #server: Server
  readonly #times: ServerTimes
  readonly #sockets = new Set<Socket>()
  readonly #answering = new Set<ServerResponse>()
  #isNear = false
  /** What is half sent by now never comes. */
  #isLate = false
  #whenAlone = () => {}

  constructor(server: Server, times: ServerTimes) {
    this.#server = server
    this.#times = times
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => {
        this.#sockets.delete(socket)
        if (this.#sockets.size === 0) this.#whenAlone()
      })
    })
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.#answering.add(response)
      if (this.#isNear) sayLast(response)
      response.once('close', () => {
        this.#answering.delete(response)
        this.#cutHalfSent()
      })
    })
  }

  async begin(): Promise<void> {
    this.#isNear = true
    for (const response of this.#answering) sayLast(response)
    await this.#linger()
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => {
        this.#isLate = true
        this.#cutHalfSent()
      }, this.#times.headersMs)
      const cut = setTimeout(() => this.#server.closeAllConnections(), ANSWER_GRACE_MS)
      this.#server.close(() => {
        clearTimeout(late)
        clearTimeout(cut)
        resolve()
      })
    })
  }

  #linger(): Promise<void> {
    if (this.#sockets.size === 0 || this.#times.lingerMs === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const over = setTimeout(resolve, this.#times.lingerMs)
      this.#whenAlone = () => {
        clearTimeout(over)
        resolve()
      }
    })
  }

  #cutHalfSent(): void {
    if (!this.#isLate) return
    const busy = new Set([...this.#answering].map(({ req }) => req.socket))
    for (const socket of this.#sockets) if (!busy.has(socket)) socket.destroy()
  }
}

function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
