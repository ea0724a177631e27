/**
 * A backup of a till to practise with and a shop's folder never meet: the sales of one would stand
 * in the books of the other.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { NOON, sellOf } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'

const embedded = { baseUrl: () => 'http://127.0.0.1:2', apiKey: () => 'key' }
let shop: TillFolder
let practice: TillFolder
const { fixture } = fixturePerTest()
beforeEach(async () => {
  shop = tillFolder(join(fixture.dataDir, 'shop'))
  practice = tillFolder(join(fixture.dataDir, 'practice'))
  const tills = [
    await fixture.open({ dataDir: join(fixture.dataDir, 'shop') }),
    await fixture.open({
      dataDir: join(fixture.dataDir, 'practice'),
      serviceUrlFromHost: null,
      apiKeyFromHost: null,
      embedded,
    }),
  ]
  for (const till of tills) {
    sellOf(till.api)
    await fixture.until(() => till.api.status().pendingCount === 0)
    await till.stop()
  }
})

const backUp = (folder: TillFolder) =>
  makeBackup({
    databaseFile: folder.database,
    backupDir: folder.backups,
    at: NOON,
    reason: 'asked',
  }).file
const salesIn = (folder: TillFolder) => {
  const db = new Database(folder.database, { readonly: true })
  const count = db.prepare('SELECT count(*) FROM sale').pluck().get()
  db.close()
  return count
}

it.each([
  ['of practice in a shop’s folder', (): [TillFolder, TillFolder] => [shop, practice]],
  ['of a shop in a folder to practise with', (): [TillFolder, TillFolder] => [practice, shop]],
] as const)('one %s is refused and leaves everything as it is', (_, both) => {
  const [folder, other] = both()
  const backup = backUp(other)
  const before = readdirSync(folder.folder).sort()
  expect(() => restoreBackup(folder, backup, NOON)).toThrow(
    expect.objectContaining({ code: 'BACKUP_OF_OTHER_KIND' }),
  )
  expect(readdirSync(folder.folder).sort()).toEqual(before)
  expect(salesIn(folder)).toBe(1)
})

it('of its own kind is restored, and one that does not say its kind is of none', () => {
  expect(restoreBackup(shop, backUp(shop), NOON)).toMatchObject({ salvaged: { sales: 0 } })
  const db = new Database(practice.database)
  db.exec("DELETE FROM setting WHERE key = 'purpose'")
  db.close()
  expect(() => restoreBackup(shop, backUp(practice), NOON)).toThrow(
    expect.objectContaining({ code: 'BACKUP_OF_OTHER_KIND' }),
  )
  expect(restoreBackup(practice, backUp(practice), NOON)).toMatchObject({ salvaged: { sales: 0 } })
})

it('of another shop carries nothing over, also where nobody could see whose the ruin is', async () => {
  const backup = backUp(shop)
  const till = await fixture.open({ dataDir: join(fixture.dataDir, 'shop') })
  sellOf(till.api)
  await till.stop()
  const db = new Database(shop.database)
  db.exec(`UPDATE setting SET value_json = json_set(value_json, '$.shop.rut', '77777777-7')
    WHERE key = 'till'`)
  db.close()
  expect(restoreBackup(shop, backup, NOON)).toMatchObject({ salvaged: { sales: 0, lost: ['all'] } })
  expect(salesIn(shop)).toBe(1)
})
