import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DatabaseRefused, folderNotWritable, sayIfFull } from './database.ts'

/** Somebody else has the data folder open. */
export class DataFolderInUse extends Error {
  readonly code = 'DATA_FOLDER_IN_USE'
}

/** A database nobody can reach is closed with the garbage, and its lock would be gone with it. */
const held = new Set<Database.Database>()

/**
 * Makes this process the only till on a data folder. The lock is an open exclusive transaction on a
 * database of its own: the operating system drops it when the process ends, also after kill -9, so
 * there is no stale lock to clear. Returns the function that lets go.
 */
export function lockDataFolder(folder: string, who: string): () => void {
  const holderFile = join(folder, 'in-use-by.txt')
  let lock: Database.Database
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const lockFile = join(folder, 'lock.db')
    // Of a file it may only read SQLite takes no exclusive lock, and says that it has.
    for (const path of [folder, lockFile].filter(existsSync))
      accessSync(path, constants.R_OK | constants.W_OK)
    lock = new Database(lockFile, { timeout: 0 })
  } catch (error) {
    throw folderNotWritable(folder, error)
  }
  try {
    lock.pragma('journal_mode = DELETE')
    lock.exec('BEGIN EXCLUSIVE')
    writeHolder(holderFile, who)
    held.add(lock)
    return () => {
      held.delete(lock)
      lock.close()
    }
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new DataFolderInUse(
        `La caja ya está abierta con estos datos (${readHolder(holderFile)}). Use esa ventana, o ciérrela primero.`,
      )
    }
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL')
      throw sayIfFull(error, folder)
    if (error instanceof Database.SqliteError) {
      throw new DatabaseRefused(
        'DATA_FOLDER_NOT_WRITABLE',
        `No se puede escribir en la carpeta de datos ${folder}. Elija otra con --data o cambie sus permisos. (${error.code})`,
      )
    }
    throw error
  }
}

/** A name for whoever comes second; the lock holds without it, on a full disk too. */
function writeHolder(file: string, who: string): void {
  try {
    writeFileSync(file, who, { mode: 0o600 })
  } catch {
    forget(file)
  }
}

/** The name of who held it before misleads; one that stays does no more than that. */
function forget(file: string): void {
  try {
    rmSync(file, { force: true, recursive: true })
  } catch {
    // Whoever comes second is told of another process than the one that holds it.
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 200)
  } catch {
    return 'otro proceso'
  }
}
