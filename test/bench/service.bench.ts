/**
 * Speed of the issuing service: creations per second over HTTP against the ceiling of the same disk in the same run, and
 * PDFs per second. `npm run bench -- service`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { startService, type ReadyLine } from '../integration/service-process.ts'
import { receiptRequest } from '../integration/service-receipts.ts'

interface ClientsResult {
  readonly clients: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Share of the bare-SQLite ceiling. */
  readonly ofCeiling: number
  /** Processor time the service spent on one creation, which a busy machine changes less than the rest; Linux only. */
  readonly cpuUsEach: number | null
}

interface ServiceBench {
  readonly ceilingPerSecond: number
  readonly creations: readonly ClientsResult[]
  readonly pdfsPerSecond: number
  readonly limitedBy: string
}

const CEILING_ROWS = 2_000
const CREATIONS: readonly (readonly [clients: number, requests: number])[] = [[1, 1_000], [10, 4_000], [50, 6_000]]
const PDFS = 60

async function benchService(): Promise<ServiceBench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-bench-'))
  const service = await startService(dataDir)
  try {
    await load(service.ready, 20, 500, 'warm')
    const creations: ClientsResult[] = []
    const ceilingPerSecond = ceiling(join(dataDir, 'service.db'), dataDir)
    for (const [clients, requests] of CREATIONS) {
      const cpuBefore = cpuMs(service.child.pid)
      const result = await load(service.ready, clients, requests, `c${clients}`)
      const cpuAfter = cpuMs(service.child.pid)
      const cpuUsEach = cpuBefore === null || cpuAfter === null ? null : round(((cpuAfter - cpuBefore) * 1000) / requests)
      creations.push({ clients, ...result, ofCeiling: round(result.perSecond / ceilingPerSecond), cpuUsEach })
    }
    return {
      ceilingPerSecond: round(ceilingPerSecond), creations, pdfsPerSecond: await pdfs(service.ready),
      limitedBy: 'one JavaScript thread: HTTP, JSON, rules and the stamp signature; the disk is shared by group commit',
    }
  } finally {
    await service.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The same rows, one FULL transaction each, with nothing else around. */
function ceiling(serviceFile: string, dataDir: string): number {
  const source = new Database(serviceFile, { readonly: true })
  const rows = source.prepare("SELECT * FROM documents WHERE document_code = 39 LIMIT ?").all(500) as Record<string, unknown>[]
  const schema = source.prepare("SELECT sql FROM sqlite_schema WHERE tbl_name = 'documents' AND sql IS NOT NULL").pluck().all() as string[]
  source.close()
  const db = new Database(join(dataDir, 'ceiling.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  for (const sql of schema) db.exec(sql.replace(/REFERENCES companies \(id\)/, ''))
  db.exec('CREATE TABLE ranges (id INTEGER PRIMARY KEY, next INTEGER) STRICT; INSERT INTO ranges VALUES (1, 1)')
  const columns = Object.keys(rows[0] ?? {})
  const insert = db.prepare(`INSERT INTO documents (${columns.join(',')}) VALUES (${columns.map((name) => `@${name}`).join(',')})`)
  const advance = db.prepare('UPDATE ranges SET next = next + 1 WHERE id = 1')
  const issue = db.transaction((row: Record<string, unknown>) => {
    advance.run()
    insert.run(row)
  })
  const startedAt = performance.now()
  for (let index = 0; index < CEILING_ROWS; index += 1) {
    const row = rows[index % rows.length] ?? {}
    issue.immediate({ ...row, id: `${index}`, number: index + 1, external_reference: `ceiling-${index}` })
  }
  const perSecond = CEILING_ROWS / ((performance.now() - startedAt) / 1000)
  db.close()
  return perSecond
}

async function load(ready: ReadyLine, clients: number, requests: number, label: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const latencies: number[] = []
  let sent = 0
  const client = async () => {
    while (sent < requests) {
      const index = sent
      sent += 1
      const body = JSON.stringify(receiptRequest(`${label}-${index}`, [
        { name: 'Pan amasado', unitGrossClp: 1990, quantityMilli: 350 }, { name: 'Leche 1 L', unitGrossClp: 1190 },
        { name: 'Libro', unitGrossClp: 5000, isExempt: true },
      ]))
      const startedAt = performance.now()
      const status = await post(agent, ready, body)
      if (status !== 201) throw new Error(`a creation was answered with ${status}`)
      latencies.push(performance.now() - startedAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => round(latencies[Math.floor(latencies.length * share)] ?? 0)
  return { perSecond: round(requests / seconds), p50Ms: at(0.5), p99Ms: at(0.99) }
}

function post(agent: Agent, ready: ReadyLine, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(`${ready.base_url}/api/invoices`, {
      method: 'POST', agent,
      headers: { 'content-type': 'application/json', 'x-api-key': ready.keys.owner, 'content-length': Buffer.byteLength(body) },
    }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sending.on('error', reject)
    sending.end(body)
  })
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
    const answer = await fetch(`${ready.base_url}/api/invoices/39/${folio}/download-base64/80mm`, { headers: { 'x-api-key': ready.keys.owner } })
    if (answer.status !== 200) throw new Error(`a PDF was answered with ${answer.status}`)
    await answer.arrayBuffer()
  }
  return round(PDFS / ((performance.now() - startedAt) / 1000))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

process.stdout.write(`${JSON.stringify(await benchService(), null, 2)}\n`)
