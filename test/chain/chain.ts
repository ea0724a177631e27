/**
 * The whole chain under attack: simulated tills, service processes on one real PostgreSQL, an
 * authority and a receiver of webhooks that count. Processes are killed one after the other,
 * PostgreSQL is restarted once, connections are cut; then everything must be there once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { QUEUE_FULL } from '../../electron/service/webhooks/queue-limit.ts'
import { startService, type ServiceProcess } from '../integration/service-process.ts'
import { startCountingAuthority } from '../support/counting-authority.ts'
import { startCountingReceiver } from '../support/counting-receiver.ts'
import { startPostgres } from '../support/postgres.ts'
import { countChain, type ChainCounts, type ChainWorld } from './counts.ts'
import { sellAll } from './tills.ts'

export interface ChainOrder {
  readonly tills: number
  readonly receiptsEach: number
  readonly processes: number
  readonly killEveryMs: number
  /** What a killed process had in hand is another one's after this long. */
  readonly leaseMs: number
  /** The attack goes on at least until so many were killed. */
  readonly kills: number
  readonly say?: (line: string) => void
}

/** Longer than a step of a process, so that some are killed while they wait for it. */
const AUTHORITY_TAKES_MS = 200
const SETTLE_TIMEOUT_MS = 180_000
const LOOK_MS = 200

export async function runChain(order: ChainOrder): Promise<ChainCounts> {
  const server = startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'chain-'))
  const [authority, receiver] = await Promise.all([
    startCountingAuthority(AUTHORITY_TAKES_MS),
    startCountingReceiver(),
  ])
  await server.answers()
  const pool = new pg.Pool({ connectionString: server.url, max: 2 })
  pool.on('error', () => {})
  const start = (index: number, port = '0') =>
    startService(join(folder, `service-${index}`), [
      ...['--database', server.url, '--authority', authority.url, '--port', port],
      ...['--allow-local-webhooks', '--webhook-waits-s', '1,1,1', '--lease-ms', `${order.leaseMs}`],
      ...['--authority-delay-ms', '300', '--verdict-delay-ms', '100'],
    ])
  const processes = await Promise.all(
    Array.from({ length: order.processes }, (_, index) => start(index)),
  )
  const world: ChainWorld = { pool, authority, receiver, restartDatabase: server.restart }
  try {
    await subscribe(processes[0] as ServiceProcess, receiver.url)
    const urls = processes.map(({ ready }) => ready.base_url)
    const key = processes[0]?.ready.keys.owner ?? ''
    let isSelling = true
    const selling = sellAll(order, urls, key).finally(() => {
      isSelling = false
    })
    const attacked = attack(order, world, processes, start, () => isSelling)
    const [acknowledged, kills] = await Promise.all([selling, attacked])
    await settled(pool, processes)
    const webhooksParked = await redeliverParked(pool, () => settled(pool, processes))
    return await countChain(world, acknowledged, { kills, webhooksParked })
  } finally {
    await Promise.all(processes.map((process) => process.kill()))
    await pool.end()
    await Promise.all([authority.close(), receiver.close()])
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Kills one process after the other and starts it again where it was. Answers how many. */
async function attack(
  { killEveryMs, kills: least, say }: ChainOrder,
  world: ChainWorld,
  processes: ServiceProcess[],
  start: (index: number, port: string) => Promise<ServiceProcess>,
  isSelling: () => boolean,
): Promise<number> {
  let kills = 0
  while (isSelling() || kills < least) {
    await sleep(killEveryMs)
    const index = kills % processes.length
    const victim = processes[index] as ServiceProcess
    await victim.kill()
    kills += 1
    say?.(`killed process ${index}`)
    if (kills === 2) {
      say?.('PostgreSQL restarts')
      await world.restartDatabase()
    } else await cutConnections(world.pool)
    processes[index] = await again(() => start(index, new URL(victim.ready.base_url).port))
  }
  return kills
}

/** While the database is coming up a process refuses to start, as it should. */
async function again<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const endsAt = performance.now() + SETTLE_TIMEOUT_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > endsAt) throw error
      await sleep(LOOK_MS)
    }
  }
}

async function cutConnections(pool: pg.Pool): Promise<void> {
  await again(() =>
    pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'meson-service'`,
    ),
  )
}

async function subscribe(service: ServiceProcess, url: string): Promise<void> {
  const company = service.ready.companies[0]?.id ?? ''
  await service.send('POST', `/api/companies/${company}/webhooks`, { url, events: ['ISE'] })
}

/**
 * Queues again what its destination's queue had no room for, some at a time, as the owner of the
 * service does by `redeliver`. Answers how many there were.
 */
async function redeliverParked(pool: pg.Pool, delivered: () => Promise<void>): Promise<number> {
  for (let parked = 0; ; ) {
    const { rowCount } = await again(() => pool.query(REDELIVER, [QUEUE_FULL]))
    if (rowCount === 0) return parked
    parked += rowCount ?? 0
    await again(() => pool.query(`SELECT pg_notify('meson_work', 'owner webhooks 0')`))
    await delivered()
  }
}

const REDELIVER = `UPDATE webhook_deliveries
  SET status = 'WAITING', attempts = 0, due_at_ms = created_at_ms, last_result = NULL
  WHERE id IN (SELECT id FROM webhook_deliveries WHERE last_result = $1 LIMIT 5000)`

/** Waits until every document is judged and every notice delivered. */
async function settled(pool: pg.Pool, processes: readonly ServiceProcess[]): Promise<void> {
  const endsAt = performance.now() + SETTLE_TIMEOUT_MS
  for (;;) {
    const { rows } = await again(() =>
      pool.query<{ left: string }>(
        `SELECT (SELECT count(*) FROM documents WHERE status IN ('PEN', 'EMS'))
          + (SELECT count(*) FROM webhook_deliveries WHERE status = 'WAITING') AS left`,
      ),
    )
    if (rows[0]?.left === '0') return
    if (performance.now() > endsAt)
      throw new Error(`${rows[0]?.left} left behind by ${processes.length} processes`)
    await sleep(LOOK_MS)
  }
}
