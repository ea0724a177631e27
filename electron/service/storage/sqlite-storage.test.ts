import Database from 'better-sqlite3'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStorage } from './sqlite-storage.ts'
import type { Storage } from './storage.ts'

let dir: string
let file: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'storage-'))
  file = join(dir, 'service.db')
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

async function open(): Promise<Storage> {
  const opened = await openSqliteStorage(file)
  if (!opened.ok) throw new Error(opened.refusal.code)
  return opened.value
}

const setting = (key: string) => ({ key, value: 'x' })

describe('group commit', () => {
  it('undoes a job that throws and keeps the others of its batch', async () => {
    const storage = await open()
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((key) =>
        storage.write(async (db) => {
          await db.insertInto('settings').values(setting(key)).execute()
          if (key === 'b') throw new Error('no')
          return key
        }),
      ),
    )
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    const rows = await storage.read.selectFrom('settings').select('key').orderBy('key').execute()
    expect(rows.map((row) => row.key)).toEqual(['a', 'c'])
    await storage.close()
  })

  it('undoes a lone job that throws, and goes on with the next', async () => {
    const storage = await open()
    const failing = storage.write(async (db) => {
      await db.insertInto('settings').values(setting('a')).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await storage.write((db) => db.insertInto('settings').values(setting('b')).execute())
    const rows = await storage.read.selectFrom('settings').select('key').execute()
    expect(rows).toEqual([{ key: 'b' }])
    await storage.close()
  })

  it('answers only after the other connection can see it', async () => {
    const storage = await open()
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        await storage.write((db) =>
          db
            .insertInto('settings')
            .values(setting(`${index}`))
            .execute(),
        )
        expect(
          await storage.read
            .selectFrom('settings')
            .select('key')
            .where('key', '=', `${index}`)
            .executeTakeFirst(),
        ).toBeDefined()
      }),
    )
    await storage.close()
  })

  it('goes on after a job broke a rule of the database', async () => {
    const storage = await open()
    await expect(
      storage.write((db) =>
        db
          .insertInto('api_key_companies')
          .values({ key_id: 'none', company_id: 'none' as never })
          .execute(),
      ),
    ).rejects.toThrow('FOREIGN KEY')
    await storage.write((db) => db.insertInto('settings').values(setting('after')).execute())
    expect(await storage.read.selectFrom('settings').selectAll().execute()).toHaveLength(1)
    await storage.close()
  })
})

describe('opening', () => {
  it('flushes every commit on a reopened file too', async () => {
    await (await open()).close()
    const storage = await open()
    await storage.write((db) => db.insertInto('settings').values(setting('a')).execute())
    await storage.close()
    const db = new Database(file, { readonly: true })
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    db.close()
  })

  it.each([
    [
      "another program's database",
      'DATABASE_FOREIGN',
      () => {
        const db = new Database(file)
        db.exec('CREATE TABLE notes (text TEXT)')
        db.close()
      },
    ],
    [
      'text',
      'DATABASE_BROKEN',
      () => writeFileSync(file, 'not a database, but longer than a header '.repeat(20)),
    ],
  ])('refuses %s and leaves it as it is', async (_, code, make) => {
    make()
    const before = readFileSync(file)
    const opened = await openSqliteStorage(file)
    expect(opened).toMatchObject({ ok: false, refusal: { code } })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('refuses one whose spoilt header says that it is only to be read', async () => {
    await (await open()).close()
    const db = new Database(file)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
    const bytes = readFileSync(file)
    bytes[18] = 3
    writeFileSync(file, bytes)
    const refusal = { code: 'DATABASE_BROKEN' }
    expect(await openSqliteStorage(file)).toMatchObject({ ok: false, refusal })
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  it('refuses a newer schema', async () => {
    await (await open()).close()
    const db = new Database(file)
    db.prepare("INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '2030')").run()
    db.close()
    expect(await openSqliteStorage(file)).toMatchObject({
      ok: false,
      refusal: { code: 'DATABASE_NEWER' },
    })
  })

  it('refuses a folder it cannot write', async () => {
    writeFileSync(join(dir, 'plain-file'), '')
    expect(await openSqliteStorage(join(dir, 'plain-file', 'service.db'))).toMatchObject({
      ok: false,
      refusal: { code: 'DATA_FOLDER_NOT_WRITABLE' },
    })
  })
})
