import type Database from 'better-sqlite3'
import { assert } from '#shared/core/result.ts'

export type TillDatabase = Database.Database

const JOURNAL_SIZE_BYTES_MAX = 16 * 1024 * 1024

const BUSY_TIMEOUT_MS = 250

const BUSY_BESIDE_OTHERS_MS = 5_000

const SYNCHRONOUS_FULL = 2

/**
 * Why the till cannot start on this file. The sentence is for whoever starts it; nothing has been
 * written.
 */
export class DatabaseRefused extends Error {
  readonly code:
    | 'DATA_FOLDER_NOT_WRITABLE'
    | 'DATABASE_BROKEN'
    | 'DATABASE_LOST'
    | 'DATABASE_FOREIGN'
    | 'DATABASE_NEWER'
    | 'DATABASE_OF_TRIALS'
    | 'DISK_FULL'
  constructor(code: DatabaseRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

export function folderNotWritable(folder: string, error: unknown): DatabaseRefused {
  const reason = error instanceof Error ? error.message : String(error)
  return new DatabaseRefused(
    'DATA_FOLDER_NOT_WRITABLE',
    `No se puede escribir en la carpeta de datos ${folder}. Elija otra con --data o cambie sus permisos. (${reason})`,
  )
}

/**
 * The promises of the sale rest on these. SQLite opens an existing WAL file at synchronous=NORMAL
 * here, so FULL is set on every connection and read back: a till that could lose an acknowledged
 * sale must not start.
 */
export function configure(db: TillDatabase): void {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  db.pragma(`journal_size_limit = ${JOURNAL_SIZE_BYTES_MAX}`)
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('mmap_size = 0')
  db.pragma('temp_store = MEMORY')
  // What is deleted is overwritten: a page in the file, and the log, would still tell it.
  db.pragma('secure_delete = ON')
  if (process.platform === 'darwin') {
    db.pragma('fullfsync = 1')
    db.pragma('checkpoint_fullfsync = 1')
  }
  assert(
    db.pragma('journal_mode', { simple: true }) === 'wal',
    'the till runs on a write-ahead log',
  )
  assert(
    db.pragma('synchronous', { simple: true }) === SYNCHRONOUS_FULL,
    'the till runs with synchronous=FULL',
  )
  assert(db.pragma('foreign_keys', { simple: true }) === 1, 'the till runs with foreign keys on')
}

/**
 * While somebody else writes as well: a counter that waits for a thread the machine has put aside
 * is slow for a moment, one that gives up has lost a press.
 */
export function waitForOthers(db: TillDatabase, areThere: boolean): void {
  db.pragma(`busy_timeout = ${areThere ? BUSY_BESIDE_OTHERS_MS : BUSY_TIMEOUT_MS}`)
}

/** Told by SQLite or by the file system. */
export const isDiskFull = (error: unknown): boolean =>
  ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(String(codeOf(error)))

const codeOf = (error: unknown) =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined

/** A full disk in words, whoever met it; anything else as it was. */
export function sayIfFull(error: unknown, where: string): unknown {
  if (!isDiskFull(error)) return error
  return new DatabaseRefused(
    'DISK_FULL',
    `No queda espacio en el disco de ${where}. Lo vendido está guardado. Libere espacio y abra la caja de nuevo. (${codeOf(error)})`,
  )
}

export const brokenSentence = (file: string, detail: string): string =>
  `La base de datos ${file} está dañada (${detail}). No se ha cambiado nada.`
