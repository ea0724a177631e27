/** One backup, from first byte to durable name. Blocks its thread: the till runs it in a worker. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { backupName, type BackupReason, expiredBackups } from '../../kernel/backup-names.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import { flushFile, hashFile, renameDurably, writeDurably } from '../../kernel/durable-files.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'
import { examine, type RowCounts } from '../../tables/examine.ts'

export interface BackupOrder {
  readonly databaseFile: string
  readonly backupDir: string
  readonly at: EpochMs
  readonly reason: BackupReason
}

export interface BackupMade {
  readonly file: string
  readonly sha256: string
  readonly counts: RowCounts
  /** Older backups removed, by name. */
  readonly removed: readonly string[]
}

/** A copy that is not whole; it has been removed, and nothing else was touched. */
export class BackupRefused extends Error {
  readonly code = 'BACKUP_NOT_WHOLE'
}

const UNFINISHED = '.unfinished'

/** No copy that is still being made has lain untouched for so long. */
const ABANDONED_MS = 10 * 60_000

const EVERY_BODY = Number.MAX_SAFE_INTEGER

/**
 * Copies a database that may be in use: `VACUUM INTO` reads one snapshot however much is written
 * meanwhile (the online backup of SQLite starts over at each write of another connection). SQLite
 * does not flush the copy, so that is done here, after the copy has been opened and examined.
 * Throws BackupRefused, or an error of the file system or SQLite.
 */
export function makeBackup({ databaseFile, backupDir, at, reason }: BackupOrder): BackupMade {
  mkdirSync(backupDir, { recursive: true, mode: 0o700 })
  removeUnfinished(backupDir, at)
  const file = join(backupDir, backupName(at, reason))
  const unfinished = file + UNFINISHED
  try {
    copyDatabase(databaseFile, unfinished)
    const counts = examineCopy(unfinished)
    flushFile(unfinished)
    const sha256 = hashFile(unfinished)
    writeDurably(`${file}.sha256`, `${sha256}  ${backupName(at, reason)}\n`)
    renameDurably(unfinished, file)
    return { file, sha256, counts, removed: removeExpired(backupDir, at) }
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/**
 * The way back when a new version of the till does not work out. Blocks: nothing is sold before it
 * is there.
 */
export function copyBeforeMigration(folder: TillFolder, at: EpochMs): BackupMade {
  return makeBackup({
    databaseFile: folder.database,
    backupDir: folder.backups,
    at,
    reason: 'migration',
  })
}

/** Tidy, and without a log beside it. Throws what SQLite says. */
export function copyDatabase(from: string, to: string): void {
  const db = new Database(from, { readonly: true, fileMustExist: true })
  try {
    db.prepare('VACUUM INTO ?').run(to)
    chmodSync(to, 0o600)
  } finally {
    db.close()
  }
}

function examineCopy(file: string): RowCounts {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const { faults, counts } = examine(db, EVERY_BODY)
    if (counts === null || faults.length > 0) throw new BackupRefused(faults.join('; '))
    return counts
  } finally {
    db.close()
  }
}

/** Left by a process that was killed in the middle. A younger one may be another's who is at it. */
function removeUnfinished(backupDir: string, now: EpochMs): void {
  for (const name of readdirSync(backupDir)) {
    if (!name.includes(UNFINISHED)) continue
    const file = join(backupDir, name)
    const touchedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Math.abs(now - touchedMs) > ABANDONED_MS) rmSync(file, { force: true })
  }
}

function removeExpired(backupDir: string, now: EpochMs): string[] {
  return expiredBackups(listBackups(backupDir), now).map(({ name }) => {
    rmSync(join(backupDir, name), { force: true })
    rmSync(join(backupDir, `${name}.sha256`), { force: true })
    return name
  })
}
