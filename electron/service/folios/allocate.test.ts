import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareDemo } from '../sandbox/demo-data.ts'
import { systemClock, systemRandom, type CompanyId } from '../core/ports.ts'
import { openSqliteStorage } from '../storage/sqlite-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { FolioAllocator } from './allocate.ts'

const RECEIPT = 39
const TODAY = '2026-11-21'
let dir: string
let storage: Storage
let companyId: CompanyId
let folios: FolioAllocator

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'folios-'))
  const opened = await openSqliteStorage(join(dir, 'service.db'))
  if (!opened.ok) throw new Error(opened.refusal.code)
  storage = opened.value
  await prepareDemo({
    storage,
    clock: systemClock,
    random: systemRandom,
    keysFile: join(dir, 'keys.json'),
  })
  const company = await storage.read
    .selectFrom('companies')
    .select('id')
    .where('document_number', '=', '76192083-9')
    .executeTakeFirstOrThrow()
  companyId = company.id
  folios = new FolioAllocator(systemClock)
})

afterEach(async () => {
  await storage.close()
  rmSync(dir, { recursive: true, force: true })
})

const wanted = (branch: number) => ({ companyId, documentCode: RECEIPT, today: TODAY, branch })
const take = async (branch = 0) =>
  (await storage.write((db) => folios.take(db, wanted(branch))))?.folio ?? null
const change = (
  firstFolio: number,
  values: { status?: 'ANU'; date_end?: string; next_folio?: number },
) =>
  storage.write((db) =>
    db
      .updateTable('folio_ranges')
      .set(values)
      .where('company_id', '=', companyId)
      .where('document_code', '=', RECEIPT)
      .where('first_folio', '=', firstFolio)
      .execute(),
  )

it('leaves a range the moment it is annulled or ended, however well it was remembered', async () => {
  expect([await take(), await take()]).toEqual([1, 2])
  await change(1, { status: 'ANU' })
  expect([await take(), await take()]).toEqual([50_001, 50_002])
  await change(50_001, { date_end: '2026-11-20' })
  expect(await take()).toBeNull()
})

it('closes a range with its last folio and goes on with the next', async () => {
  expect(await take()).toBe(1)
  await change(1, { next_folio: 49_999 })
  expect([await take(), await take(), await take()]).toEqual([49_999, 50_000, 50_001])
  const ranges = await storage.read
    .selectFrom('folio_ranges')
    .select(['first_folio', 'status', 'next_folio'])
    .where('company_id', '=', companyId)
    .where('document_code', '=', RECEIPT)
    .orderBy('first_folio')
    .execute()
  expect(ranges).toEqual([
    { first_folio: 1, status: 'AGO', next_folio: 50_001 },
    { first_folio: 50_001, status: 'ACT', next_folio: 50_002 },
  ])
})

it('gives a folio back with the job that failed', async () => {
  await expect(
    storage.write(async (db) => {
      await folios.take(db, wanted(0))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await take()).toBe(1)
})
