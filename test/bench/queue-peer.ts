/**
 * What the service can do at most: the same kind of receipts, created over keep-alive connections
 * by a client that does nothing else, and by a till that only echoes.
 */
import { Agent, request } from 'node:http'
import Database from 'better-sqlite3'
import type { ServiceReady } from '#host/embedded-service.ts'
import { configure } from '#till/kernel/database.ts'
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
  const reference = referenceIn(body)
  let round = 0
  return {
    measure(clients, creations) {
      round += 1
      const label = round
      return load(clients, creations, async (agent, index) => {
        await create(agent, ready, body.replace(reference, `P9-${label}-${index}`))
      })
    },
  }
}

/**
 * The least a till can do that loses no receipt and issues none twice: each is marked before it
 * leaves and has its folio after, both on disk, with one flush for what comes up in one turn.
 * Nothing is checked, kept as evidence, shown or printed. In the till's own file.
 */
export function createEcho(ready: ServiceReady, dataDir: string): ServicePeer {
  const db = new Database(tillFolder(dataDir).database)
  configure(db)
  const next = db.prepare<[], { readonly id: string; readonly body: Buffer }>(
    `UPDATE receipt SET issue_state = 'sending', tries = 1 WHERE seq = (SELECT seq FROM receipt
      WHERE issue_state = 'queued' ORDER BY seq LIMIT 1) RETURNING sale_id AS id, body`,
  )
  const number = db.prepare<[string, number, string]>(
    "UPDATE receipt SET issue_state = 'numbered', remote_id = ?, folio = ? WHERE sale_id = ?",
  )
  const write = flusher(db)
  return {
    measure: (clients, creations) =>
      load(clients, creations, async (agent) => {
        const receipt = await write(() => next.get())
        if (receipt === undefined) throw new Error('there is nothing left to echo')
        const body = receipt.body.toString('utf8')
        const answer = await create(agent, ready, body.replace(referenceIn(body), `E${receipt.id}`))
        const { id, number: folio } = JSON.parse(answer) as Issued
        await write(() => number.run(id, folio, receipt.id))
      }),
  }
}

interface Issued {
  readonly id: string
  readonly number: number
}

/** What comes up in one turn is on disk with one flush. */
function flusher(db: Database.Database) {
  let waiting: (() => () => void)[] = []
  const together = db.transaction((works: typeof waiting) => works.map((work) => work()))
  const flush = () => {
    const works = waiting
    waiting = []
    for (const tell of together.immediate(works)) tell()
  }
  return <Value>(work: () => Value): Promise<Value> =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(() => {
        const value = work()
        return () => resolve(value)
      })
    })
}

function referenceIn(body: string): string {
  return /"external_reference":"([^"]+)"/.exec(body)?.[1] ?? ''
}

/** Creations per second. */
async function load(
  clients: number,
  creations: number,
  createOne: (agent: Agent, index: number) => Promise<void>,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let next = 0
  const client = async () => {
    while (next < creations) await createOne(agent, next++)
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const perSecond = creations / ((performance.now() - startedMs) / 1000)
  agent.destroy()
  return perSecond
}

/** What it was answered. */
function create(agent: Agent, ready: ServiceReady, body: string): Promise<string> {
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
        let answer = ''
        response.setEncoding('utf8').on('data', (piece: string) => (answer += piece))
        response.on('end', () =>
          response.statusCode === 201
            ? resolve(answer)
            : reject(new Error(`a creation was answered with ${response.statusCode}`)),
        )
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}
