/** One database of each released schema, made by the till of its time, is opened by this one. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { listBackups } from '../durability/make-backup.ts'
import { tillFolder, type TillFolder } from '../durability/till-folder.ts'
import { MIGRATIONS } from './migrations.ts'
import { openDatabase } from './open-database.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url))
const files = readdirSync(FIXTURES).filter((name) => name.endsWith('.db'))

let folder: TillFolder
const { fixture } = fixturePerTest()
beforeEach(() => {
  folder = tillFolder(fixture.dataDir)
  mkdirSync(folder.folder, { recursive: true })
})

function receiptsIn(file: string) {
  const db = new Database(file, { readonly: true })
  const rows = db
    .prepare<
      [],
      { id: string; folio: number | null; body: Buffer<ArrayBuffer>; sha256: string; total: number }
    >(`SELECT s.id, r.folio,
    r.body, r.body_sha256 AS sha256, s.total_clp AS total FROM sale s JOIN receipt r ON r.sale_id = s.id ORDER BY s.seq`)
    .all()
  db.close()
  return rows
}

describe('a database of an older till', () => {
  it('is kept since the first schema', () => {
    expect(files).toEqual(
      expect.arrayContaining(['schema-1.db', 'schema-2.db', 'schema-6.db', 'schema-7.db']),
    )
  })

  it.each(files)(
    '%s: is copied, migrated, loses nothing, and what was waiting is issued',
    async (name) => {
      copyFileSync(join(FIXTURES, name), folder.database)
      const before = receiptsIn(folder.database)
      // The service of that time remembers what it has issued.
      for (const { body } of before.filter(({ folio }) => folio !== null)) {
        await fixture.service.answer({
          method: 'POST',
          path: '/api/invoices',
          body,
          timeoutMs: 1_000,
        })
      }
      const till = await fixture.open()
      await fixture.until(() => till.api.status().pendingCount === 0)
      await till.stop()
      const after = receiptsIn(folder.database)
      expect(before.some(({ folio }) => folio === null)).toBe(true)
      expect(after.map(({ folio: _, ...rest }) => rest)).toEqual(
        before.map(({ folio: _, ...rest }) => rest),
      )
      expect(
        after.every(
          ({ body, sha256 }) => createHash('sha256').update(body).digest('hex') === sha256,
        ),
      ).toBe(true)
      const backup = listBackups(folder.backups)[0]
      expect(backup).toMatchObject({ reason: 'migration' })
      expect(receiptsIn(join(folder.backups, backup?.name ?? ''))).toEqual(before)
    },
  )

  it('stays as it was when a migration fails', () => {
    copyFileSync(join(FIXTURES, 'schema-1.db'), folder.database)
    const broken = [...MIGRATIONS.slice(0, 1), 'CREATE TABLE half (x) STRICT;']
    expect(() => openDatabase(folder.database, { migrations: broken })).toThrow(
      /unknown datatype|missing datatype/,
    )
    const db = openDatabase(folder.database, { migrations: MIGRATIONS.slice(0, 1) })
    expect(db.pragma('user_version', { simple: true })).toBe(1)
    expect(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined()
    db.close()
  })

  it('is not migrated when it cannot be copied first', () => {
    copyFileSync(join(FIXTURES, 'schema-1.db'), folder.database)
    const migrations = [...MIGRATIONS.slice(0, 1), 'CREATE TABLE whole (x INTEGER) STRICT;']
    const beforeMigration = () => {
      throw new Error('no space for a copy')
    }
    expect(() => openDatabase(folder.database, { migrations, beforeMigration })).toThrow(
      'no space for a copy',
    )
    const db = new Database(folder.database, { readonly: true })
    expect(db.pragma('user_version', { simple: true })).toBe(1)
    db.close()
  })
})
