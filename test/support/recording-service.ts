/** The fake service behind a real port: which keys it was asked with, and what it was sold. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpRequest } from '#till/kernel/ports.ts'
import { fakeService } from './fake-ports.ts'

export interface RecordingService {
  readonly url: string
  readonly keys: ReadonlySet<string>
  /** It answers that it is not there, until this is false again. */
  isAway: boolean
  /** What stands on its documents, in their order. */
  readonly sold: () => string[]
  readonly stop: () => Promise<void>
}

export async function recordingService(): Promise<RecordingService> {
  const fake = fakeService()
  const keys = new Set<string>()
  const server = createServer((request, response) => {
    keys.add(String(request.headers['x-api-key']))
    void answerOf(request).then(({ status, text }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  const answerOf = async (request: IncomingMessage) => {
    const body = Buffer.concat(await request.toArray())
    if (service.isAway) return { status: 503, text: '{}' }
    const { method, url: path = '' } = request
    const asked = { method, path, body, timeoutMs: 1_000 } as HttpRequest
    const outcome = await fake.exchange(asked, new AbortController().signal)
    if (outcome.kind !== 'answered') return { status: 503, text: '{}' }
    return { status: outcome.status, text: outcome.bodyText }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: RecordingService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    isAway: false,
    sold: () => fake.created().flatMap(({ body }) => namesIn(body)),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

function namesIn(body: string): string[] {
  const { items } = JSON.parse(body) as { items: { description: string }[] }
  return items.map(({ description }) => description)
}
