/**
 * What the service can do at most: the same kind of receipts, created over keep-alive connections
 * by a client that does nothing else.
 */
import { Agent, request } from 'node:http'
import Database from 'better-sqlite3'
import type { ServiceReady } from '#host/embedded-service.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'

export interface ServicePeer {
  /** Creations per second over so many connections. */
  measure(clients: number, creations: number): Promise<number>
}

/** Sends what the till has queued, under references of its own. */
export function createServicePeer(ready: ServiceReady, dataDir: string): ServicePeer {
  const db = new Database(tillFolder(dataDir).database, { readonly: true })
  const body =
    db
      .prepare<[], Buffer>("SELECT body FROM receipt WHERE issue_state = 'queued' LIMIT 1")
      .pluck()
      .get()
      ?.toString('utf8') ?? ''
  db.close()
  const reference = /"external_reference":"([^"]+)"/.exec(body)?.[1] ?? ''
  let round = 0
  return {
    measure(clients, creations) {
      round += 1
      const label = round
      return load(ready, clients, creations, (index) =>
        body.replace(reference, `P9-${label}-${index}`),
      )
    },
  }
}

/** Creations per second. */
async function load(
  ready: ServiceReady,
  clients: number,
  creations: number,
  bodyOf: (index: number) => string,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let next = 0
  const client = async () => {
    while (next < creations) await create(agent, ready, bodyOf(next++))
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const perSecond = creations / ((performance.now() - startedMs) / 1000)
  agent.destroy()
  return perSecond
}

function create(agent: Agent, ready: ServiceReady, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(
      `${ready.base_url}/api/invoices`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'x-api-key': ready.keys.member,
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 201
            ? resolve()
            : reject(new Error(`a creation was answered with ${response.statusCode}`)),
        )
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}
