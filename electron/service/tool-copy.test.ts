import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { must } from '../../test/support/must.ts'
import { prepareDemo } from './sandbox/demo-data.ts'
import { openSqliteStorage } from './storage/sqlite-storage.ts'
import { openPlace } from './storage/open-place.ts'
import type { Storage } from './storage/storage.ts'
import { KEPT_TABLES } from './storage/kept-tables.ts'
import { copyDatabase } from './tool-copy.ts'
import { TOOL_PORTS } from './tool-options.ts'
import { ranges } from './tool-ranges.ts'

/** Of the present minute, or the migrator's own. */
const LEFT = /^kysely_|^rate_windows$/

it('leaves no table behind, whatever a later version keeps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tool-copy-'))
  const storage = must(await openSqliteStorage(join(folder, 'service.db')))
  const tables = await storage.read.introspection.getTables()
  await storage.close()
  rmSync(folder, { recursive: true })
  const kept = tables.map(({ name }) => name).filter((name) => !LEFT.test(name))
  const wayOut = 'each table of the database has its row in electron/service/storage/kept-tables.ts'
  expect(kept.toSorted(), wayOut).toEqual(KEPT_TABLES.map(([name]) => name).toSorted())
})

it('copies page after page, each row once, by keys of one column and of several', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tool-copy-'))
  const source = must(await openPlace(join(folder, 'from')))
  await prepareDemo({ ...TOOL_PORTS, storage: source, keysFile: join(folder, 'keys.json') })
  const companies = await source.read.selectFrom('companies').select('id').execute()
  const counters = companies.flatMap(({ id }) =>
    Array.from({ length: 201 }, (_, code) => ({
      company_id: id,
      document_code: code,
      is_trial: code % 2,
      next_number: code,
    })),
  )
  const settings = Array.from({ length: 400 }, (_, at) => ({ key: `k${at}`, value: `${at}` }))
  await source.write(async (db) => {
    await db.deleteFrom('authority_counters').execute()
    await db.insertInto('authority_counters').values(counters).execute()
    await db.insertInto('settings').values(settings).execute()
  })
  const to = join(folder, 'to')
  const lines = await copyDatabase(source, { to } as Parameters<typeof copyDatabase>[1])
  expect(lines?.join('\n')).toContain(`authority_counters\t${counters.length} rows`)
  const target = must(await openPlace(to))
  for (const table of ['authority_counters', 'settings'] as const) {
    const rowsOf = async ({ read }: typeof source) =>
      (await read.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row))
    expect((await rowsOf(target)).toSorted()).toEqual((await rowsOf(source)).toSorted())
  }
  await Promise.all([source.close(), target.close()])
  rmSync(folder, { recursive: true })
})

describe('its ranges issue in one place at a time', () => {
  let folder: string
  let source: Storage
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tool-copy-'))
    source = must(await openPlace(join(folder, 'from')))
    await prepareDemo({ ...TOOL_PORTS, storage: source, keysFile: join(folder, 'keys.json') })
  })
  afterEach(async () => {
    await source.close()
    rmSync(folder, { recursive: true })
  })
  const copyTo = (to: string) => copyDatabase(source, { to } as Parameters<typeof copyDatabase>[1])
  const issuingIn = async ({ read }: Storage) => {
    const rows = read.selectFrom('folio_ranges').select('id').where('issues_in', 'is not', null)
    return (await rows.execute()).length
  }

  it('there once it is copied, and here again when its owner says so', async () => {
    const all = await issuingIn(source)
    await copyTo(join(folder, 'to'))
    const target = must(await openPlace(join(folder, 'to')))
    expect([await issuingIn(source), await issuingIn(target)]).toEqual([0, all])
    await target.close()
    const back = { id: '', next: '+0' } as Parameters<typeof ranges>[1]
    expect(await ranges(source, back)).toHaveLength(all)
    expect(await issuingIn(source)).toBe(all)
  })

  it('in neither when the copy was kept and the end of it here was not', async () => {
    const brokenOff: Storage = {
      ...source,
      write: (job) =>
        source.write(async (db) => {
          await job(db)
          throw new Error('the power went')
        }),
    }
    await expect(
      copyDatabase(brokenOff, { to: join(folder, 'to') } as Parameters<typeof copyDatabase>[1]),
    ).rejects.toThrow('the power went')
    const target = must(await openPlace(join(folder, 'to')))
    expect(await issuingIn(target)).toBe(0)
    expect(await issuingIn(source)).toBeGreaterThan(0)
    await target.close()
  })

  it('here still when nothing was copied', async () => {
    const all = await issuingIn(source)
    await copyTo(join(folder, 'to'))
    await ranges(source, { id: '', next: '+0' } as Parameters<typeof ranges>[1])
    await expect(copyTo(join(folder, 'to'))).rejects.toThrow('is not empty')
    expect(await issuingIn(source)).toBe(all)
  })
})
