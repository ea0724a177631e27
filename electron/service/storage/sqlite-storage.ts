/**
 * The service's own SQLite file: one writing connection behind the group commit, one reading
 * connection beside it.
 */
import Database from 'better-sqlite3'
import type BetterSqlite3 from 'better-sqlite3'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import type { StartRefusal } from '../core/start-refusals.ts'
import { systemClock } from '../core/ports.ts'
import { SQLITE_ENGINE } from './engine.ts'
import { GroupCommitter } from './group-commit.ts'
import { issueInside, ReferenceOfBatchTaken, takenReferences } from './issue-batch.ts'
import { migrate, MIGRATION_NAMES } from './migrations.ts'
import { setDirectEngine } from './prepared.ts'
import { hasSpoiltHeader } from './spoilt-header.ts'
import type { Storage } from './storage.ts'
import type { Tables } from './tables.ts'

/** Marks the file as this service's ('MSvc'), so that another program's file is never touched. */
const APPLICATION_ID = 0x4d537663
/** A writer of another process (the key tool) is short; longer than this is a hang. */
const BUSY_TIMEOUT_MS = 2_000
const WAL_BYTES_MAX = 16 * 1024 * 1024
const CACHED_STATEMENTS_MAX = 500

/**
 * Opens or creates the file. Looks before it writes: a foreign, broken or newer file is left as it
 * was.
 */
export async function openSqliteStorage(file: string): Promise<Result<Storage, StartRefusal>> {
  const refused = inspect(file)
  if (refused !== null) return refuse(refused)
  try {
    const handle = new Database(file)
    configure(handle)
    handle.pragma(`application_id = ${APPLICATION_ID}`)
    const writer = kyselyOver(handle)
    await migrate(writer as unknown as Kysely<unknown>, SQLITE_ENGINE)
    const readHandle = new Database(file, { readonly: true })
    configure(readHandle)
    return ok(storageOver(handle, writer, kyselyOver(readHandle)))
  } catch (error) {
    return refuse(refusalOf(error, file))
  }
}

function storageOver(
  handle: BetterSqlite3.Database,
  writer: Kysely<Tables>,
  reader: Kysely<Tables>,
): Storage {
  const committer = new GroupCommitter(handle, writer)
  return {
    read: reader,
    clock: systemClock,
    shared: null,
    write: (job) => committer.write(job),
    issue: async (batch) => {
      try {
        return await committer.writeNow((db) => issueInside(db, batch))
      } catch (error) {
        if (error instanceof ReferenceOfBatchTaken) return takenReferences(reader, batch.rows)
        throw error
      }
    },
    async close() {
      await committer.idle()
      await reader.destroy()
      await writer.destroy()
    },
  }
}

/**
 * better-sqlite3 opens an existing WAL file at synchronous=NORMAL, so every connection sets FULL
 * and reads it back.
 */
function configure(handle: BetterSqlite3.Database): void {
  handle.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  if (!handle.readonly) handle.pragma('journal_mode = WAL')
  handle.pragma('synchronous = FULL')
  handle.pragma('foreign_keys = ON')
  handle.pragma('trusted_schema = OFF')
  handle.pragma('cell_size_check = ON')
  handle.pragma('temp_store = MEMORY')
  handle.pragma(`journal_size_limit = ${WAL_BYTES_MAX}`)
  handle.pragma('fullfsync = ON')
  assert(handle.pragma('journal_mode', { simple: true }) === 'wal', 'the database is in WAL mode')
  assert(handle.pragma('synchronous', { simple: true }) === 2, 'the database flushes every commit')
  assert(
    handle.pragma('foreign_keys', { simple: true }) === 1,
    'the database checks its references',
  )
}

function inspect(file: string): StartRefusal | null {
  try {
    mkdirSync(dirname(file), { recursive: true })
    if (!existsSync(file) || statSync(file).size === 0) return null
  } catch {
    return { code: 'DATA_FOLDER_NOT_WRITABLE', params: { path: dirname(file) } }
  }
  let handle: BetterSqlite3.Database | null = null
  try {
    handle = new Database(file, { readonly: true })
    const tables = handle
      .prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .get() as number
    const isOurs = handle.pragma('application_id', { simple: true }) === APPLICATION_ID
    if (!isOurs && tables > 0) return { code: 'DATABASE_FOREIGN', params: { path: file } }
    if (handle.pragma('quick_check(1)', { simple: true }) !== 'ok') {
      return { code: 'DATABASE_BROKEN', params: { path: file } }
    }
    return hasNewerSchema(handle) ? { code: 'DATABASE_NEWER', params: { path: file } } : null
  } catch (error) {
    return refusalOf(error, file)
  } finally {
    handle?.close()
  }
}

function hasNewerSchema(handle: BetterSqlite3.Database): boolean {
  const table = handle.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'").get()
  if (table === undefined) return false
  const names = handle.prepare('SELECT name FROM kysely_migration').pluck().all() as string[]
  return names.some((name) => !MIGRATION_NAMES.includes(name))
}

function refusalOf(error: unknown, file: string): StartRefusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (hasSpoiltHeader(code, file) || /^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return { code: 'DATABASE_BROKEN', params: { path: file } }
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code) || /^E(ACCES|PERM|ROFS)/.test(code)) {
    return { code: 'DATA_FOLDER_NOT_WRITABLE', params: { path: dirname(file) } }
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return { code: 'DATABASE_BUSY', params: { path: file } }
  if (/^SQLITE_FULL/.test(code)) return { code: 'DISK_FULL', params: { path: dirname(file) } }
  throw error
}

function kyselyOver(handle: BetterSqlite3.Database): Kysely<Tables> {
  const database = withStatementCache(handle)
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  setDirectEngine(db, {
    rows: (sql, parameters) => database.prepare(sql).all(parameters),
    changes: (sql, parameters) => Number(database.prepare(sql).run(parameters).changes),
  })
  return db
}

/** Kysely prepares a statement for every query; the texts repeat, so the prepared ones are kept. */
function withStatementCache(handle: BetterSqlite3.Database): SqliteDatabase {
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    prepare(text) {
      const cached = statements.get(text)
      if (cached !== undefined) return cached
      const statement = handle.prepare(text) as unknown as ReturnType<SqliteDatabase['prepare']>
      if (statements.size < CACHED_STATEMENTS_MAX) statements.set(text, statement)
      return statement
    },
    close: () => {
      handle.close()
    },
  }
}
