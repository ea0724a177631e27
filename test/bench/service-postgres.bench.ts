/**
 * Creations per second over PostgreSQL, of one shop at one of three processes and dealt out over
 * all of them by turns, against what a bare connection does with the same rows in the same run: a
 * transaction each, folio and document in one statement. `npm run bench -- service-postgres`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startService, type ServiceProcess } from '../integration/service-process.ts'
import { startPostgres } from '../support/postgres.ts'
import { cpuMs, familyMs, loneParts, round, startClients, type Clients } from './service-clients.ts'

const CEILING_ROWS = 150
const WARM_UP_REQUESTS = 1_500
const PROCESSES = 3
const LOOK_MS = 100
/** Each load is measured so often; the one in the middle counts. */
const ROUNDS = 5
const LOADS: readonly (readonly [clients: number, requests: number])[] = [
  [1, 300],
  [10, 800],
  [50, 1_500],
]

interface Measured {
  readonly clients: number
  /** The clients at one of the three processes, and dealt out over all of them. */
  readonly atOne: Way
  readonly dealtOut: Way
  /** Of each round. */
  readonly dealtOutOfOne: number
  /** As many as the processors give at what a receipt takes of them, of what one process does. */
  readonly boundOfDealtOut: number
}

interface Way {
  readonly perSecond: number
  readonly p99Ms: number
  /** Share of the bare ceiling, as measured just before and after. */
  readonly ofCeiling: number
  /** Processor time of one creation: of the processes, of PostgreSQL, and of the clients. */
  readonly cpuUsEach: number
  readonly serverUsEach: number
  readonly clientUsEach: number
}

interface World {
  readonly services: readonly ServiceProcess[]
  readonly atOne: Clients
  readonly dealtOut: Clients
  readonly bare: Ceiling
}

async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'service-bench-'))
  const server = startPostgres({ flushes: true })
  await server.answers()
  const services: ServiceProcess[] = []
  const opened: Clients[] = []
  const clientsOf = (those: readonly ServiceProcess[]) => {
    const clients = startClients(those.map(({ ready }) => ready))
    opened.push(clients)
    return clients
  }
  try {
    while (services.length < PROCESSES)
      services.push(
        await startService(join(folder, `${services.length}`), ['--database', server.url]),
      )
    const [atOne, dealtOut] = [clientsOf(services.slice(0, 1)), clientsOf(services)]
    await atOne.load(20, WARM_UP_REQUESTS, 'warm')
    await dealtOut.load(30, WARM_UP_REQUESTS, 'warm-together')
    const bare = await openCeiling(server.url)
    const world = { services, atOne, dealtOut, bare }
    const lone = await loneParts(atOne, async (rows) => {
      await bare.settled()
      return bare.perSecond(rows)
    })
    const measured = await rounds(world)
    await bare.close()
    return { cores: cpus().length, load: loadavg().map(round), lone, measured }
  } finally {
    for (const clients of opened) clients.stop()
    await Promise.all(services.map((service) => service.kill()))
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The two ways in turns, so that a busy moment of the machine hits both alike. */
async function rounds(world: World): Promise<Measured[]> {
  const all = LOADS.map(() => ({ atOne: [] as Way[], dealtOut: [] as Way[] }))
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const [index, load] of LOADS.entries())
      for (const way of turn % 2 === 0 ? WAYS : WAYS.toReversed()) {
        const measured = await measure(world, way, load)
        process.stderr.write(`${loadavg()[0]} ${load[0]} ${way} ${JSON.stringify(measured)}\n`)
        all[index]?.[way].push(measured)
      }
  return all.map(({ atOne, dealtOut }, index) => {
    const ratios = dealtOut.map(({ perSecond }, at) => perSecond / (atOne[at]?.perSecond ?? 0))
    const [one, out] = [middleOf(atOne), middleOf(dealtOut)]
    const allUs = out.cpuUsEach + out.serverUsEach + out.clientUsEach
    return {
      ...{ clients: LOADS[index]?.[0] ?? 0, atOne: one, dealtOut: out },
      dealtOutOfOne: round(middle(ratios)),
      boundOfDealtOut: round((cpus().length * 1e6) / allUs / one.perSecond),
    }
  })
}

const WAYS = ['atOne', 'dealtOut'] as const

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

function middleOf(ways: readonly Way[]): Way {
  const of = (name: keyof Way) => round(middle(ways.map((way) => way[name])))
  return {
    ...{ perSecond: of('perSecond'), p99Ms: of('p99Ms'), ofCeiling: of('ofCeiling') },
    cpuUsEach: of('cpuUsEach'),
    serverUsEach: of('serverUsEach'),
    clientUsEach: of('clientUsEach'),
  }
}

let loads = 0

async function measure(
  { services, bare, ...clients }: World,
  way: (typeof WAYS)[number],
  [count, requests]: readonly [number, number],
): Promise<Way> {
  const cpu = () => services.reduce((sum, { child }) => sum + (cpuMs(child.pid) ?? 0), 0)
  loads += 1
  await bare.settled()
  const before = await bare.perSecond()
  const [cpuBefore, serverBefore] = [cpu(), bare.serverMs()]
  const { perSecond, p99Ms, clientCpuUsEach } = await clients[way].load(
    count,
    requests,
    `c${loads}`,
  )
  const usEach = (ms: number) => (ms * 1000) / requests
  const [cpuUsEach, serverUsEach] = [
    usEach(cpu() - cpuBefore),
    usEach(bare.serverMs() - serverBefore),
  ]
  const after = await bare.perSecond()
  return {
    ...{ perSecond, p99Ms, cpuUsEach, serverUsEach, clientUsEach: clientCpuUsEach },
    ofCeiling: perSecond / ((before + after) / 2),
  }
}

interface Ceiling {
  readonly perSecond: (rows?: number) => Promise<number>
  /** Processor time of all the server's processes so far. */
  readonly serverMs: () => number
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
  const pid = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  let issued = 0
  return {
    perSecond: async (rowsAsked = CEILING_ROWS) => {
      const startedAt = performance.now()
      for (let count = 0; count < rowsAsked; count += 1) {
        issued += 1
        const row: Record<string, unknown> = {
          ...rows[issued % rows.length],
          id: `${issued}`,
          number: issued,
          external_reference: `ceiling-${issued}`,
        }
        await client.query({ name: 'ceiling', text, values: columns.map((name) => row[name]) })
      }
      return rowsAsked / ((performance.now() - startedAt) / 1000)
    },
    serverMs: () => familyMs(pid),
    settled: async () => {
      while ((await client.query(UNJUDGED)).rowCount !== 0) await sleep(LOOK_MS)
    },
    close: () => client.end(),
  }
}

const UNJUDGED = `SELECT 1 FROM public.documents
  WHERE status IN ('PEN', 'EMS') AND authority_due_at_ms IS NOT NULL LIMIT 1`

process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
