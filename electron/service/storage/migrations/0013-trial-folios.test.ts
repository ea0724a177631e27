/** What was a trial before there was a word for it is one: by its range, or by its authority. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { argentineInvoice } from '../../../../test/contract/contract-world.ts'
import { ask, companyOf, startInProcess } from '../../../../test/integration/service-in-process.ts'
import { receiptRequest } from '../../../../test/integration/service-receipts.ts'
import { forgetTrialFolios } from '../../../../test/support/forget-trial-folios.ts'
import { must } from '../../../../test/support/must.ts'
import { openSqliteStorage } from '../sqlite-storage.ts'

it('marks ranges, documents and what notes took', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trial-folios-'))
  const open = async () => must(await openSqliteStorage(join(folder, 'service.db')))
  const world = await startInProcess({}, open)
  const goods = [{ name: 'Pan', unitGrossClp: 1990 }]
  const receipt = (reference: string) => receiptRequest(reference, goods, world.today())
  const { document_number: cuit } = await companyOf(world.storage, '30712345671')
  const about = [{ invoice_type: '39', number: 1, invoice_date: world.today() }]
  const note = { ...receipt('note'), invoice_type: '61', reason_code: '1' }
  for (const body of [
    receipt('trial'),
    { ...note, billing_reference: about },
    { ...argentineInvoice(cuit), invoice_date: world.today(), external_reference: 'argentine' },
    receipt('real'),
  ])
    expect((await ask(world, 'POST', '/api/invoices', body)).status).toBe(201)
  world.clock.advance(10_000)
  await world.service.settle()
  await world.storage.write(async (db) => {
    await forgetTrialFolios(db)
    await sql`UPDATE documents SET number = 600001, created_at_ms = 2
      WHERE external_reference = 'real'`.execute(db)
    await sql`UPDATE documents SET created_at_ms = 0
      WHERE external_reference <> 'real'`.execute(db)
    await sql`UPDATE companies SET is_test = 0, production_at_ms = 1`.execute(db)
    await sql`UPDATE folio_ranges SET caf_xml = replace(caf_xml, '>666<', '>300<'),
      first_folio = 600001, next_folio = 600002, last_folio = 600100
      WHERE document_code = 39 AND first_folio > 1`.execute(db)
    await sql`DELETE FROM kysely_migration WHERE name >= '0013'`.execute(db)
  })
  await world.close()
  const storage = await open()
  const documents = await storage.read
    .selectFrom('documents')
    .select(['external_reference', 'is_trial'])
    .execute()
  expect(
    Object.fromEntries(documents.map((row) => [row.external_reference, row.is_trial])),
  ).toEqual({ trial: 1, note: 1, argentine: 1, real: 0 })
  expect(await storage.read.selectFrom('credits').select('is_trial').execute()).toEqual([
    { is_trial: 1 },
  ])
  const ranges = await storage.read
    .selectFrom('folio_ranges')
    .select(['is_trial', sql<number>`caf_xml LIKE '%<IDK>666<%'`.as('isTrial')])
    .execute()
  expect(ranges.filter((row) => row.is_trial !== row.isTrial)).toEqual([])
  expect(new Set(ranges.map((row) => row.is_trial)).size).toBe(2)
  await storage.close()
  rmSync(folder, { recursive: true })
})
