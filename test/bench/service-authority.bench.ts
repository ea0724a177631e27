/**
 * Documents a second that one process hands to the authority, and that get their verdict, over
 * PostgreSQL and SQLite: stored before, all due at the same moment, somebody told of every move.
 * `npm run bench -- service-authority`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EpochMs } from '#shared/core/brand.ts'
import { startCountingReceiver } from '../support/counting-receiver.ts'
import { must } from '../support/must.ts'
import { startPostgres } from '../support/postgres.ts'
import { openPlace } from '../../electron/service/storage/open-place.ts'
import type { Storage } from '../../electron/service/storage/storage.ts'
import { startService, type ServiceProcess } from '../integration/service-process.ts'
import { cpuMs, round, startClients } from './service-clients.ts'

/** Eight envelopes. */
const DOCUMENTS = 4_000
const NOT_YET_MS = 3_600_000
const LOOK_MS = 50

interface Moved {
  readonly engine: 'PostgreSQL' | 'SQLite'
  /** From when the service is up to the last verdict. */
  readonly documentsPerSecond: number
  /** Processor time of the service, each document sent, judged and told of twice. */
  readonly cpuUsEach: number
}

async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'service-authority-'))
  const server = startPostgres({ flushes: true })
  await server.answers()
  try {
    const moved = [
      await measure('PostgreSQL', join(folder, 'postgres'), server.url),
      await measure('SQLite', join(folder, 'sqlite'), null),
    ]
    return { cores: cpus().length, load: loadavg().map(round), moved }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  engine: Moved['engine'],
  dataDir: string,
  database: string | null,
): Promise<Moved> {
  const place = database === null ? [] : ['--database', database]
  const receiver = await startCountingReceiver()
  const start = (sendDelayMs: number) =>
    startService(dataDir, [
      ...[...place, '--allow-local-webhooks', '--verdict-delay-ms', '1'],
      ...['--authority-delay-ms', `${sendDelayMs}`],
    ])
  let service = await start(NOT_YET_MS)
  try {
    await issueAll(service, receiver.url)
    await service.stop()
    const storage = must(await openPlace(database ?? dataDir))
    await makeDue(storage)
    service = await start(0)
    const [startedAt, cpuBefore] = [performance.now(), cpuMs(service.child.pid) ?? 0]
    while (await isAnyLeft(storage)) await sleep(LOOK_MS)
    const seconds = (performance.now() - startedAt) / 1000
    const cpuUsEach = (((cpuMs(service.child.pid) ?? 0) - cpuBefore) * 1000) / DOCUMENTS
    await storage.close()
    return { engine, documentsPerSecond: round(DOCUMENTS / seconds), cpuUsEach: round(cpuUsEach) }
  } finally {
    await Promise.all([service.kill(), receiver.close()])
  }
}

async function makeDue(storage: Storage): Promise<void> {
  await storage.write((db) =>
    db
      .updateTable('documents')
      .set({ authority_due_at_ms: 1 as EpochMs })
      .execute(),
  )
}

/** Has documents issued that nothing is done about. */
async function issueAll(service: ServiceProcess, webhookUrl: string): Promise<void> {
  const company = service.ready.companies[0]?.id ?? ''
  await service.send('POST', `/api/companies/${company}/webhooks`, {
    ...{ url: webhookUrl, events: ['ISE'] },
  })
  const clients = startClients([service.ready])
  await clients.load(20, DOCUMENTS, 'stored')
  clients.stop()
}

/** Whether one is not judged yet: by the index, for a count would read every document again. */
async function isAnyLeft({ read }: Storage): Promise<boolean> {
  const [left] = await read
    .selectFrom('documents')
    .select('id')
    .where('status', 'in', ['PEN', 'EMS'])
    .where('authority_due_at_ms', 'is not', null)
    .limit(1)
    .execute()
  return left !== undefined
}

process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
