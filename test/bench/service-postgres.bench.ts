/**
 * Creations per second over PostgreSQL, by one process and by three on one database, against what a
 * bare connection does with the same rows in the same run: a transaction each, folio and document
 * in one statement. `npm run bench -- service-postgres`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startService, type ServiceProcess } from '../integration/service-process.ts'
import { startPostgres } from '../support/postgres.ts'
import { boundOf, cpuMs, httpAlone, round, startClients, type Clients } from './service-clients.ts'

const CEILING_ROWS = 300
const WARM_UP_REQUESTS = 1_500
const PROCESSES = 3
const LOOK_MS = 100
/** Each load is measured so often; the one in the middle counts. */
const ROUNDS = 3
const LOADS: readonly (readonly [clients: number, requests: number])[] = [
  [1, 1_000],
  [10, 2_000],
  [50, 3_000],
]

interface Measured {
  readonly processes: number
  readonly clients: number
  readonly perSecond: number
  readonly p99Ms: number
  /** Share of the bare ceiling, as measured just before and after. */
  readonly ofCeiling: number
  /** Processor time the processes of the service spent on one creation. */
  readonly cpuUsEach: number
  /** At most, were a receipt nothing but its HTTP and the bare statement; for one client. */
  readonly boundOfCeiling: number | null
}

async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'service-bench-'))
  const server = startPostgres({ flushes: true })
  await server.answers()
  const start = (index: number) =>
    startService(join(folder, `${index}`), ['--database', server.url])
  const services = [await start(0)]
  const alone = startClients(services.map(({ ready }) => ready))
  let together: Clients | null = null
  try {
    await alone.load(20, WARM_UP_REQUESTS, 'warm')
    const bare = await openCeiling(server.url)
    const one = await rounds(alone, services, bare)
    while (services.length < PROCESSES) services.push(await start(services.length))
    together = startClients(services.map(({ ready }) => ready))
    await together.load(30, WARM_UP_REQUESTS, 'warm-together')
    const three = await rounds(together, services, bare)
    await bare.close()
    return { cores: cpus().length, load: loadavg().map(round), measured: [...one, ...three] }
  } finally {
    alone.stop()
    together?.stop()
    await Promise.all(services.map((service) => service.kill()))
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function rounds(
  clients: Clients,
  services: readonly ServiceProcess[],
  bare: Ceiling,
): Promise<Measured[]> {
  const all: Measured[][] = []
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const measured: Measured[] = []
    for (const load of LOADS) measured.push(await measure(clients, services, bare, load))
    process.stderr.write(`${loadavg()[0]} ${JSON.stringify(measured)}\n`)
    all.push(measured)
  }
  return LOADS.map((_, index) => {
    const same = all.flatMap((measured) => measured[index] ?? [])
    return same.toSorted((a, b) => a.ofCeiling - b.ofCeiling)[ROUNDS >> 1] as Measured
  })
}

let loads = 0

async function measure(
  clients: Clients,
  services: readonly ServiceProcess[],
  bare: Ceiling,
  [count, requests]: readonly [number, number],
): Promise<Measured> {
  const cpu = () => services.reduce((sum, { child }) => sum + (cpuMs(child.pid) ?? 0), 0)
  loads += 1
  await bare.settled()
  const httpPerSecond = count === 1 ? await httpAlone(clients, 1) : null
  const before = await bare.perSecond()
  const cpuBefore = cpu()
  const { perSecond, p99Ms } = await clients.load(count, requests, `c${loads}`)
  const cpuUsEach = round(((cpu() - cpuBefore) * 1000) / requests)
  const after = await bare.perSecond()
  const ceiling = (before + after) / 2
  return {
    processes: services.length,
    clients: count,
    perSecond: round(perSecond),
    p99Ms: round(p99Ms),
    ofCeiling: round(perSecond / ceiling),
    cpuUsEach,
    boundOfCeiling: httpPerSecond && round(boundOf(httpPerSecond, ceiling) / ceiling),
  }
}

interface Ceiling {
  readonly perSecond: () => Promise<number>
  /** Waits until the authority has judged whatever was issued before: that is another measure. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The tables of the service without their foreign keys, in a schema of their own. */
async function openCeiling(url: string): Promise<Ceiling> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(
    'SELECT * FROM documents WHERE document_code = 39 LIMIT 500',
  )
  await client.query(
    `CREATE SCHEMA bare;
     CREATE TABLE bare.documents (LIKE public.documents INCLUDING ALL);
     CREATE TABLE bare.ranges (id integer PRIMARY KEY, next bigint);
     INSERT INTO bare.ranges VALUES (1, 1)`,
  )
  const columns = Object.keys(rows[0] ?? {})
  const text = `WITH taken AS (UPDATE bare.ranges SET next = next + 1 WHERE id = 1)
    INSERT INTO bare.documents (${columns.join()}) VALUES (${columns.map((_, at) => `$${at + 1}`).join()})`
  let issued = 0
  return {
    perSecond: async () => {
      const startedAt = performance.now()
      for (let count = 0; count < CEILING_ROWS; count += 1) {
        issued += 1
        const row: Record<string, unknown> = {
          ...rows[issued % rows.length],
          id: `${issued}`,
          number: issued,
          external_reference: `ceiling-${issued}`,
        }
        await client.query({ name: 'ceiling', text, values: columns.map((name) => row[name]) })
      }
      return CEILING_ROWS / ((performance.now() - startedAt) / 1000)
    },
    settled: async () => {
      while ((await client.query(UNJUDGED)).rowCount !== 0) await sleep(LOOK_MS)
    },
    close: () => client.end(),
  }
}

const UNJUDGED = `SELECT 1 FROM public.documents
  WHERE status IN ('PEN', 'EMS') AND authority_due_at_ms IS NOT NULL LIMIT 1`

process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
