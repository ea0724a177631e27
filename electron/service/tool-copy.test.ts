import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { must } from '../../test/support/must.ts'
import { prepareDemo } from './sandbox/demo-data.ts'
import { openSqliteStorage } from './storage/sqlite-storage.ts'
import { openPlace } from './storage/open-place.ts'
import { COPIED, copyDatabase } from './tool-copy.ts'
import { TOOL_PORTS } from './tool-options.ts'

/** Of the present minute, or the migrator's own. */
const LEFT = /^kysely_|^rate_windows$/

it('leaves no table behind, whatever a later version keeps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tool-copy-'))
  const storage = must(await openSqliteStorage(join(folder, 'service.db')))
  const tables = await storage.read.introspection.getTables()
  await storage.close()
  rmSync(folder, { recursive: true })
  const kept = tables.map(({ name }) => name).filter((name) => !LEFT.test(name))
  expect(kept.toSorted()).toEqual(COPIED.map(([name]) => name).toSorted())
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
