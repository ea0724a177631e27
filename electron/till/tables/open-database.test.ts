import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder } from '../kernel/data-lock.ts'
import { MIGRATIONS, SCHEMA_FIRST, SCHEMA_NEWEST } from './migrations.ts'
import { openDatabase } from './open-database.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-db-'))
  file = join(folder, 'till.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('opening the database', () => {
  it('runs with synchronous=FULL, also on a file that exists already', () => {
    openDatabase(file).close()
    const db = openDatabase(file)
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_NEWEST)
    db.close()
  })

  it('keeps its log small, also after a forgotten reader has let it grow', () => {
    openDatabase(file).close()
    const db = openDatabase(file)
    const logBytes = () => statSync(`${file}-wal`).size
    const limitBytes = db.pragma('journal_size_limit', { simple: true }) as number
    expect(limitBytes).toBe(16 * 1024 * 1024)
    const reader = new Database(file, { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM setting').get()
    const write = db.prepare(
      "INSERT INTO setting (key, value_json) VALUES ('x', ?) ON CONFLICT DO UPDATE SET value_json = excluded.value_json",
    )
    for (let written = 0; written < 24; written += 1)
      write.run(JSON.stringify(String.fromCharCode(97 + written).repeat(1024 * 1024)))
    expect(logBytes()).toBeGreaterThan(limitBytes)
    reader.exec('COMMIT')
    reader.close()
    for (let sale = 0; sale < 3; sale += 1) write.run(String(sale))
    expect(logBytes()).toBeLessThanOrEqual(limitBytes)
    db.close()
  })

  it.each([
    [
      "another program's database",
      () => {
        const db = new Database(file)
        db.exec('CREATE TABLE t (x)')
        db.close()
      },
      'DATABASE_FOREIGN',
    ],
    [
      'a newer schema',
      () => {
        const db = openDatabase(file)
        db.pragma('user_version = 999')
        db.close()
      },
      'DATABASE_NEWER',
    ],
    [
      'one from before the first release',
      () => {
        const db = openDatabase(file)
        db.pragma(`user_version = ${SCHEMA_FIRST - 1}`)
        db.close()
      },
      'DATABASE_OF_TRIALS',
    ],
    [
      'one from before a table or a column that the first release has',
      () => {
        const db = openDatabase(file)
        db.exec('DROP TABLE card_totals; CREATE TABLE card_totals (seq INTEGER PRIMARY KEY)')
        db.close()
      },
      'DATABASE_OF_TRIALS',
    ],
    [
      'something that is no database',
      () => writeFileSync(file, 'hola '.repeat(500)),
      'DATABASE_BROKEN',
    ],
    [
      'a damaged database',
      () => {
        const db = openDatabase(file)
        db.pragma('wal_checkpoint(TRUNCATE)')
        db.close()
        const bytes = readFileSync(file)
        bytes.fill(0x5a, 4096 * 3, 4096 * 9)
        writeFileSync(file, bytes)
      },
      'DATABASE_BROKEN',
    ],
    [
      'a damaged one whose header says that it is only to be read',
      () => {
        openDatabase(file).close()
        const bytes = readFileSync(file)
        bytes[18] = 3
        writeFileSync(file, bytes)
      },
      'DATABASE_BROKEN',
    ],
  ])('refuses %s and leaves the file as it was', (_, prepare, code) => {
    prepare()
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code }))
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('says when the folder cannot be written', () => {
    writeFileSync(join(folder, 'not-a-folder'), '')
    expect(() => openDatabase(join(folder, 'not-a-folder', 'till.db'))).toThrow(
      expect.objectContaining({ code: 'DATA_FOLDER_NOT_WRITABLE' }),
    )
  })
})

describe('a database of an older till', () => {
  const later = [...MIGRATIONS, 'CREATE TABLE whole (x INTEGER) STRICT;']
  const schemaNow = () => {
    const db = new Database(file, { readonly: true })
    const schema = db.pragma('user_version', { simple: true })
    db.close()
    return schema
  }

  it('is copied first, and keeps what it has under the newest schema', () => {
    const old = openDatabase(file)
    old.exec("INSERT INTO setting (key, value_json) VALUES ('x', '1')")
    old.close()
    const copied: number[] = []
    const db = openDatabase(file, {
      migrations: later,
      beforeMigration: (schema) => copied.push(schema),
    })
    expect(copied).toEqual([SCHEMA_NEWEST])
    expect(db.prepare("SELECT value_json FROM setting WHERE key = 'x'").pluck().get()).toBe('1')
    db.close()
    expect(schemaNow()).toBe(SCHEMA_NEWEST + 1)
  })

  it('stays as it was when a migration fails', () => {
    openDatabase(file).close()
    const broken = [...MIGRATIONS, 'CREATE TABLE half (x) STRICT;']
    expect(() => openDatabase(file, { migrations: broken })).toThrow(/unknown|missing datatype/)
    expect(schemaNow()).toBe(SCHEMA_NEWEST)
    const db = openDatabase(file)
    expect(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined()
    db.close()
  })

  it('is not migrated when it cannot be copied first', () => {
    openDatabase(file).close()
    const beforeMigration = () => {
      throw new Error('no space for a copy')
    }
    expect(() => openDatabase(file, { migrations: later, beforeMigration })).toThrow(
      'no space for a copy',
    )
    expect(schemaNow()).toBe(SCHEMA_NEWEST)
  })
})

describe('the lock on the data folder', () => {
  it('lets one till in and tells the second who is there', () => {
    const unlock = lockDataFolder(folder, 'proceso 1')
    expect(() => lockDataFolder(folder, 'proceso 2')).toThrow(/proceso 1/)
    unlock()
    lockDataFolder(folder, 'proceso 3')()
  })

  it('goes with its process, even after kill -9', async () => {
    const module = fileURLToPath(new URL('../kernel/data-lock.ts', import.meta.url))
    const holder = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { lockDataFolder } from ${JSON.stringify(module)}; lockDataFolder(${JSON.stringify(folder)}, 'otro'); console.log('locked'); setInterval(() => {}, 1000)`,
    ])
    await new Promise((resolve) => holder.stdout.once('data', resolve))
    expect(() => lockDataFolder(folder, 'yo')).toThrow(
      expect.objectContaining({ code: 'DATA_FOLDER_IN_USE' }),
    )
    const gone = new Promise((resolve) => holder.once('exit', resolve))
    holder.kill('SIGKILL')
    await gone
    lockDataFolder(folder, 'yo')()
  })
})
