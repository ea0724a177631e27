import Database from 'better-sqlite3'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tillFixture } from '../../../test/support/till-fixture.ts'
import { prepareLate, prepareWaiting } from './prepare-late.ts'

const open = () => {
  const db = new Database(':memory:')
  prepareLate(db)
  db.exec(
    'CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO item VALUES (1, NULL)',
  )
  return db
}

afterEach(() => void vi.restoreAllMocks())

describe('a statement', () => {
  it('is compiled when it is first used, once', () => {
    const prepare = vi.spyOn(Database.prototype, 'prepare')
    const db = open()
    const one = db.prepare<[number], { id: number }>('SELECT id FROM item WHERE id = ?')
    expect(prepare).not.toHaveBeenCalled()
    expect([one.get(1), one.get(2), one.all(1)]).toEqual([{ id: 1 }, undefined, [{ id: 1 }]])
    expect(prepare).toHaveBeenCalledTimes(1)
    expect(prepareWaiting(db)).toBe(0)
  })

  it('keeps the mode it was given before, and takes one after', () => {
    const db = open()
    const names = db.prepare<[], string>('SELECT name FROM item').pluck()
    const rows = db.prepare('SELECT id, name FROM item').raw()
    expect([names.all(), rows.all(), [...names.iterate()]]).toEqual([[null], [[1, null]], [null]])
    const ids = db.prepare('SELECT id FROM item')
    expect([ids.get(), ids.pluck().get()]).toEqual([{ id: 1 }, 1])
    expect(ids.columns().map(({ name }) => name)).toEqual(['id'])
  })

  it('that is written wrongly is told where it is used', () => {
    const db = open()
    const wrong = db.prepare('SELECT nobody FROM item')
    expect(() => wrong.get()).toThrow('no such column')
    expect(() => prepareWaiting(db)).toThrow('no such column')
  })
})

it('each of a till compiles', async () => {
  const pragma = vi.spyOn(Database.prototype, 'pragma')
  const fixture = tillFixture()
  await fixture.open()
  const databases = new Set(pragma.mock.contexts as Database.Database[])
  const counts = [...databases].filter((db) => db.open).map(prepareWaiting)
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(500)
  await fixture.close()
})
