/** A receiver of webhooks that counts: every id it saw, and what came under it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountingReceiver {
  readonly url: string
  /** By `webhook-id`, the bodies that came under it. */
  readonly received: ReadonlyMap<string, readonly string[]>
  /** Away: it refuses what comes, and counts none of it. */
  readonly mood: { isAway: boolean }
  readonly close: () => Promise<void>
}

export async function startCountingReceiver(): Promise<CountingReceiver> {
  const received = new Map<string, string[]>()
  const mood = { isAway: false }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (mood.isAway) return response.writeHead(503).end()
      const id = String(request.headers['webhook-id'])
      received.set(id, [...(received.get(id) ?? []), body])
      return response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    mood,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
