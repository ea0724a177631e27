/**
 * `electron.protocol`, and what stands between Chromium and its handlers: Chromium asks
 * http://HOST.SCHEME.localhost, the handler hears SCHEME://HOST. Modelled after Electron's own
 * lib/browser/api/protocol.ts: no signal, one value a header, the body as one buffer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Protocol } from 'electron'
import { life } from './app.ts'
import { note, strict } from './notes.ts'

const SUFFIX = '.localhost'
const HOP_HEADERS = new Set(
  `host connection keep-alive transfer-encoding upgrade te proxy-connection cookie content-length
  accept-encoding`.split(/\s+/),
)
type Handler = Parameters<Protocol['handle']>[1]
const handlers = new Map<string, Handler>()

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged() {
    if (life.isReady)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  },
  handle(scheme, handler) {
    if (!life.isReady) throw new Error('protocol.handle must be called after app is ready')
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    handlers.set(scheme, handler)
  },
  unhandle: (scheme) => void handlers.delete(scheme),
  isProtocolHandled: (scheme) => handlers.has(scheme),
} satisfies Partial<Protocol>)

export function outside(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*):\/\/([^/]*)/, (whole, scheme: string, host: string) =>
    handlers.has(scheme) ? `http://${host}.${scheme}${SUFFIX}` : whole,
  )
}

export function inside(url: string): string {
  return url.replace(
    /^http:\/\/([^/]*)\.([a-z0-9+-]+)\.localhost(?=\/|$)/,
    (_whole, host: string, scheme: string) => `${scheme}://${host}`,
  )
}

export const isOwn = (url: string): boolean => new URL(url).hostname.endsWith(SUFFIX)

/** Streams that are open towards the page, for a test that counts them. */
export const streams = new Set<Readable>()

/** The port on which Chromium finds every host of every scheme. */
export async function openBridge(): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    void answer(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = inside(`http://${incoming.headers.host}${incoming.url}`)
  const handler = handlers.get(url.slice(0, url.indexOf(':')))
  if (handler === undefined) return void outgoing.writeHead(502).end()
  try {
    const response = await handler(await requestOf(incoming, url))
    if (response === null || typeof response !== 'object') {
      note('handler answered nothing', { url })
      return void outgoing.destroy()
    }
    pass(response, outgoing)
  } catch (error) {
    note('handler failed', { url, error: String(error) })
    outgoing.destroy()
  }
}

async function requestOf(incoming: IncomingMessage, url: string): Promise<Request> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (!HOP_HEADERS.has(name)) headers.set(name, inside(String(value)))
  const method = incoming.method ?? 'GET'
  const body = ['GET', 'HEAD'].includes(method)
    ? null
    : Buffer.concat((await incoming.toArray()) as Buffer[])
  return new Request(url, {
    method,
    headers,
    ...(body === null || body.length === 0 ? {} : { body }),
  })
}

function pass(response: Response, outgoing: ServerResponse): void {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.flushHeaders()
  if (response.body === null) return void outgoing.end()
  const stream = Readable.fromWeb(response.body as ReadableStream)
  // What Electron's stream loader does when the page has gone away.
  outgoing.on('close', () => {
    if (stream.destroyed) return
    stream.on('error', () => {})
    stream.destroy()
  })
  stream.on('error', () => outgoing.destroy())
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
  }
  stream.pipe(outgoing)
}
