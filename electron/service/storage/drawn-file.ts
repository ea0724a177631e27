/**
 * Where drawn PDFs are kept beside SQLite: a file of their own, so that they are in no backup, in
 * no batch of documents and in no flush. It may be deleted at any time; what is lost is drawn anew.
 */
import Database from 'better-sqlite3'
import { rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import { SQLITE_ENGINE } from './engine.ts'
import { drawnPdfsTable } from './migrations/0007-drawn-pdfs.ts'
import { hasSpoiltHeader } from './spoilt-header.ts'
import type { SharedWork, Storage } from './storage.ts'
import type { Tables } from './tables.ts'

/** Documents need what is left of a disk more than PDFs do. */
const FREE_BYTES_MIN = 1_000_000_000
/** For another process that opens it at the same moment. */
const OPENING_TIMEOUT_MS = 500
/** A PDF is three of them. */
const PAGE_BYTES = 16_384
const CACHE_KB = 1_024

export interface DrawnPlace extends Pick<Storage, 'read' | 'write'> {
  /** Whether there is place for more. */
  readonly hasRoom: () => boolean
  /** Begins anew after an error that says the place is broken; nothing otherwise. */
  readonly mend: (error: unknown) => Promise<void>
  readonly close: () => Promise<void>
}

/** Of a service on PostgreSQL: a table that all its processes share. */
export function drawnTable({ beside }: SharedWork): DrawnPlace {
  return {
    read: beside,
    write: (job) => beside.transaction().execute(job),
    hasRoom: () => true,
    mend: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

/** Opens or creates the file; one that is broken or no database is replaced. */
export function openDrawnFile(file: string): DrawnPlace {
  let db = openOrReplace(file)
  return {
    get read() {
      return db
    },
    write: (job) => job(db),
    hasRoom: () => {
      const { bavail, bsize } = statfsSync(dirname(file))
      return bavail * bsize > FREE_BYTES_MIN
    },
    mend: async (error) => {
      if (!isBroken(error, file)) return
      await db.destroy()
      remove(file)
      db = openOrReplace(file)
    },
    close: () => db.destroy(),
  }
}

function openOrReplace(file: string): Kysely<Tables> {
  try {
    return open(file)
  } catch (error) {
    if (!isBroken(error, file)) throw error
    remove(file)
    return open(file)
  }
}

function open(file: string): Kysely<Tables> {
  const handle = new Database(file)
  try {
    handle.pragma(`busy_timeout = ${OPENING_TIMEOUT_MS}`)
    handle.pragma(`page_size = ${PAGE_BYTES}`)
    // Neither flushes nor a log whose checkpoints would hold creations up. Whoever is killed while
    // writing may leave the file broken, and then it is replaced.
    handle.pragma('journal_mode = MEMORY')
    handle.pragma('synchronous = OFF')
    // A PDF is written once and read once or twice, which the system remembers as well: the 16 MB a
    // database has usually would be full of them for as long as the process lives.
    handle.pragma(`cache_size = ${-CACHE_KB}`)
    const [table = '', index = ''] = drawnPdfsTable(SQLITE_ENGINE, 'TABLE')
    handle.exec(table.replace('TABLE', 'TABLE IF NOT EXISTS'))
    handle.exec(index.replace('INDEX', 'INDEX IF NOT EXISTS'))
    // SQLite waits within the process, and every request with it: whoever holds the file, a copy
    // being made of it, is not waited for.
    handle.pragma('busy_timeout = 0')
  } catch (error) {
    handle.close()
    throw error
  }
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: handle }) })
}

/** Also a table that is not ours: another version's. */
function isBroken(error: unknown, file: string): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return hasSpoiltHeader(code, file) || /^SQLITE_(NOTADB|CORRUPT|ERROR)/.test(code)
}

function remove(file: string): void {
  for (const end of ['', '-journal']) rmSync(file + end, { force: true })
}
