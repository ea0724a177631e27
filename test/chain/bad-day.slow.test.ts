/**
 * A bad day of the service, played once: a certificate ends, a range ends, a process hangs, a clock
 * is off, the disk is full, the receiver of notices is away, the database is put back from a copy
 * of the morning, and in the end its replica is promoted without the last receipts. Nothing that
 * was acknowledged is lost, nothing has a folio twice, no folio is left out, and each alarm is
 * raised once. Skipped by name without a server.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { refusedStart, startService, type ServiceProcess } from '../integration/service-process.ts'
import { cafFileText } from '../support/caf-files.ts'
import { startCountingAuthority, type CountingAuthority } from '../support/counting-authority.ts'
import { startCountingReceiver, type CountingReceiver } from '../support/counting-receiver.ts'
import { fakeTimeLibrary } from '../support/other-clock.ts'
import { copyServer, type PostgresReplica } from '../support/postgres-replica.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { receiptOfToday } from '../integration/service-receipts.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { sellAll } from './tills.ts'

const RUT = '76192083-9'
const WAIT = { timeout: 90_000, interval: 200 }
/** Two of the receipts that are sold last in it wait for the next range. */
const LAST_OF_RANGE = 20

let server: OwnPostgres
let replica: PostgresReplica | null = null
/** Where the database is. */
let host = ''
let folder: string
let authority: CountingAuthority
let receiver: CountingReceiver
let database = 'morning'
let company = ''
let key = ''
let processes: ServiceProcess[] = []
const acknowledged = new Map<string, string>()

beforeAll(async () => {
  if (NO_POSTGRES !== null) return
  server = startPostgres()
  host = server.host
  folder = mkdtempSync(join(tmpdir(), 'bad-day-'))
  chmodSync(folder, 0o755)
  authority = await startCountingAuthority()
  receiver = await startCountingReceiver()
  await server.answers()
  run('createdb', database)
  processes = [await start(0), await start(1)]
  company = processes[0]?.ready.companies.find((one) => one.document_number === RUT)?.id ?? ''
  key = processes[0]?.ready.keys.owner ?? ''
  const hook = { url: receiver.url, events: ['ISE', 'CER', 'ENU'] }
  expect((await ask('POST', `/api/companies/${company}/webhooks`, hook)).status).toBe(201)
  // What is left of a range that served for long.
  await query(
    `UPDATE folio_ranges SET status = 'ANU' WHERE company_id = $1 AND document_code = 39
    AND first_folio > 1`,
    [company],
  )
  await query(
    `UPDATE folio_ranges SET last_folio = $2 WHERE company_id = $1
    AND document_code = 39 AND first_folio = 1`,
    [company, LAST_OF_RANGE],
  )
}, 120_000)
afterAll(async () => {
  if (NO_POSTGRES !== null) return
  await Promise.all(processes.map((process) => process.kill()))
  await Promise.all([authority.close(), receiver.close()])
  await replica?.stop()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (name: string) =>
  `postgres://postgres@localhost/${name}?host=${encodeURIComponent(host)}`
const words = () => [
  ...['--database', urlOf(database), '--authority', authority.url, '--lease-ms', '3000'],
  ...['--authority-delay-ms', '0', '--verdict-delay-ms', '100'],
  ...['--allow-local-webhooks', '--webhook-waits-s', '1,1,1'],
]
const start = (index: number) => startService(join(folder, `service-${index}`), words())
const ask = (method: string, path: string, body?: object) =>
  (processes[0] as ServiceProcess).send(method, path, body, { 'x-api-key': key })

async function query(text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows
  } finally {
    await client.end()
  }
}
function run(program: string, ...args: string[]): void {
  const done = spawnSync(program, ['-h', host, '-U', 'postgres', ...args], { encoding: 'utf8' })
  expect(done.stderr, program).toBe('')
}
const tool = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ['electron/service/tool.ts', '--database', urlOf(database), ...args],
    { encoding: 'utf8' },
  )

/** Over all tills, through whichever process answers. */
async function sell(name: string, receipts: number): Promise<void> {
  const urls = processes.map(({ ready }) => ready.base_url)
  const order = { tills: 2, receiptsEach: receipts / 2, name }
  for (const [reference, id] of await sellAll(order, urls, key)) acknowledged.set(reference, id)
}
const folios = () => (authority.folios.get(39) ?? []).toSorted((a, b) => a - b)
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
const sent = (last: number) => waitFor(() => expect(folios()).toEqual(upTo(last)), WAIT)

/** Error lines of all processes that say this. */
const alarms = (text: string) =>
  processes.flatMap(({ said }) => said().split('\n')).filter((line) => line.includes(text))
const notices = (word: string) =>
  [...receiver.received.values()].filter(([body]) => body?.includes(word) === true).length

/** Each process knows a company for a second. */
async function allSay(said: string): Promise<void> {
  const body = receiptOfToday('asked', [{ name: 'Pan', unitGrossClp: 1990 }])
  for (const { send } of processes)
    await waitFor(async () => {
      const answer = await send('POST', '/api/invoices/validate?apiKey={}', body)
      expect(JSON.stringify(answer.body)).toContain(said)
    }, WAIT)
}

