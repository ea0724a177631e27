/** A till whose seal is tested: its secret lies in its folder, others open its database. */
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeEach } from 'vitest'
import { createFileSecretStore } from '#till/adapters/system.ts'
import { backupEnds } from '#till/audit/chain-findings.ts'
import { checkChain } from '#till/audit/check-chain.ts'
import { keysIn } from '#till/audit/seal-key.ts'
import { makeBackup } from '#till/backup/durability/make-backup.ts'
import { restoreBackup } from '#till/backup/durability/restore.ts'
import { tillFolder, type TillFolder } from '#till/kernel/till-folder.ts'
import { readingAs } from './reading-as.ts'
import { paidAtOnce } from './point-service.ts'
import { sellOf } from './till-fixture.ts'
import { fixturePerTest } from './till-per-test.ts'

export function sealedTillPerTest() {
  const { fixture, till } = fixturePerTest()
  const folder: TillFolder = readingAs(() => tillFolder(fixture.dataDir))
  const open = () =>
    fixture.open({
      ...{ pinCost: 4, ownSecret: createFileSecretStore(folder.ownSecret) },
      accountHttp: paidAtOnce(fixture.clock.monotonicMs),
    })
  beforeEach(open)

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

  /** A second later, so that no two have one name. */
  function backUp() {
    fixture.clock.jumpWallClock(1_000)
    const { database: databaseFile, backups: backupDir } = folder
    return makeBackup({ databaseFile, backupDir, at: fixture.clock.now(), reason: 'asked' })
  }

  return {
    fixture,
    till,
    folder,
    /** Opens the till, with the secret that lies in its folder. */
    open,
    /** With a connection of its own, as another program has one, and the key. */
    onDisk,
    check: () => onDisk((db, key) => checkChain(db, key, backupEnds(folder))),
    backUp,
    /** Sells, and is put back to before the last of two sales. */
    async loseASale() {
      sellOf(till.api)
      const { file } = backUp()
      sellOf(till.api)
      await till.stop()
      fixture.clock.jumpWallClock(60_000)
      restoreBackup(folder, file, fixture.clock.now())
      await open()
    },
  }
}
