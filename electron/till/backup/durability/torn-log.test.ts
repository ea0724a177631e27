/** A write-ahead log that SQLite reads in part is put aside before SQLite writes it anew. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, it, vi } from 'vitest'
import { must } from '../../../../test/support/must.ts'
import { sellOf } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { TORN_LOGS_MAX } from './torn-log.ts'
import { systemClock } from '../../adapters/system.ts'
import { newOwnerPin } from '../new-owner-pin.ts'
import { comingBack } from '../../../../test/support/moving-by-hand.ts'
import { refusedIn } from '../../../../test/support/refused-as.ts'
import { withWitness } from './identity/check-witness.ts'
import { backUpTill, checkTill } from './support-desk.ts'
import { tillFolder } from '../../kernel/till-folder.ts'

const { fixture } = fixturePerTest()
const folder = () => tillFolder(fixture.dataDir)
const wal = () => `${folder().database}-wal`
const kept = () =>
  existsSync(folder().quarantine) ? readdirSync(folder().quarantine).toSorted() : []

let whole: { readonly database: Buffer; readonly log: Buffer }
beforeEach(async () => {
  const till = await fixture.open()
  for (const _ of [1, 2, 3]) sellOf(till.api)
  whole = { database: readFileSync(folder().database), log: readFileSync(wal()) }
  await till.stop()
})

/** As a cut of the power leaves it: one bit of its last third is another. */
function tear(): Buffer {
  const log = Buffer.from(whole.log)
  const at = Math.floor(log.length * 0.7)
  log[at] = (log[at] ?? 0) ^ 1
  writeFileSync(folder().database, whole.database)
  writeFileSync(wal(), log)
  return log
}
const logRows = (till: Awaited<ReturnType<typeof fixture.open>>) =>
  must(till.api.audit({ cursor: null, limit: 50 })).rows.filter(
    ({ action }) => action === 'log-put-aside',
  )

it('lies in quarantine byte for byte, and the log of the shop and the check name it', async () => {
  const log = tear()
  const till = await fixture.open()
  const [name = ''] = kept()
  expect(readFileSync(join(folder().quarantine, name, 'till.db-wal'))).toEqual(log)
  expect(logRows(till)).toMatchObject([{ staffName: 'Mesón', detail: { what: name } }])
  await till.stop()
  expect(checkTill(fixture.dataDir).sentences.join('\n')).toContain(name)
})

it('one that is whole is left where it is, and nothing is said', async () => {
  writeFileSync(folder().database, whole.database)
  writeFileSync(wal(), whole.log)
  const till = await fixture.open()
  expect(kept()).toEqual([])
  expect(logRows(till)).toEqual([])
})

it('of many the newest are kept', async () => {
  const named: string[] = []
  for (let times = 0; times < TORN_LOGS_MAX + 2; times += 1) {
    fixture.clock.jumpWallClock(60_000)
    tear()
    const till = await fixture.open()
    named.push(String(logRows(till)[0]?.detail.what))
    await till.stop()
  }
  expect(kept()).toEqual(named.slice(2).toSorted())
})

it('the one of now is kept and named, also by a clock that went back a year', async () => {
  for (let times = 0; times < TORN_LOGS_MAX; times += 1) {
    fixture.clock.jumpWallClock(60_000)
    tear()
    await (await fixture.open()).stop()
  }
  fixture.clock.jumpWallClock(-365 * 24 * 3_600_000)
  const before = kept()
  tear()
  const name = logRows(await fixture.open())[0]?.detail.what
  expect(before).not.toContain(name)
  expect(kept()).toContain(name)
})

it.each<[string, () => unknown]>([
  ['check', () => withWitness(checkTill(fixture.dataDir), fixture.dataDir, fixture.dataDir)],
  ['backup', () => backUpTill(fixture.dataDir, fixture.clock.now())],
  ['owner-pin', () => newOwnerPin(fixture.dataDir, '8642', systemClock).catch(String)],
  ['take-back', () => refusedIn(comingBack(fixture.dataDir, null))],
])('support’s %s loses none of it', async (_, order) => {
  const log = tear()
  await order()
  const copies = [wal(), ...kept().map((name) => join(folder().quarantine, name, 'till.db-wal'))]
  const found = copies.filter((file) => existsSync(file) && readFileSync(file).equals(log))
  expect(found).not.toEqual([])
})

it('keeps nobody from selling where the row of the log finds no room, and is named later', async () => {
  tear()
  let isFull = true
  const prepare = Database.prototype.prepare
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    source: string,
  ) {
    const statement = prepare.call(this, source)
    const run = statement.run.bind(statement) as (...values: unknown[]) => unknown
    return /INSERT INTO audit/.test(source)
      ? Object.assign(statement, {
          run(...values: unknown[]) {
            if (isFull) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
            return run(...values)
          },
        })
      : statement
  })
  const till = await fixture.open()
  vi.restoreAllMocks()
  sellOf(till.api)
  expect(logRows(till)).toEqual([])
  isFull = false
  await fixture.until(() => logRows(till).length > 0)
  expect(logRows(till)).toMatchObject([{ detail: { what: kept()[0] } }])
})
