/**
 * The file of a till that has sold is gone or empty: the till says so and how it comes back,
 * instead of beginning anew.
 */
import { renameSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { NOON, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'

const SALES = 3
let folder: TillFolder
let backup: string
const { fixture } = fixturePerTest()
beforeEach(async () => {
  folder = tillFolder(fixture.dataDir)
  fixture.service.answer = () => UNREACHABLE
  const till = await fixture.open()
  for (let sale = 0; sale < SALES; sale += 1) sellOf(till.api)
  backup = makeBackup({
    databaseFile: folder.database,
    backupDir: folder.backups,
    at: NOON,
    reason: 'asked',
  }).file
  await till.stop()
})

const removeLog = () =>
  ['-wal', '-shm'].forEach((suffix) => rmSync(folder.database + suffix, { force: true }))

describe.each<[string, () => void]>([
  ['missing', () => rmSync(folder.database)],
  ['of no bytes', () => truncateSync(folder.database, 0)],
  [
    'a database without anything in it',
    () => {
      rmSync(folder.database)
      const db = new Database(folder.database)
      db.exec('CREATE TABLE a (b); DROP TABLE a')
      db.close()
    },
  ],
])('a file that is %s, beside backups', (_, lose) => {
  beforeEach(() => {
    removeLog()
    lose()
  })

  it('does not open, and names the backup', async () => {
    await expect(fixture.open()).rejects.toMatchObject({
      code: 'DATABASE_LOST',
      message: expect.stringContaining(backup) as unknown,
    })
  })

  it('opens with its sales once the backup is restored', async () => {
    restoreBackup(folder, backup, NOON)
    const till = await fixture.open()
    expect(till.api.status().pendingCount).toBe(SALES)
  })

  it('begins anew when somebody has put the backups away', async () => {
    renameSync(folder.backups, join(fixture.dataDir, 'away'))
    const till = await fixture.open()
    expect(till.api.status().pendingCount).toBe(0)
  })
})
