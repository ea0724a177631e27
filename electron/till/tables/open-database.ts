/** Opens the till's database, or makes it, with the tables of all features. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { assert } from '#shared/core/result.ts'
import {
  brokenSentence,
  configure,
  DatabaseRefused,
  folderNotWritable,
  sayIfFull,
  type TillDatabase,
} from '../kernel/database.ts'
import { isEmptied } from '../kernel/if-readable.ts'
import { prepareLate } from '../kernel/prepare-late.ts'
import { watchCommits } from '../kernel/watch-commits.ts'
import { faultAtOpening } from './examine.ts'
import { lacksNames } from './lacks-names.ts'
import { MIGRATIONS, SCHEMA_FIRST, schemaAfter } from './migrations.ts'

/**
 * `MESN` as a number: marks the file as a till's, so that another program's database is never
 * touched.
 */
const APPLICATION_ID = 0x4d45534e

/**
 * Older ones may damage a file that two connections write and checkpoint at once (fixed in 3.51.3).
 */
const SQLITE_VERSION_MIN = [3, 51, 3] as const

interface OpenDatabaseOptions {
  /**
   * Called once before an existing database changes its schema: the moment for a copy. Throwing
   * stops the migration.
   */
  readonly beforeMigration?: (fromSchema: number) => void
  /** Others than this version's own, for tests. */
  readonly migrations?: readonly string[]
  /** It was looked through just now, and nobody could write to it since. */
  readonly isKnownWhole?: boolean
}

/**
 * Opens the till's database, or makes it; migrates it to the newest schema. Its transactions are
 * watched from the first (`commitsOf`). Throws DatabaseRefused.
 */
export function openDatabase(file: string, options: OpenDatabaseOptions = {}): TillDatabase {
  const { beforeMigration, migrations = MIGRATIONS, isKnownWhole = false } = options
  prepareFolder(dirname(file))
  if (isEmptied(file))
    throw new DatabaseRefused('DATABASE_BROKEN', brokenSentence(file, 'vacía, con su registro'))
  const isNew = !existsSync(file)
  const db = openFile(file)
  watchCommits(db)
  prepareLate(db)
  try {
    assert(
      isRecentEnough(String(db.prepare('SELECT sqlite_version()').pluck().get())),
      'SQLite is recent enough to keep files whole',
    )
    const schema = isNew ? 0 : inspect(db, file, migrations, isKnownWhole)
    configure(db)
    if (schema > 0 && schema < schemaAfter(migrations)) beforeMigration?.(schema)
    migrate(db, file, migrations)
    // SQLite says of a header that forbids writing at the first write, which would be a sale.
    db.pragma(`user_version = ${schemaAfter(migrations)}`)
    return db
  } catch (error) {
    db.close()
    throw asRefusal(error, file)
  }
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw folderNotWritable(folder, error)
  }
}

function openFile(file: string): TillDatabase {
  try {
    return new Database(file)
  } catch (error) {
    throw asRefusal(error, file)
  }
}

/** `3.51.3` or newer. */
export function isRecentEnough(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, least] of SQLITE_VERSION_MIN.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}

/**
 * Looks before anything is written: is it SQLite, is it ours, is it whole, is it not from a newer
 * till? Its schema.
 */
function inspect(
  db: TillDatabase,
  file: string,
  migrations: readonly string[],
  isKnownWhole: boolean,
): number {
  const newest = schemaAfter(migrations)
  const applicationId = db.pragma('application_id', { simple: true })
  const version = Number(db.pragma('user_version', { simple: true }))
  const tables =
    db.prepare<[], { count: number }>('SELECT count(*) AS count FROM sqlite_schema').get()?.count ??
    0
  const isEmpty = tables === 0 && applicationId === 0 && version === 0
  if (isEmpty) return 0
  if (applicationId !== APPLICATION_ID) {
    throw new DatabaseRefused(
      'DATABASE_FOREIGN',
      `El archivo ${file} es de otro programa. No se ha tocado; elija otra carpeta con --data.`,
    )
  }
  if (version > newest) {
    throw new DatabaseRefused(
      'DATABASE_NEWER',
      `Los datos en ${file} son de una versión más nueva de la caja (esquema ${version}; esta conoce ${newest}). Actualice la caja.`,
    )
  }
  if (version < SCHEMA_FIRST) throw ofTrials(file, version)
  if (isKnownWhole) return version
  const fault = faultAtOpening(db)
  if (fault !== null) throw new DatabaseRefused('DATABASE_BROKEN', brokenSentence(file, fault))
  if (lacksNames(db, migrations)) throw ofTrials(file, version)
  return version
}

const ofTrials = (file: string, version: number) =>
  new DatabaseRefused(
    'DATABASE_OF_TRIALS',
    `Los datos en ${file} son de una caja de prueba anterior a la primera versión (esquema ${version}), y esta no los abre. No se han tocado; elija otra carpeta con --data.`,
  )

function migrate(db: TillDatabase, file: string, migrations: readonly string[]): void {
  const from = Number(db.pragma('user_version', { simple: true }))
  // A table that is made anew is gone for a moment; every reference is checked before the commit.
  db.pragma('foreign_keys = OFF')
  for (const [index, migration] of migrations.entries()) {
    const version = SCHEMA_FIRST + index
    if (version <= from) continue
    db.transaction(() => {
      db.exec(migration)
      db.pragma(`application_id = ${APPLICATION_ID}`)
      db.pragma(`user_version = ${version}`)
      const violations = db.pragma('foreign_key_check') as unknown[]
      assert(violations.length === 0, `migration ${version} of ${file} leaves broken references`)
    }).immediate()
  }
  db.pragma('foreign_keys = ON')
  assert(db.pragma('foreign_keys', { simple: true }) === 1, 'the till runs with foreign keys on')
}

function asRefusal(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) return sayIfFull(error, file)
  if (error.code === 'SQLITE_FULL') return sayIfFull(error, file)
  const isOneOf = (codes: readonly string[]) => codes.some((code) => error.code.startsWith(code))
  // A folder in a file's place is no question of permissions.
  const isForeign = [file, `${file}-wal`].some((path) => !isFileOrNone(path))
  // Its header is spoilt where nothing but SQLite says that it is only to be read.
  const isSpoilt = error.code === 'SQLITE_READONLY' && isWritable(file)
  if (isForeign || isSpoilt || isOneOf(['SQLITE_NOTADB', 'SQLITE_CORRUPT', 'SQLITE_IOERR']))
    return new DatabaseRefused('DATABASE_BROKEN', brokenSentence(file, error.code))
  if (isOneOf(['SQLITE_CANTOPEN', 'SQLITE_READONLY'])) {
    return new DatabaseRefused(
      'DATA_FOLDER_NOT_WRITABLE',
      `No se puede abrir ${file} para escribir. Revise los permisos o elija otra carpeta con --data. (${error.code})`,
    )
  }
  return error
}

function isWritable(file: string): boolean {
  try {
    const there = [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path))
    for (const path of [dirname(file), ...there]) accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const isFileOrNone = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? true
