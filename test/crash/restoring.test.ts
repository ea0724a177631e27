/** kill -9 in the middle of a restore: the till of before or the restored one, nothing else. */
import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { examine } from '#till/tables/examine.ts'
import { listBackups } from '#till/kernel/backup-files.ts'
import { makeBackup } from '#till/backup/durability/make-backup.ts'
import { finishRestore } from '#till/backup/durability/restore.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { NOON, sellOf, tillFixture } from '../support/till-fixture.ts'
import { crashFolderOfFile, type Sweep } from './crash-folder.ts'
import { copyTemplate } from './story.ts'

/** With every change some operations; `CRASH_SWEEP=full` kills at every one. */
const STEP = process.env['CRASH_SWEEP'] === 'full' ? 1 : 5
let backup = ''
const { folder, obstacle } = crashFolderOfFile('restore', async ({ path }) => {
  const dataDir = path('template')
  mkdirSync(dataDir)
  const fixture = tillFixture()
  const till = await fixture.open({ dataDir })
  sellOf(till.api)
  const { database, backups } = tillFolder(dataDir)
  makeBackup({ databaseFile: database, backupDir: backups, at: NOON, reason: 'asked' })
  sellOf(till.api)
  await till.stop()
  await fixture.close()
  backup = listBackups(backups)[0]?.name ?? ''
})
const SWEEP: Sweep = {
  prepare: (dataDir) => copyTemplate(folder.path('template'), dataDir),
  ...{ program: 'restoring', words: (dataDir, moments) => [dataDir, backup, moments], step: STEP },
}

describe.skipIf(obstacle !== null)(obstacle ?? 'killed while a backup is restored', () => {
  it('leaves the old till or the new one, whole, with every sale', async () => {
    const ends = { before: 0, restored: 0 }
    for await (const { n, dataDir } of folder.killed(SWEEP)) {
      // As the next start does.
      finishRestore(tillFolder(dataDir), (NOON + 1) as EpochMs)
      const db = new Database(tillFolder(dataDir).database)
      const { faults, counts } = examine(db, Number.MAX_SAFE_INTEGER)
      const restores = db.prepare("SELECT count(*) FROM journal WHERE kind = 'restore'").pluck()
      expect([n, faults, counts?.sale]).toEqual([n, [], 2])
      ends[restores.get() === 0 ? 'before' : 'restored'] += 1
      db.close()
    }
    console.log('killed while a backup is restored', ends)
    expect(ends.before).toBeGreaterThan(3)
    expect(ends.restored).toBeGreaterThan(0)
  }, 900_000)
})
