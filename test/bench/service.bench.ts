/**
 * Speed of the issuing service: creations per second over HTTP against the ceiling of the same disk
 * in the same run, and PDFs per second. `npm run bench -- service`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { startService, type ReadyLine } from '../integration/service-process.ts'
import { receiptOfToday } from '../integration/service-receipts.ts'
import { REFERENCE_MARK, type LoadFigures, type LoadOrder } from './service-load.ts'

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

interface ServiceBench {
  readonly cores: number
  /** Before, between and after the loads. */
  readonly ceilingsPerSecond: readonly number[]
  readonly creations: readonly ClientsResult[]
  readonly pdfsPerSecond: number
}

const CEILING_ROWS = 1_500
/** The engine compiles the hot path while the first few thousand requests run. */
const WARM_UP_REQUESTS = 5_000
const CREATIONS: readonly (readonly [clients: number, requests: number])[] = [
  [1, 3_000],
  [10, 8_000],
  [50, 12_000],
]
const PDFS = 60

async function benchService(): Promise<ServiceBench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-bench-'))
  const service = await startService(dataDir)
  const clients = startClients(service.ready)
  try {
    await clients.load(20, WARM_UP_REQUESTS, 'warm')
    const bare = openCeiling(join(dataDir, 'service.db'), dataDir)
    const creations: ClientsResult[] = []
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
    return {
      cores: cpus().length,
      ceilingsPerSecond: ceilings.map(round),
      creations,
      pdfsPerSecond: await pdfs(service.ready),
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

interface Clients {
  readonly load: (clients: number, requests: number, label: string) => Promise<LoadFigures>
  readonly stop: () => void
}

/**
 * The clients run in a process of their own, like real ones; on one core they would still share it
 * with the service.
 */
function startClients(ready: ReadyLine): Clients {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('service-load.ts', import.meta.url)), 'run'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const body = JSON.stringify(
    receiptOfToday(REFERENCE_MARK, [
      { name: 'Pan amasado', unitGrossClp: 1990, quantityMilli: 350 },
      { name: 'Leche 1 L', unitGrossClp: 1190 },
      { name: 'Libro', unitGrossClp: 5000, isExempt: true },
    ]),
  )
  const load: Clients['load'] = async (clients, requests, label) => {
    const order: LoadOrder = {
      port: Number(new URL(ready.base_url).port),
      key: ready.keys.owner,
      clients,
      requests,
      body,
      label,
    }
    child.stdin.write(`${JSON.stringify(order)}\n`)
    const answer = await lines.next()
    if (answer.done === true) throw new Error('the clients ended before their figures')
    return JSON.parse(answer.value) as LoadFigures
  }
  return { load, stop: () => child.stdin.end() }
}

/** User and system time of a process so far, from its 10 ms ticks. */
function cpuMs(pid: number | undefined): number | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function pdfs(ready: ReadyLine): Promise<number> {
  const startedAt = performance.now()
  for (let folio = 1; folio <= PDFS; folio += 1) {
    const answer = await fetch(`${ready.base_url}/api/invoices/39/${folio}/download-base64/80mm`, {
      headers: { 'x-api-key': ready.keys.owner },
    })
    if (answer.status !== 200) throw new Error(`a PDF was answered with ${answer.status}`)
    await answer.arrayBuffer()
  }
  return round(PDFS / ((performance.now() - startedAt) / 1000))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

process.stdout.write(`${JSON.stringify(await benchService(), null, 2)}\n`)
