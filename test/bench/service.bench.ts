/**
 * Speed of the issuing service: creations per second over HTTP against the ceiling of the same disk
 * in the same run, and PDFs per second. `npm run bench -- service`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { startService, type ReadyLine } from '../integration/service-process.ts'
import { boundOf, cpuMs, httpAlone, round, startClients } from './service-clients.ts'
import { loneTill, type LoneTill } from './service-lone.ts'

interface ClientsResult {
  readonly clients: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Share of the bare-SQLite ceiling, as measured just before and after. */
  readonly ofCeiling: number
  /**
   * Processor time the service spent on one creation, which a busy machine changes less than the
   * rest; Linux only.
   */
  readonly cpuUsEach: number | null
  /**
   * The same of the process that plays the clients: what the measurement itself takes from the
   * machine.
   */
  readonly clientCpuUsEach: number
}

interface LoneClient {
  /** The same bytes by one client, where nobody takes them. */
  readonly httpAlonePerSecond: number
  /** What a receipt can be at most that costs nothing but its HTTP and the bare transaction. */
  readonly boundOfCeiling: number
}

interface ServiceBench {
  readonly cores: number
  /** Before, between and after the loads. */
  readonly ceilingsPerSecond: readonly number[]
  readonly creations: readonly ClientsResult[]
  readonly loneClient: LoneClient
  /** Each of another receipt, so none is stored already; after a warm-up. */
  readonly pdfs: readonly PdfsResult[]
  readonly loneTill: LoneTill
}

interface PdfsResult {
  /** Who ask for one after the other. */
  readonly clients: number
  readonly perSecond: number
  /** Processor time the service spent on one, threads and HTTP included; Linux only. */
  readonly cpuMsEach: number | null
}

const CEILING_ROWS = 1_500
/** The engine compiles the hot path while the first few thousand requests run. */
const WARM_UP_REQUESTS = 5_000
const CREATIONS: readonly (readonly [clients: number, requests: number])[] = [
  [1, 3_000],
  [10, 8_000],
  [50, 12_000],
]
/** The threads start while the first ones are drawn. */
const WARM_UP_PDFS = 400
const PDFS = 400
const PDF_CLIENTS = [1, 2, 8] as const

