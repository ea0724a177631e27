/**
 * A tax authority on the other side of HTTP that counts: what it was handed, how often, and in how
 * many hands at once. It takes in whatever it is given, as a real one would.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface CountingAuthority {
  readonly url: string
  /** How often each document was handed over, by its id. */
  readonly handedOver: ReadonlyMap<string, number>
  /** Folios it has, by type of document. */
  readonly folios: ReadonlyMap<number, readonly number[]>
  readonly close: () => Promise<void>
}

interface Sent {
  readonly documentId: string
  readonly documentCode: number
  readonly number: number
}

interface Range {
  readonly documentCode: number
  readonly firstFolio: number
  readonly lastFolio: number
}

interface Asked {
  readonly documents?: readonly Sent[]
  readonly ranges?: readonly Range[]
}

const NO_AUTHORIZATION = { cae: null, caeExpiresOn: null }

/**
 * `takesMs`: how long it thinks before it answers, with the documents in its books already, or
 * (`entersLate`) only then.
 */
export async function startCountingAuthority(
  takesMs = 0,
  entersLate = false,
): Promise<CountingAuthority> {
  const handedOver = new Map<string, number>()
  const trackIds = new Map<string, number>()
  const folios = new Map<number, number[]>()
  const takeIn = (documents: readonly Sent[]) => {
    const trackId = trackIds.size + 1
    for (const { documentId, documentCode, number } of documents) {
      handedOver.set(documentId, (handedOver.get(documentId) ?? 0) + 1)
      trackIds.set(documentId, trackId)
      folios.set(documentCode, [...(folios.get(documentCode) ?? []), number])
    }
    return { trackId, authorizations: documents.map(() => NO_AUTHORIZATION) }
  }
  const answers: Readonly<
    Record<string, (documents: readonly Sent[], ranges: readonly Range[]) => object>
  > = {
    '/submit': takeIn,
    '/received': (documents) => ({
      documents: documents.map(({ documentId }) => {
        const trackId = trackIds.get(documentId)
        return trackId === undefined ? null : { trackId, authorization: NO_AUTHORIZATION }
      }),
    }),
    '/folios': (_, ranges) => ({
      folios: ranges.map(({ documentCode, firstFolio, lastFolio }) => {
        const has = (folios.get(documentCode) ?? []).filter(
          (folio) => folio >= firstFolio && folio <= lastFolio,
        )
        return has.length === 0 ? null : Math.max(...has)
      }),
    }),
    '/verdicts': (documents) => ({ verdicts: documents.map(() => 'APR') }),
  }
  const server = createServer((request, response) => {
    void readJson(request).then(async ({ documents = [], ranges = [] }) => {
      const isSubmitted = request.url === '/submit'
      if (isSubmitted && entersLate) await sleep(takesMs)
      const answer = answers[request.url ?? '']?.(documents, ranges) ?? {}
      if (isSubmitted && !entersLate) await sleep(takesMs)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handedOver,
    folios,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readJson(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Asked
}
