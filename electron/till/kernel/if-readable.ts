import { statSync } from 'node:fs'
import Database from 'better-sqlite3'

/**
 * SQLite takes the log beside a file of no bytes for a stray one and deletes it, also when it only
 * reads: whoever opens a till's file looks here first.
 */
export function isEmptied(file: string): boolean {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return size(file) === 0 && size(`${file}-wal`) > 0
}

/**
 * What is in a database file; null when it is none, or too damaged to say. To read alone: who may
 * write and closes it last writes its log into it, and a torn one is lost.
 */
export function ifReadable<Value>(
  file: string,
  read: (db: Database.Database) => Value | null,
): Value | null {
  if (isEmptied(file)) return null
  let db: Database.Database | null = null
  try {
    db = new Database(file, { readonly: true, fileMustExist: true })
    return read(db)
  } catch (error) {
    if (error instanceof Database.SqliteError || error instanceof SyntaxError) return null
    throw error
  } finally {
    db?.close()
  }
}
