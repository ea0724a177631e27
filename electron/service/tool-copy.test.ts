import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { must } from '../../test/support/must.ts'
import { openSqliteStorage } from './storage/sqlite-storage.ts'
import { COPIED } from './tool-copy.ts'

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
