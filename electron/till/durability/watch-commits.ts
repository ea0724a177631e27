/**
 * Notices a commit that failed in a way nobody can judge, and lets nothing more be written until
 * the file is reopened.
 */
import Database from 'better-sqlite3'
import type { TillDatabase } from '../db/open-database.ts'

/**
 * After these a transaction may or may not be on disk: a flush that failed does not say, and after
 * it the operating system may call pages clean that are not. Only closing, reopening and reading
 * tells.
 */
const UNCERTAIN_CODES = [
  'SQLITE_IOERR',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_CANTOPEN',
  'SQLITE_PROTOCOL',
] as const

/** Thrown by every transaction after an uncertain one, until the database is reopened. */
export class WritingHalted extends Error {}

export interface CommitWatch {
  readonly isHalted: () => boolean
}

export interface CommitTrouble {
  /** The outcome of a commit is unknown; nothing more is written through this connection. */
  readonly onUncertain: (code: string) => void
  /** A commit was undone completely because the disk is full. */
  readonly onFull: () => void
}

/** Watches every transaction of a connection. Install it before any statement is made into one. */
export function watchCommits(
  db: TillDatabase,
  { onUncertain, onFull }: CommitTrouble,
): CommitWatch {
  let failure: string | null = null
  const learn = (error: unknown) => {
    if (!(error instanceof Database.SqliteError)) return
    const { code } = error
    if (code === 'SQLITE_FULL') onFull()
    if (failure !== null || !UNCERTAIN_CODES.some((uncertain) => code.startsWith(uncertain))) return
    failure = code
    onUncertain(code)
  }
  const guard = <Run extends (...args: never[]) => unknown>(run: Run) =>
    ((...args: Parameters<Run>) => {
      if (failure !== null) throw new WritingHalted(failure)
      try {
        return run(...args)
      } catch (error) {
        learn(error)
        throw error
      }
    }) as Run
  const makeTransaction = db.transaction.bind(db)
  db.transaction = ((body: (...args: unknown[]) => unknown) => {
    const plain = makeTransaction(body)
    return Object.assign(guard(plain), {
      default: guard(plain.default),
      deferred: guard(plain.deferred),
      immediate: guard(plain.immediate),
      exclusive: guard(plain.exclusive),
    })
  }) as typeof db.transaction
  return { isHalted: () => failure !== null }
}