async function certificateEnds(): Promise<void> {
  await query('UPDATE certificates SET expires_at_ms = 1 WHERE company_id = $1', [company])
  await allSay('CERTIFICATE_NOT_FOUND')
  await expect(sell('refused', 2)).rejects.toThrow('CERTIFICATE_NOT_FOUND')
  const certificate_pem = readFileSync('test/support/tls/localhost.crt', 'utf8')
  const path = `/api/companies/${company}/certificates`
  expect((await ask('POST', path, { certificate_pem })).status).toBe(201)
  await allSay('"valid":true')
  await sell('certified', 2)
}

async function diskIsFull(): Promise<void> {
  await query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`)
  await query('CREATE TRIGGER full_disk BEFORE INSERT ON documents EXECUTE FUNCTION full_disk()')
  const selling = sell('full', 4)
  await waitFor(() => expect(alarms('DISK_FULL').length).toBeGreaterThan(0), WAIT)
  await query('DROP TRIGGER full_disk ON documents')
  await selling
  for (const { said } of processes)
    expect(said().split('DISK_FULL').length - 1).toBeLessThanOrEqual(1)
}

async function processHangs(): Promise<void> {
  const hung = processes[1] as ServiceProcess
  const selling = sell('hung', 4)
  hung.child.kill('SIGSTOP')
  await selling
  await hung.kill()
  const library = fakeTimeLibrary()
  if (library !== null) {
    const clock = { LD_PRELOAD: library, FAKETIME: '+120s', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    expect((await refusedStart(join(folder, 'off'), words(), clock)).stderr).toContain(
      'set it right',
    )
  }
  processes[1] = await start(1)
}

async function rangeEnds(): Promise<void> {
  await sell('last', 8)
  await sent(LAST_OF_RANGE)
  await waitFor(() => expect(notices('LOW')).toBe(1), WAIT)
  const order = { issuerRut: RUT, documentCode: 39, firstFolio: LAST_OF_RANGE + 1 }
  const caf = cafFileText({ ...order, lastFolio: 500 })
  const path = `/api/companies/${company}/enumeration`
  expect((await ask('POST', path, { caf_xml: caf })).status).toBe(201)
}

async function receiverComesBack(since: string): Promise<void> {
  const waiting = `SELECT count(*)::int AS left FROM webhook_deliveries WHERE status = 'WAITING'`
  await waitFor(async () => expect(await query(waiting)).toEqual([{ left: 0 }]), WAIT)
  receiver.mood.isAway = false
  expect(tool('redeliver', '--all', '--since', since).stdout).toMatch(/^queued [1-9]/)
  await query(`SELECT pg_notify('meson_work', 'owner webhooks 0')`)
  await waitFor(async () => expect(await query(waiting)).toEqual([{ left: 0 }]), WAIT)
}

/** A copy of before the last receipts, which the authority and their tills have. */
async function databaseIsPutBack(dump: string): Promise<void> {
  await Promise.all(processes.map((process) => process.stop()))
  run('createdb', 'evening')
  run('pg_restore', '--dbname', 'evening', '--exit-on-error', dump)
  database = 'evening'
  processes = [await start(0)]
  await sell('evening', 4)
  expect(alarms('ranges are held')).toHaveLength(1)
  expect(tool('ranges', '--next', '+0').status).toBe(0)
}

/** Its server fell with the last receipts, which the authority and their tills have. */
async function replicaIsPromoted(): Promise<void> {
  replica = copyServer(host, join(folder, 'replica'))
  await sell('lost', 4)
  await sent(acknowledged.size)
  await allTold()
  await Promise.all(processes.map((process) => process.stop()))
  await replica.promote()
  host = replica.host
  processes = [await start(0)]
  await sell('night', 4)
  expect(alarms('ranges are held')).toHaveLength(1)
  expect(tool('ranges', '--next', '+0').status).toBe(0)
}

/** Of each receipt that was acknowledged, both of its states. */
const allTold = () =>
  waitFor(() => {
    for (const id of acknowledged.values())
      for (const status of ['EMS', 'APR'])
        expect(told(id, status), `${id} ${status}`).toBeGreaterThan(0)
  }, WAIT)

it.skipIf(NO_POSTGRES !== null)(
  `a bad day: lost 0, twice 0, gaps 0${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  async () => {
    const since = new Date(wallClockMs() - 60_000).toISOString()
    await sell('morning', 4)
    receiver.mood.isAway = true
    await certificateEnds()
    await diskIsFull()
    await processHangs()
    await sent(acknowledged.size)
    await receiverComesBack(since)
    await rangeEnds()
    await sent(acknowledged.size)
    const dump = join(folder, 'noon.dump')
    run('pg_dump', '--format', 'custom', '--file', dump, database)
    await sell('afternoon', 4)
    await sent(acknowledged.size)
    await allTold()
    await databaseIsPutBack(dump)
    await sent(acknowledged.size)
    await replicaIsPromoted()
    await sent(acknowledged.size)
    const ids = new Set(acknowledged.values())
    expect(ids.size).toBe(acknowledged.size)
    expect([...ids].filter((id) => authority.handedOver.get(id) !== 1)).toEqual([])
    expect(authority.handedOver.size).toBe(ids.size)
    expect(alarms('folios were given twice')).toEqual([])
    expect([notices('LOW'), notices('expiresAt')]).toEqual([1, 1])
    await allTold()
    for (const bodies of receiver.received.values()) expect(new Set(bodies).size).toBe(1)
  },
  400_000,
)

/** How many notices, each with its id, say so. */
function told(id: string, status: string): number {
  return [...receiver.received.values()].filter(
    ([body]) => body?.includes(id) === true && body.includes(`"${status}"`),
  ).length
}