async function benchService(): Promise<ServiceBench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-bench-'))
  const service = await startService(dataDir)
  const clients = startClients([service.ready])
  try {
    await clients.load(20, WARM_UP_REQUESTS, 'warm')
    await approved(service.ready, WARM_UP_REQUESTS)
    const drawn = await pdfs(service)
    const bare = openCeiling(join(dataDir, 'service.db'), dataDir)
    const creations: ClientsResult[] = []
    const http = await httpAlone(clients, 1)
    const ceilings = [bare.perSecond()]
    for (const [count, requests] of CREATIONS) {
      const cpuBefore = cpuMs(service.child.pid)
      const { perSecond, p50Ms, p99Ms, maxMs, clientCpuUsEach } = await clients.load(
        count,
        requests,
        `c${count}`,
      )
      const cpuAfter = cpuMs(service.child.pid)
      const cpuUsEach =
        cpuBefore === null || cpuAfter === null
          ? null
          : round(((cpuAfter - cpuBefore) * 1000) / requests)
      const [before = 0, after = before] = [ceilings.at(-1), bare.perSecond()]
      ceilings.push(after)
      creations.push({
        clients: count,
        perSecond: round(perSecond),
        p50Ms: round(p50Ms),
        p99Ms: round(p99Ms),
        maxMs: round(maxMs),
        ofCeiling: round(perSecond / ((before + after) / 2)),
        cpuUsEach,
        clientCpuUsEach: round(clientCpuUsEach),
      })
    }
    bare.close()
    const [ceiling = 0] = ceilings
    const loneClient = {
      httpAlonePerSecond: round(http),
      boundOfCeiling: round(boundOf(http, ceiling) / ceiling),
    }
    return {
      ...{ cores: cpus().length, ceilingsPerSecond: ceilings.map(round), creations, pdfs: drawn },
      loneClient,
      loneTill: await loneTill(),
    }
  } finally {
    clients.stop()
    await service.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Ceiling {
  readonly perSecond: () => number
  readonly close: () => void
}

/**
 * The same rows by bare better-sqlite3, one FULL transaction each, with nothing else around.
 * Measured before and after every load: the disk of a shared machine is not the same a minute
 * later.
 */
function openCeiling(serviceFile: string, dataDir: string): Ceiling {
  const source = new Database(serviceFile, { readonly: true })
  const rows = source
    .prepare('SELECT * FROM documents WHERE document_code = 39 LIMIT ?')
    .all(500) as Record<string, unknown>[]
  const schema = source
    .prepare("SELECT sql FROM sqlite_schema WHERE tbl_name = 'documents' AND sql IS NOT NULL")
    .pluck()
    .all() as string[]
  source.close()
  const db = new Database(join(dataDir, 'ceiling.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  for (const sql of schema) db.exec(sql.replace(/REFERENCES companies \(id\)/, ''))
  db.exec(
    'CREATE TABLE ranges (id INTEGER PRIMARY KEY, next INTEGER) STRICT; INSERT INTO ranges VALUES (1, 1)',
  )
  const columns = Object.keys(rows[0] ?? {})
  const insert = db.prepare(
    `INSERT INTO documents (${columns.join(',')}) VALUES (${columns.map((name) => `@${name}`).join(',')})`,
  )
  const advance = db.prepare('UPDATE ranges SET next = next + 1 WHERE id = 1')
  const issue = db.transaction((row: Record<string, unknown>) => {
    advance.run()
    insert.run(row)
  })
  let issued = 0
  return {
    perSecond: () => {
      const startedAt = performance.now()
      for (let count = 0; count < CEILING_ROWS; count += 1) {
        issued += 1
        issue.immediate({
          ...rows[issued % rows.length],
          id: `${issued}`,
          number: issued,
          external_reference: `ceiling-${issued}`,
        })
      }
      return CEILING_ROWS / ((performance.now() - startedAt) / 1000)
    },
    close: () => {
      db.close()
    },
  }
}

/** What is still on its way to the authority would be measured with the PDFs. */
async function approved(ready: ReadyLine, folio: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${ready.base_url}/api/invoices/39/${folio}`, {
      headers: { 'x-api-key': ready.keys.owner },
    })
    const { status } = (await answer.json()) as { status?: string }
    if (status === 'APR') return
    await setTimeout(100)
  }
}

async function pdfs({ ready, child }: Awaited<ReturnType<typeof startService>>) {
  let folio = 0
  const ask = async () => {
    folio += 1
    const answer = await fetch(`${ready.base_url}/api/invoices/39/${folio}/download-base64/80mm`, {
      headers: { 'x-api-key': ready.keys.owner },
    })
    if (answer.status !== 200) throw new Error(`a PDF was answered with ${answer.status}`)
    await answer.arrayBuffer()
  }
  const askBy = async (clients: number, count: number) => {
    const last = folio + count
    const askOn = async () => {
      while (folio < last) await ask()
    }
    await Promise.all(Array.from({ length: clients }, askOn))
  }
  await askBy(Math.max(...PDF_CLIENTS), WARM_UP_PDFS)
  const results: PdfsResult[] = []
  for (const clients of PDF_CLIENTS) {
    const cpuBefore = cpuMs(child.pid)
    const startedAt = performance.now()
    await askBy(clients, PDFS)
    const perSecond = round(PDFS / ((performance.now() - startedAt) / 1000))
    const cpuAfter = cpuMs(child.pid)
    const cpuMsEach =
      cpuBefore === null || cpuAfter === null ? null : round((cpuAfter - cpuBefore) / PDFS)
    results.push({ clients, perSecond, cpuMsEach })
  }
  return results
}

process.stdout.write(`${JSON.stringify(await benchService(), null, 2)}\n`)
