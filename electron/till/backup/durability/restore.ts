/**
 * Bringing a backup back. Nothing is deleted: what lies there now goes to quarantine as it is, and
 * sales made after the backup are carried over from it where they can be read. An interrupted
 * restore is finished at the next start.
 */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { isDiskFull } from '../../kernel/database.ts'
import { openDatabase } from '../../tables/open-database.ts'
import { readPurpose, type Purpose } from '../../settings/purpose.ts'
import { flushFile, flushFolder, hashFile, renameDurably } from '../../kernel/durable-files.ts'
import { examine } from '../../tables/examine.ts'
import { requeue, type Requeued } from './requeue.ts'
import { filesBeside, quarantineOf, settleOwnFiles, takeAlong } from './restored-files.ts'
import { settleMoved } from './settle-moved.ts'
import { ALL_LOST, NOTHING_CARRIED, salvageSales, type Salvaged } from './salvage.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'
import { ifReadable } from '../../kernel/if-readable.ts'

/** A backup that must not be used. The till's data are as they were. */
export class RestoreRefused extends Error {
  readonly code: 'BACKUP_NOT_FOUND' | 'BACKUP_CHANGED' | 'BACKUP_NOT_WHOLE' | 'BACKUP_OF_OTHER_KIND'
  constructor(code: RestoreRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface Restored extends Requeued {
  readonly salvaged: Salvaged
  /** Folder with the files that were in place before; null when there were none. */
  readonly quarantine: string | null
}

export interface RestoreOptions {
  /** False for a backup of another shop: what was sold here stays in quarantine. */
  readonly carriesOver?: boolean
  /** What the log calls the backup. */
  readonly name?: string
  /** Who the row of the log names. */
  readonly by?: string
  /**
   * A till that was put to rest before this copy was sealed. Answers whether nobody opened it
   * before; from then on somebody has.
   */
  readonly claim?: (() => boolean) | null
}

/** A backup on its way to be restored; left lying, nothing needs it. */
export const PREPARING = 'till.db.preparing'
/** What is to be carried over is read from here. */
export const SALVAGING = 'till.db.salvage'
const SUFFIXES = ['', '-wal', '-shm'] as const
const EVERY_BODY = Number.MAX_SAFE_INTEGER

/**
 * The caller holds the lock on the folder and has no database open. Throws RestoreRefused or
 * DatabaseRefused.
 */
export function restoreBackup(
  folder: TillFolder,
  backupFile: string,
  at: EpochMs,
  { carriesOver = true, name = basename(backupFile), by, claim = null }: RestoreOptions = {},
): Restored {
  checkBackup(backupFile)
  const preparing = join(folder.folder, PREPARING)
  removeDatabase(preparing)
  copyFileSync(backupFile, preparing)
  const db = openDatabase(preparing)
  let outcome: Omit<Restored, 'quarantine'>
  try {
    const salvaged = carriesOver ? salvageFrom(folder, db) : NOTHING_CARRIED
    const noted = { name, at, by }
    const secret = join(filesBeside(backupFile), 'own-secret')
    const settled =
      claim === null ? requeue(db, noted) : settleMoved(db, { ...noted, secret, claim })
    outcome = { salvaged, ...settled }
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    db.close()
    removeDatabase(preparing)
    throw error
  }
  db.close()
  flushFile(preparing)
  takeAlong(backupFile, folder)
  renameDurably(preparing, folder.restored)
  return { ...outcome, quarantine: finishRestore(folder, at) }
}

/**
 * Puts a completed restore in place, also after a crash in the middle of it: every step can be done
 * again. Returns the quarantine folder, or null when there was nothing to do or nothing to keep.
 * Call with the lock held, before opening.
 */
export function finishRestore(folder: TillFolder, at: EpochMs): string | null {
  if (!existsSync(folder.restored)) {
    rmSync(filesBeside(folder.restored), { recursive: true, force: true })
    return null
  }
  settleOwnFiles(folder, at)
  // The old log first: a database must never meet the log of another.
  const quarantine = quarantineDatabase(folder, at)
  renameDurably(folder.restored, folder.database)
  return quarantine
}

/**
 * Moves the database and its log, as they are, to a folder of their own. Null when there are none.
 */
function quarantineDatabase(folder: TillFolder, at: EpochMs): string | null {
  const present = SUFFIXES.map((suffix) => folder.database + suffix)
    .filter(isThere)
    .reverse()
  if (present.length === 0) return null
  const target = quarantineOf(folder, at)
  mkdirSync(target, { recursive: true, mode: 0o700 })
  for (const file of present) renameSync(file, join(target, basename(file)))
  flushFolder(target)
  flushFolder(folder.quarantine)
  flushFolder(folder.folder)
  return target
}

/** Throws RestoreRefused. */
export function checkBackup(file: string): void {
  if (!existsSync(file))
    throw new RestoreRefused('BACKUP_NOT_FOUND', `No existe el respaldo ${file}.`)
  const hashFileName = `${file}.sha256`
  if (
    existsSync(hashFileName) &&
    readFileSync(hashFileName, 'utf8').slice(0, 64) !== hashFile(file)
  ) {
    throw new RestoreRefused(
      'BACKUP_CHANGED',
      `El respaldo ${file} no es el que se guardó: su SHA-256 no coincide. Use otro.`,
    )
  }
  const faults = faultsOf(file)
  if (faults.length > 0)
    throw new RestoreRefused(
      'BACKUP_NOT_WHOLE',
      `El respaldo ${file} está dañado (${faults.join('; ')}). Use otro.`,
    )
}

function faultsOf(file: string): readonly string[] {
  let db: Database.Database | null = null
  try {
    db = new Database(file, { readonly: true, fileMustExist: true })
    return examine(db, EVERY_BODY).faults
  } catch (error) {
    if (error instanceof Database.SqliteError) return [error.code]
    throw error
  } finally {
    db?.close()
  }
}

/**
 * Reads the present database from a copy, because even looking into one may write to it. Nothing
 * that lies there keeps a backup from coming back: what cannot be read stays in quarantine, and is
 * named. Only this till's own full disk does, and sales of the other kind.
 */
function salvageFrom(folder: TillFolder, into: Database.Database): Salvaged {
  const present = [folder.database, `${folder.database}-wal`].filter(isThere)
  if (present.length === 0) return NOTHING_CARRIED
  const copy = join(folder.folder, SALVAGING)
  removeDatabase(copy)
  try {
    for (const file of present) copyFileSync(file, file.replace(folder.database, copy))
    refuseOtherKind(copy, into)
    if (isOtherShops(copy, into)) return ALL_LOST
    return salvageSales(copy, into)
  } catch (error) {
    if (error instanceof RestoreRefused || isDiskFull(error)) throw error
    return ALL_LOST
  } finally {
    removeDatabase(copy)
  }
}

/**
 * Sales of practice would stand in a shop's books, or a shop's be practised with. A folder too
 * damaged to say takes either; a backup that does not say is of neither.
 */
function refuseOtherKind(present: string, backup: Database.Database): void {
  const [here, there] = [kindIn(present), readPurpose(backup)]
  if (here === null || here === there) return
  const words = { practice: 'la caja de práctica', shop: 'la caja de una tienda' }
  const whose = there === null ? 'otra caja' : words[there]
  throw new RestoreRefused(
    'BACKUP_OF_OTHER_KIND',
    `El respaldo es de ${whose} y esta carpeta es de ${words[here]}: sus ventas no se mezclan. Restáurelo en otra carpeta: --data OTRA_CARPETA`,
  )
}

/** Also a link that leads nowhere. */
const isThere = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined

/**
 * Two shops' books never mix. Whoever chose the backup was asked where the ruin could be looked at
 * whole; this one row of it often still says whose it is where the rest does not.
 */
function isOtherShops(present: string, backup: Database.Database): boolean {
  const [here, there] = [ifReadable(present, rutIn), rutIn(backup)]
  return here !== null && there !== null && here !== there
}

/** Null where nobody has named the shop. */
const rutIn = (db: Database.Database): string | null =>
  db
    .prepare<[], string | null>(
      "SELECT nullif(value_json ->> '$.shop.rut', '') FROM setting WHERE key = 'till'",
    )
    .pluck()
    .get() ?? null

/** Null also for one too damaged to say. To read: what closes it last would tidy its log away. */
const kindIn = (file: string): Purpose | null => ifReadable(file, readPurpose)

function removeDatabase(file: string): void {
  for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true, recursive: true })
}
