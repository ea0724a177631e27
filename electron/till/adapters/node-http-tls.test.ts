/**
 * The same way over TLS, with the real handshake: a service whose certificate does not hold is told
 * nothing at all.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import type { HttpRequest } from '../kernel/ports.ts'
import { createNodeHttp } from './node-http.ts'

/**
 * Made for these tests alone, valid for a hundred years: `localhost` names 127.0.0.1, `elsewhere`
 * another host.
 */
const certificate = (name: string) => ({
  cert: readFileSync(new URL(`../../../test/support/tls/${name}.crt`, import.meta.url), 'utf8'),
  key: readFileSync(new URL(`../../../test/support/tls/${name}.key`, import.meta.url), 'utf8'),
})
const POST: HttpRequest = {
  method: 'POST',
  path: '/api/invoices',
  body: Buffer.from('{"ñ":1}'),
  timeoutMs: 60_000,
}
const forever = new AbortController().signal
const trustedByTheSystem = getCACertificates('default')

let server: Server | undefined
afterEach(() => {
  server?.close().closeAllConnections()
  setDefaultCACertificates(trustedByTheSystem)
})

/** What has reached the service: a line a request, with the connection it came over. */
async function serve(
  name: string,
): Promise<{ baseUrl: string; received: string[]; connections: Set<number | undefined> }> {
  const received: string[] = []
  const connections = new Set<number | undefined>()
  const running = (server = createServer(certificate(name), (request, response) => {
    received.push(`${request.method} ${request.headers['x-api-key']}`)
    connections.add(request.socket.remotePort)
    request.resume().on('end', () => response.writeHead(201).end('{"id":"x"}'))
  }))
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `https://127.0.0.1:${(running.address() as AddressInfo).port}`,
    received,
    connections,
  }
}

describe('the way to a service over TLS', () => {
  it.each([
    ['an unknown certificate', 'localhost', [], 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [
      'a trusted certificate of another host',
      'elsewhere',
      [certificate('elsewhere').cert],
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
  ])('tells %s nothing, and knows that nothing was sent', async (_, host, trusted, detail) => {
    if (trusted.length > 0) setDefaultCACertificates([...trustedByTheSystem, ...trusted])
    const { baseUrl, received } = await serve(host)
    const http = createNodeHttp(() => ({ baseUrl, apiKey: 'a-key' }))
    expect(await http.exchange(POST, forever)).toEqual({ kind: 'unsent', detail })
    expect(received).toEqual([])
  })

  it('keeps what was agreed for receipts after each other', async () => {
    setDefaultCACertificates([...trustedByTheSystem, certificate('localhost').cert])
    const { baseUrl, received, connections } = await serve('localhost')
    const http = createNodeHttp(() => ({ baseUrl, apiKey: 'a-key' }))
    for (let receipt = 0; receipt < 8; receipt += 1) {
      expect(await http.exchange(POST, forever)).toMatchObject({
        kind: 'answered',
        status: 201,
        bodyText: '{"id":"x"}',
      })
    }
    expect(received).toEqual(Array.from({ length: 8 }, () => 'POST a-key'))
    // Two take turns.
    expect(connections.size).toBeLessThanOrEqual(2)
  })
})
