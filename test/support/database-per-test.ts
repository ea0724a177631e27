/** A till's database in a folder of its own, for tests of what only writes and reads it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openDatabase } from '#till/tables/open-database.ts'
import type { TillDatabase } from '#till/kernel/database.ts'

export interface DatabaseOfTest {
  /** Of the present test. */
  readonly db: TillDatabase
  /** Closed and opened, as by the next start of the till. */
  reopen(): void
}

export function databasePerTest(): DatabaseOfTest {
  let folder = ''
  let db: TillDatabase | null = null
  const open = () => (db = openDatabase(join(folder, 'till.db')))
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'meson-database-'))
    open()
  })
  afterEach(() => {
    db?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    get db() {
      if (db === null) throw new Error('the database is there in a test')
      return db
    },
    reopen() {
      db?.close()
      open()
    },
  }
}
