/** Documents of before are found like those of after, in both engines. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  startInProcess,
  type InProcessService,
} from '../../../../test/integration/service-in-process.ts'
import { receiptRequest } from '../../../../test/integration/service-receipts.ts'
import { forgetTrialFolios } from '../../../../test/support/forget-trial-folios.ts'
import { must } from '../../../../test/support/must.ts'
import { NO_POSTGRES, startPostgres } from '../../../../test/support/postgres.ts'
import { openPostgresStorage } from '../postgres-storage.ts'
import { openSqliteStorage } from '../sqlite-storage.ts'
import type { Storage } from '../storage.ts'

const COLUMNS = ['issued_on', 'recipient_number', 'total_cents', 'till'] as const
const INDEXES = ['day', 'type', 'total', 'recipient', 'till', 'state']

async function sell({ post, today }: InProcessService): Promise<void> {
  const named = { legal_name: 'Ana', document_type: 'RUT', document_number: '12345678-5' }
  const receipt = (reference: string, grossClp: number) =>
    receiptRequest(reference, [{ name: 'Ñandú "½"', unitGrossClp: grossClp }], today())
  for (const body of [
    receipt('plain', 1_990),
    { ...receipt('named', 2_000), recipient: named },
    { ...receipt('bare', 3_000), additional_header_info: undefined },
    { ...receipt('other', 4_000), additional_header_info: [{ key: 'Mesa', value: '4' }, {}] },
  ])
    expect((await post('/api/invoices', JSON.stringify(body))).status).toBe(201)
}

const facts = ({ read }: Storage) =>
  read
    .selectFrom('documents')
    .select(['external_reference', 'is_trial', ...COLUMNS])
    .orderBy('number')
    .execute()

/** As the version before left it. */
async function forget(storage: Storage): Promise<void> {
  await storage.write(async (db) => {
    for (const index of INDEXES) await sql.raw(`DROP INDEX documents_${index}`).execute(db)
    for (const column of COLUMNS)
      await sql.raw(`ALTER TABLE documents DROP COLUMN ${column}`).execute(db)
    await forgetTrialFolios(db)
    await sql.raw(`DROP INDEX folio_ranges_more`).execute(db)
    await sql.raw(`ALTER TABLE folio_ranges DROP COLUMN more_due_at_ms`).execute(db)
    await sql.raw(`DELETE FROM kysely_migration WHERE name >= '0011'`).execute(db)
  })
}

async function compare(open: () => Promise<Storage>): Promise<void> {
  const world = await startInProcess({}, open)
  await sell(world)
  const after = await facts(world.storage)
  await forget(world.storage)
  await world.close()
  const again = await open()
  expect(await facts(again)).toEqual(after)
  await again.close()
  expect(after).toMatchObject([
    {
      external_reference: 'plain',
      is_trial: 1,
      recipient_number: null,
      total_cents: 199_000,
      till: '1',
    },
    { external_reference: 'named', recipient_number: '12345678-5', till: '1' },
    { external_reference: 'bare', till: null },
    { external_reference: 'other', till: null },
  ])
}

it('in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'find-documents-'))
  await compare(async () => must(await openSqliteStorage(join(folder, 'service.db'))))
  rmSync(folder, { recursive: true })
})

it.skipIf(NO_POSTGRES !== null)(
  `on a server${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  async () => {
    const server = startPostgres()
    await server.answers()
    await compare(async () => must(await openPostgresStorage(server.url)))
    await server.close()
  },
)
