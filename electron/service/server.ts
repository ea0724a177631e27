import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { StartRefusal } from './core/start-refusals.ts'

/** Loopback, by number: "localhost" may be ::1 or anything else. */
export const LOOPBACK = '127.0.0.1'
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 65_000
/** At one time, of all tills of all companies; one that waits costs some kilobytes. */
export const CONNECTIONS_MAX = 1_000
const HEADER_BYTES_MAX = 16 * 1024
/** Connections that are still busy after this long at the end are cut. */
const CLOSE_GRACE_MS = 3_000

export interface ListeningServer {
  readonly baseUrl: string
  close(): Promise<void>
}

export async function listen(
  handle: (request: Request, env?: unknown) => Promise<Response>,
  port: number,
  host: string = LOOPBACK,
): Promise<Result<ListeningServer, StartRefusal>> {
  const server = createAdaptorServer({
    fetch: handle,
    serverOptions: { maxHeaderSize: HEADER_BYTES_MAX },
  }) as Server
  server.headersTimeout = HEADERS_TIMEOUT_MS
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
    close: () => closeServer(server),
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
