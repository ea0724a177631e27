/**
 * What a receipt takes of the disk, in PostgreSQL and in SQLite, with everything that hangs on it:
 * `npm run bench -- service-size`. Bytes do not depend on how busy the machine is.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import pg from 'pg'
import { startService, type ServiceProcess } from '../integration/service-process.ts'
import { receiptOfToday } from '../integration/service-receipts.ts'
import { startCountingReceiver } from '../support/counting-receiver.ts'
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts'

const RECEIPTS = 2_000
const AT_ONCE = 20
const LOOK_MS = 500
const LINES = ['Pan amasado', 'Leche entera 1 L', 'Detergente 3 kg'].map((name, index) => ({
  name,
  unitGrossClp: 1_990 + 1_000 * index,
}))
const OPTIONS = ['--allow-local-webhooks', '--authority-delay-ms', '0', '--verdict-delay-ms', '0']

/** Issues the receipts and waits until they are approved and told. */
async function issueAll(
  service: ServiceProcess,
  receiver: { readonly url: string; readonly received: ReadonlyMap<string, unknown> },
): Promise<void> {
  const company = service.ready.companies[0]?.id ?? ''
  const webhook = { url: receiver.url, events: ['ISE'] }
  await service.send('POST', `/api/companies/${company}/webhooks`, webhook)
  const before = receiver.received.size
  for (let from = 0; from < RECEIPTS; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        service.send('POST', '/api/invoices', receiptOfToday(`S-${from + index}`, LINES)),
      ),
    )
  // Sent and approved.
  while (receiver.received.size - before < 2 * RECEIPTS) await sleep(LOOK_MS)
}

async function ofPostgres(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  const { rows } = await client.query<Record<string, string>>(`SELECT
    pg_table_size('documents') AS documents, pg_indexes_size('documents') AS "documents' indexes",
    pg_total_relation_size('webhook_deliveries') AS notices,
    pg_database_size(current_database()) AS database,
    (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint AS log`)
  await client.end()
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, n]) => [name, Number(n)]))
}

async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'service-size-'))
  const server = startPostgres()
  const receiver = await startCountingReceiver()
  await server.answers()
  const there = await startService(join(folder, 'there'), ['--database', server.url, ...OPTIONS])
  const empty = await ofPostgres(server.url)
  await issueAll(there, receiver)
  await there.stop()
  const full = await ofPostgres(server.url)
  const here = await startService(join(folder, 'here'), OPTIONS)
  const file = join(folder, 'here', 'service.db')
  await issueAll(here, receiver)
  const body = new Database(file, { readonly: true })
  const texts = body
    .prepare('SELECT avg(length(body)) AS body, avg(length(ted_xml)) AS stamp FROM documents')
    .get()
  body.close()
  await here.stop()
  await server.close()
  await receiver.close()
  const sqlite = statSync(file).size / RECEIPTS
  rmSync(folder, { recursive: true, force: true })
  const each = Object.entries(full).map(([name, bytes]) => [
    name,
    Math.round((bytes - (empty[name] ?? 0)) / RECEIPTS),
  ])
  return { postgresBytesEach: Object.fromEntries(each), sqliteBytesEach: Math.round(sqlite), texts }
}

if (NO_POSTGRES === null) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
else process.stdout.write(`skipped: ${NO_POSTGRES}\n`)
