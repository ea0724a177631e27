import { afterEach, beforeEach, expect, it } from 'vitest'
import Database from 'better-sqlite3'
import { SETTINGS_SCHEMA } from '../settings/schema.ts'
import { storedSetting } from './stored-setting.ts'

let db: Database.Database
beforeEach(() => {
  db = new Database(':memory:')
  db.exec(SETTINGS_SCHEMA)
})
afterEach(() => db.close())

it('is read as it was kept, and is nothing before', () => {
  const setting = storedSetting(db, 'a')
  expect(setting.read()).toBeNull()
  setting.keep({ since: 1 })
  setting.keep({ since: 2 })
  expect(setting.read()).toEqual({ since: 2 })
  expect(storedSetting(db, 'b').read()).toBeNull()
})

it.each(['', '{', '{"since":1', '\u0000', 'undefined'])('%j on disk is nothing', (text) => {
  db.prepare("INSERT INTO setting (key, value_json) VALUES ('a', ?)").run(text)
  const setting = storedSetting(db, 'a')
  expect(setting.read()).toBeNull()
  setting.keep(1)
  expect(setting.read()).toBe(1)
})
