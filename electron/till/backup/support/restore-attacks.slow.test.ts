/** Backups nobody should restore, and old ones everybody should be able to. */
import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusedIn } from '../../../../test/support/refused-as.ts'
import { cartOf, keptOf, NOON, sellOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'
import { hashFile } from '../../kernel/durable-files.ts'
import { makeBackup } from '../durability/make-backup.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'
import { lookByHand, restoreByHand } from './by-hand.ts'

const { fixture, till, api } = tillPerTest()
let folder: TillFolder
let good = ''
beforeEach(() => {
  folder = tillFolder(fixture.dataDir)
  sellOf(api)
  const { database, backups } = folder
  good = makeBackup({ databaseFile: database, backupDir: backups, at: NOON, reason: 'asked' }).file
})

const ALL = { cursor: null, limit: 5, text: '', onlyPending: false }
const order = (name: string) => ({
  dataDir: fixture.dataDir,
  name,
  from: null,
  code: null,
  at: (NOON + 1_000) as EpochMs,
})
/** Beside the good one, under a name of its own, with a hash that fits unless it is left out. */
function spoilt(spoil: (file: string) => void, isHashed: boolean): string {
  const file = join(fixture.dataDir, 'spoilt.db')
  copyFileSync(good, file)
  spoil(file)
  if (isHashed) writeFileSync(`${file}.sha256`, `${hashFile(file)}  spoilt.db\n`)
  return file
}

const SPOILS: [string, (file: string) => void, string][] = [
  [
    'half of one',
    (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
    'COPY_DAMAGED',
  ],
  ['the head of one', (file) => truncateSync(file, 100), 'COPY_DAMAGED'],
  ['an empty file', (file) => truncateSync(file, 0), 'COPY_DAMAGED'],
  ['a text', (file) => writeFileSync(file, 'ventas de ayer'), 'COPY_DAMAGED'],
  [
    'another program’s database',
    (file) => {
      truncateSync(file, 0)
      const db = new Database(file)
      db.exec('CREATE TABLE sale (id TEXT); PRAGMA user_version = 3')
      db.close()
    },
    'COPY_DAMAGED',
  ],
  [
    'one of a newer program',
    (file) => {
      const db = new Database(file)
      db.pragma('user_version = 9999')
      db.close()
    },
    'COPY_OF_NEWER_PROGRAM',
  ],
  [
    'one from before the first release',
    (file) => {
      const db = new Database(file)
      db.pragma('user_version = 40')
      db.close()
    },
    'COPY_DAMAGED',
  ],
]

describe.each(SPOILS)('%s', (_, spoil, code) => {
  it.each([true, false])(
    'is refused, and the till is as it was (its hash fits: %s)',
    async (hashed) => {
      const file = spoilt(spoil, hashed)
      expect(await refusedIn(lookByHand(order(file)))).toBe(code)
      await till.stop()
      const before = hashFile(folder.database)
      expect(await refusedIn(restoreByHand({ ...order(file), rut: null }))).toBe(code)
      expect([hashFile(folder.database), existsSync(folder.quarantine)]).toEqual([before, false])
    },
  )
})

it('one that is not what was saved is refused by its hash', async () => {
  const file = spoilt((copy) => {
    writeFileSync(`${copy}.sha256`, readFileSync(`${good}.sha256`))
    truncateSync(copy, readFileSync(copy).length - 4_096)
  }, false)
  expect(await refusedIn(lookByHand(order(file)))).toBe('COPY_DAMAGED')
})

it('under an open sale: the cart of now goes with the data of now, the sold stays sold', async () => {
  api.saveDraft(keptOf(cartOf(api, '201', '201')))
  sellOf(api)
  await till.stop()
  await restoreByHand({ ...order(good), rut: null })
  const again = await fixture.open()
  expect(again.api.listReceipts(ALL).rows).toHaveLength(2)
  expect(JSON.stringify(again.api.openSale())).not.toContain('201')
  sellOf(again.api)
})
