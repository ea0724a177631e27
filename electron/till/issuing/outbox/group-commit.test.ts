import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databasePerTest } from '../../../../test/support/database-per-test.ts'
import { createJournal } from '../../kernel/journal.ts'
import { manualClock, type ManualClock } from '../../../../test/support/till-fixture.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'

const kept = databasePerTest()
let elsewhere: Database.Database
let clock: ManualClock
let groupCommit: GroupCommit
beforeEach(() => {
  elsewhere = new Database(kept.db.name, { readonly: true })
  clock = manualClock()
  groupCommit = createGroupCommit({
    db: kept.db,
    journal: createJournal({ db: kept.db, clock }),
    clock,
  })
})
afterEach(() => void elsewhere.close())

const write = (key: string) => () => {
  kept.db
    .transaction(() =>
      kept.db.prepare('INSERT INTO setting (key, value_json) VALUES (?, 1)').run(key),
    )
    .immediate()
  return key
}
const onDisk = () =>
  elsewhere.prepare<[], string>('SELECT key FROM setting ORDER BY key').pluck().all()

it('writes what comes up in one turn together, and resolves afterwards', async () => {
  const seen: string[][] = []
  const parts = ['a', 'b'].map((key) =>
    groupCommit.join(write(key)).then((value) => {
      seen.push([value, ...onDisk()])
    }),
  )
  expect(onDisk()).toEqual([])
  await clock.advance(0)
  await Promise.all(parts)
  expect(seen).toEqual([
    ['a', 'a', 'b'],
    ['b', 'a', 'b'],
  ])
})

/** Between two others it fails, and only it. */
async function expectAlone(bad: () => unknown): Promise<void> {
  const outcomes = Promise.allSettled([
    groupCommit.join(write('a')),
    groupCommit.join<unknown>(bad),
    groupCommit.join(write('b')),
  ])
  await clock.advance(0)
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(onDisk()).toEqual(['a', 'b'])
}

it('a part that fails is alone in it', async () => {
  await expectAlone(write('a'))
})

it('a part that takes the whole transaction down costs only itself', async () => {
  const bad = () => {
    write('lost')()
    kept.db.exec('ROLLBACK')
    throw new Error('the disk was full for a moment')
  }
  await expectAlone(bad)
})

it('waits for nobody once it is closed', async () => {
  const before = groupCommit.join(write('a'))
  groupCommit.close()
  const after = groupCommit.join(write('b'))
  expect(onDisk()).toEqual(['a', 'b'])
  expect(await Promise.all([before, after])).toEqual(['a', 'b'])
})

it('lets the patient wait a few milliseconds for the batch, and no longer', async () => {
  const patient = [groupCommit.join(write('a'), true), groupCommit.join(write('b'), true)]
  await clock.advance(7)
  expect(onDisk()).toEqual([])
  await clock.advance(1)
  expect(await Promise.all(patient)).toEqual(['a', 'b'])
  const third = groupCommit.join(write('c'), true)
  const hasty = groupCommit.join(write('d'))
  await clock.advance(0)
  expect(await Promise.all([third, hasty])).toEqual(['c', 'd'])
  const many = Array.from({ length: 48 }, (_, index) => groupCommit.join(write(`e${index}`), true))
  await clock.advance(0)
  expect((await Promise.all(many)).length).toBe(48)
  expect(onDisk()).toHaveLength(52)
})
