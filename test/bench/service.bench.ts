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
import {
  cpuMs,
  loneParts,
  residentMbOf,
  round,
  startClients,
  type Clients,
  type LoneParts,
} from './service-clients.ts'
import { NUMBER_MARK } from './service-load.ts'
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

interface LoneClient extends LoneParts {
  readonly stampUs: number
  /** What it could be at most, were it nothing but judged, stamped and stored as the ceiling is. */
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
  /** The same ones asked for again, medians of rounds in turns; more than the memory holds. */
  readonly keptPdfs: readonly PdfsResult[]
  readonly loneTill: LoneTill
  /** Of the service's process: after its warm-up, each load, and at the end. */
  readonly residentMb: readonly (number | null)[]
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
const KEPT_ROUNDS = 7

async function benchService(): Promise<ServiceBench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-bench-'))
  const service = await startService(dataDir)
  const clients = startClients([service.ready])
  try {
    await clients.load(20, WARM_UP_REQUESTS, 'warm')
    await approved(service.ready, WARM_UP_REQUESTS)
    const drawn = await pdfs(service)
    const kept = await keptPdfs(service, clients)
    const residentMb = [residentMbOf(service.child.pid)]
    const bare = openCeiling(join(dataDir, 'service.db'), dataDir)
    const creations: ClientsResult[] = []
    const parts = await loneParts(clients, bare.perSecond)
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
      residentMb.push(residentMbOf(service.child.pid))
    }
    bare.close()
    const till = await loneTill()
    const least = parts.bareTransaction + parts.judged + till.stampUs
    const boundOfCeiling = round(parts.bareTransaction / least)
    return {
      ...{ cores: cpus().length, ceilingsPerSecond: ceilings.map(round), creations, pdfs: drawn },
      ...{ keptPdfs: kept, residentMb, loneTill: till },
      loneClient: { ...parts, stampUs: till.stampUs, boundOfCeiling },
    }
  } finally {
    clients.stop()
    await service.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Ceiling {
  readonly perSecond: (rows?: number) => number
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
    perSecond: (rowsAsked = CEILING_ROWS) => {
      const startedAt = performance.now()
      for (let count = 0; count < rowsAsked; count += 1) {
        issued += 1
        issue.immediate({
          ...rows[issued % rows.length],
          id: `${issued}`,
          number: issued,
          external_reference: `ceiling-${issued}`,
        })
      }
      return rowsAsked / ((performance.now() - startedAt) / 1000)
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

/** In turns, so that a busy moment of the machine hits all alike. */
async function keptPdfs({ child }: Awaited<ReturnType<typeof startService>>, { load }: Clients) {
  const path = `/api/invoices/39/${NUMBER_MARK}/download-base64/80mm`
  const rounds: PdfsResult[] = []
  for (let turn = 0; turn < KEPT_ROUNDS; turn += 1)
    for (const clients of PDF_CLIENTS) {
      const cpuBefore = cpuMs(child.pid)
      const { perSecond } = await load(clients, PDFS, 'kept', { method: 'GET', path, status: 200 })
      const cpuAfter = cpuMs(child.pid)
      const cpuMsEach = cpuBefore && cpuAfter && round((cpuAfter - cpuBefore) / PDFS)
      rounds.push({ clients, perSecond: round(perSecond), cpuMsEach })
    }
  return PDF_CLIENTS.map((clients) => {
    const same = rounds.filter((one) => one.clients === clients)
    return same.toSorted((a, b) => a.perSecond - b.perSecond)[KEPT_ROUNDS >> 1] as PdfsResult
  })
}

process.stdout.write(`${JSON.stringify(await benchService(), null, 2)}\n`)
