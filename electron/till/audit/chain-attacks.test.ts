/** Ways round the seal without its key, and ways in which an honest till looks like a thief's. */
import { expect, it } from 'vitest'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { restoreBackup } from '#till/backup/durability/restore.ts'
import { disarm } from '../../../test/support/chain-mutations.ts'
import { sealedTillPerTest } from '../../../test/support/sealed-till.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'

const YEAR_MS = 365 * 86_400_000

const { fixture, till, folder, open, onDisk, check, backUp, loseASale } = sealedTillPerTest()
const codes = () => check().faults.map(({ code }) => code)
const reasons = () => check().epochs.map(({ reason }) => reason)

it('a restore that only the journal tells of seals no sale that was changed', async () => {
  for (let sale = 0; sale < 5; sale += 1) sellOf(till.api)
  await till.stop()
  fixture.clock.jumpWallClock(60_000)
  onDisk((db) => {
    const rearm = disarm(db)
    db.exec("UPDATE sale SET cashier_name = 'Nadie' WHERE seq = 3")
    const sealed = db
      .prepare<[], number>('SELECT c.seq FROM chain c JOIN sale s ON s.id = c.ref WHERE s.seq = 3')
      .pluck()
      .get()
    db.prepare('DELETE FROM chain WHERE seq >= ?').run(sealed)
    db.prepare("INSERT INTO journal (at_ms, kind, data_json) VALUES (?, 'restore', '{}')").run(
      fixture.clock.now(),
    )
    rearm()
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
    const rearm = disarm(db)
    db.exec('DELETE FROM chain; DELETE FROM chain_epoch; DELETE FROM chain_head; DELETE FROM audit')
    db.exec('DELETE FROM sealed_digest; DELETE FROM sealed_change')
    rearm()
  })
  await open()
  fixture.clock.jumpWallClock(-YEAR_MS)
  await loseASale()
  expect([codes(), reasons()]).toEqual([[], ['first', 'restored']])
})

it('a chain that was wiped together with its key is found by a backup', async () => {
  for (let sale = 0; sale < 3; sale += 1) sellOf(till.api)
  backUp()
  await till.stop()
  fixture.clock.jumpWallClock(60_000)
  onDisk((db) => {
    const rearm = disarm(db)
    db.exec("UPDATE sale SET cashier_name = 'Nadie' WHERE seq = 2")
    db.exec('DELETE FROM chain; DELETE FROM chain_epoch; DELETE FROM chain_head')
    rearm()
  })
  await createFileSecretStore(folder.ownSecret).save(null)
  await open()
  expect(codes()).toEqual(['OLDER_THAN_BACKUP'])
})
