/** The way back from PostgreSQL to a file: nothing is lost, and the service goes on from it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { PAGE_HEADER } from '#shared/issuing/receipt-page.ts'
import { PLACE_OF_FILE } from '../../electron/service/storage/place.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import { openSqliteStorage } from '../../electron/service/storage/sqlite-storage.ts'
import type { Storage } from '../../electron/service/storage/storage.ts'
import { KEPT_TABLES } from '../../electron/service/storage/kept-tables.ts'
import { must } from '../support/must.ts'
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts'
import { newToken } from './receipt-page-world.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const bread = { name: 'Pan', unitGrossClp: 1990 }
const settings = { allowLocalWebhooks: true, pages: { publicAddress: 'https://x.cl', days: 30 } }

it.skipIf(NO_POSTGRES !== null)(
  `a database that sold moves back into a file, row by row, and sells on${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  async () => {
    const server = startPostgres()
    const folder = join(mkdtempSync(join(tmpdir(), 'copy-back-')), 'service')
    const token = newToken()
    await server.answers()
    const before = await startInProcess(settings, async () =>
      must(await openPostgresStorage(server.url)),
    )
    const key = await sellSome(before, token)
    await before.close()
    // Only now: what the service tells others goes on until it is closed.
    const left = must(await openPostgresStorage(server.url))
    const rows = await everyRow(left)
    await left.close()

    const back = () => copy(['--database', server.url], folder)
    const copied = back()
    expect(copied.stderr).toBe('')
    expect(copied.stdout).toMatch(/^documents\t4 rows .*\bnumber=7\b/m)
    expect(back().stderr).toContain('is not empty')
    const file = join(folder, 'service.db')
    expect(statSync(file).mode & 0o077).toBe(0)

    const after = await startInProcess(settings, async () => {
      const storage = must(await openSqliteStorage(file))
      expect(await everyRow(storage)).toEqual(goingOnHere(rows))
      return storage
    })
    const send = async (body: object) => {
      const answer = await after.post('/api/invoices', JSON.stringify(body), { 'x-api-key': key })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    expect(await send(receiptRequest('R-4', [bread], after.today()))).toMatchObject({
      ...{ status: 201, body: { number: 4 } },
    })
    const again = await send(receiptRequest('R-1', [bread], after.today()))
    expect(again).toMatchObject({ status: 409, body: { document_id: idOf(rows, 'R-1') } })
    expect((await send(noteOf(after, 'N-2', 1_500))).status).toBe(422)
    const visited = await after.service.handle(new Request(`http://127.0.0.1/r/${token}`))
    expect(await visited.text()).toContain('$1.990')
    await after.close()
    await server.close()
    rmSync(join(folder, '..'), { recursive: true })
  },
)

/**
 * Three receipts, one of them with a page and a note about it, one deleted; and who is told.
 * Answers a till's key.
 */
async function sellSome(world: InProcessService, token: string): Promise<string> {
  const [company] = await world.storage.read
    .selectFrom('companies')
    .select('id')
    .where('document_number', '=', '76192083-9')
    .execute()
  const send = async (path: string, body: object, headers?: Record<string, string>) => {
    const answer = await world.post(path, JSON.stringify(body), headers)
    expect(answer.status).toBe(201)
    return (await answer.json()) as Record<string, unknown>
  }
  const made = await send('/api/users', { label: 'Caja 1', companies: [company?.id] })
  await send(`/api/companies/${company?.id}/webhooks`, {
    ...{ url: 'http://127.0.0.1:1/nobody', events: ['ISE'] },
  })
  const receipt = (reference: string) => receiptRequest(reference, [bread], world.today())
  await send('/api/invoices', receipt('R-1'), { [PAGE_HEADER]: token })
  await send('/api/invoices', receipt('R-2'))
  await send('/api/invoices', noteOf(world, 'N-1', 900))
  world.clock.advance(10_000)
  await world.service.settle()
  await send('/api/invoices', receipt('R-3'))
  const deleted = await world.service.handle(
    new Request('http://127.0.0.1/api/invoices/39/3', {
      ...{ method: 'DELETE', headers: { 'x-api-key': world.keys.owner } },
    }),
  )
  expect(deleted.status).toBe(200)
  await world.storage.write((db) =>
    db
      .updateTable('companies')
      .set({ logo: Buffer.from([0, 255, 10]) })
      .execute(),
  )
  return String(made['key'])
}

function noteOf(world: InProcessService, reference: string, grossClp: number): object {
  return {
    ...receiptRequest(reference, [{ ...bread, unitGrossClp: grossClp }], world.today()),
    ...{ invoice_type: '61', reason_code: '3' },
    billing_reference: [{ invoice_type: '39', number: 1, invoice_date: world.today() }],
  }
}

type Rows = Readonly<Record<string, readonly Record<string, unknown>[]>>

/** Of all tables that move; bytes as hex, for each driver has a class of its own for them. */
async function everyRow({ read }: Storage): Promise<Rows> {
  const all: Record<string, readonly Record<string, unknown>[]> = {}
  for (const [table, order] of KEPT_TABLES) {
    const { rows } = await sql<Record<string, unknown>>`
      SELECT * FROM ${sql.table(table)} ORDER BY ${sql.raw(order)}`.execute(read)
    all[table] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        ]),
      ),
    )
  }
  return all
}

/** The same, but that its ranges issue where they are now. */
function goingOnHere(rows: Rows): Rows {
  const ranges = rows['folio_ranges'] ?? []
  return { ...rows, folio_ranges: ranges.map((row) => ({ ...row, issues_in: PLACE_OF_FILE })) }
}

function idOf(rows: Rows, reference: string): unknown {
  return rows['documents']?.find((row) => row['external_reference'] === reference)?.['id']
}

function copy(from: readonly string[], to: string) {
  const args = ['electron/service/tool.ts', ...from, 'copy', '--to', to]
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}
