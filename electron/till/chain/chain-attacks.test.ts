/** Ways round the seal without its key, and ways in which an honest till looks like a thief's. */
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { makeBackup } from '#till/durability/make-backup.ts'
import { restoreBackup } from '#till/durability/restore.ts'
import { tillFolder, type TillFolder } from '#till/durability/till-folder.ts'
import { disarm } from '../../../test/support/chain-mutations.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { backupEnds } from './chain-findings.ts'
import { checkChain } from './check-chain.ts'
import { keysIn } from './seal-key.ts'

const YEAR_MS = 365 * 86_400_000

let folder: TillFolder
const open = () => fixture.open({ pinCost: 4, ownSecret: createFileSecretStore(folder.ownSecret) })
const { fixture, till } = fixturePerTest()
beforeEach(async () => {
  folder = tillFolder(fixture.dataDir)
  await open()
})

function onDisk<Value>(work: (db: Database.Database, key: Buffer) => Value): Value {
  const db = new Database(folder.database)
  const keys = keysIn(readFileSync(folder.ownSecret, 'utf8'))
  if (keys === null) throw new Error('no key')
  try {
    return work(db, keys.seal.key)
  } finally {
    db.close()
  }
}
const check = () => onDisk((db, key) => checkChain(db, key, backupEnds(folder)))
const codes = () => check().faults.map(({ code }) => code)
const reasons = () => check().epochs.map(({ reason }) => reason)

function backUp() {
  fixture.clock.jumpWallClock(1_000)
  const { database: databaseFile, backups: backupDir } = folder
  return makeBackup({ databaseFile, backupDir, at: fixture.clock.now(), reason: 'asked' })
}

it('a restore that only the journal tells of seals no sale that was changed', async () => {
  for (let sale = 0; sale < 5; sale += 1) sellOf(till.api)
  await till.stop()
  fixture.clock.jumpWallClock(60_000)
  onDisk((db) => {
    disarm(db)
    db.exec("UPDATE sale SET cashier_name = 'Nadie' WHERE seq = 3")
    const sealed = db
      .prepare<[], number>('SELECT c.seq FROM chain c JOIN sale s ON s.id = c.ref WHERE s.seq = 3')
      .pluck()
      .get()
    db.prepare('DELETE FROM chain WHERE seq >= ?').run(sealed)
    db.prepare("INSERT INTO journal (at_ms, kind, data_json) VALUES (?, 'restore', '{}')").run(
      fixture.clock.now(),
    )
  })
  await open()
  expect(codes()).toEqual(['BEGUN_ANEW'])
})

it('a restore with a clock that was a year ahead seals anew once, not at every start', async () => {
  sellOf(till.api)
  const { file } = backUp()
  await till.stop()
  fixture.clock.jumpWallClock(YEAR_MS)
  restoreBackup(folder, file, fixture.clock.now())
  fixture.clock.jumpWallClock(-YEAR_MS)
  for (let start = 0; start < 3; start += 1) {
    await open()
    sellOf(till.api)
    await till.stop()
  }
  expect(reasons()).toEqual(['first', 'restored'])
  expect(codes()).toEqual([])
})

it('a till that was first opened with a clock a year ahead is restored without a fault', async () => {
  await till.stop()
  fixture.clock.jumpWallClock(YEAR_MS)
  onDisk((db) => {
    disarm(db)
    db.exec('DELETE FROM chain; DELETE FROM chain_epoch; DELETE FROM chain_head; DELETE FROM audit')
  })
  await open()
  fixture.clock.jumpWallClock(-YEAR_MS)
  sellOf(till.api)
  const { file } = backUp()
  sellOf(till.api)
  await till.stop()
  fixture.clock.jumpWallClock(60_000)
  restoreBackup(folder, file, fixture.clock.now())
  await open()
  expect([codes(), reasons()]).toEqual([[], ['first', 'restored']])
})

it('a chain that was wiped together with its key is found by a backup', async () => {
  for (let sale = 0; sale < 3; sale += 1) sellOf(till.api)
  backUp()
  await till.stop()
  fixture.clock.jumpWallClock(60_000)
  onDisk((db) => {
    disarm(db)
    db.exec("UPDATE sale SET cashier_name = 'Nadie' WHERE seq = 2")
    db.exec('DELETE FROM chain; DELETE FROM chain_epoch; DELETE FROM chain_head')
  })
  await createFileSecretStore(folder.ownSecret).save(null)
  await open()
  expect(codes()).toEqual(['OLDER_THAN_BACKUP'])
})
