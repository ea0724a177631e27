/**
 * Notices a commit that failed in a way nobody can judge, and lets nothing more be written until
 * the file is reopened.
 */
import Database from 'better-sqlite3'

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

interface CommitTrouble {
  /** The outcome of a commit is unknown; nothing more is written through this connection. */
  readonly onUncertain: (code: string) => void
  /** A commit was undone completely because the disk is full. */
  readonly onFull: () => void
}

interface CommitWatch {
  readonly isHalted: () => boolean
  /** Who hears of trouble from here on, in the place of whoever did before. */
  readonly listen: (trouble: CommitTrouble) => void
  /** Called after each transaction that is on disk. Must not throw. */
  readonly follow: (onCommitted: () => void) => void
  /** A transaction is being made, and will be settled. */
  readonly isInside: () => boolean
  readonly beforeCommit: (settling: Settling) => void
}

interface Settling {
  /** Inside each transaction, when its work is done: what it throws undoes the transaction. */
  readonly settle: () => void
  /** Nothing of the transaction came about. */
  readonly undone: () => void
}

const WATCHES = new WeakMap<Database.Database, CommitWatch>()

/** The watch of any connection: one that has none yet is watched from here on. */
export function watchedCommits(db: Database.Database): CommitWatch {
  if (!WATCHES.has(db)) watchCommits(db)
  return commitsOf(db)
}

/** The watch of a connection that `openDatabase` has opened. */
export function commitsOf(db: Database.Database): CommitWatch {
  const watch = WATCHES.get(db)
  if (watch === undefined) throw new Error('openDatabase has not opened this connection')
  return watch
}

/** Watches every transaction of a connection that has just been opened. */
export function watchCommits(db: Database.Database): void {
  let failure: string | null = null
  let listener: CommitTrouble | null = null
  let follower: (() => void) | null = null
  let settling: Settling | null = null
  let depth = 0
  const learn = (error: unknown) => {
    if (!(error instanceof Database.SqliteError)) return
    const { code } = error
    if (code === 'SQLITE_FULL') listener?.onFull()
    if (failure !== null || !UNCERTAIN_CODES.some((uncertain) => code.startsWith(uncertain))) return
    failure = code
    listener?.onUncertain(code)
  }
  const guard = <Run extends (...args: never[]) => unknown>(run: Run) =>
    ((...args: Parameters<Run>) => {
      if (failure !== null) throw new WritingHalted(failure)
      let done: unknown
      try {
        done = run(...args)
      } catch (error) {
        learn(error)
        if (!db.inTransaction) settling?.undone()
        throw error
      }
      if (!db.inTransaction) follower?.()
      return done
    }) as Run
  const makeTransaction = db.transaction.bind(db)
  db.transaction = ((body: (...args: unknown[]) => unknown) => {
    const plain = makeTransaction((...args: unknown[]) => {
      depth += 1
      try {
        const done = body(...args)
        if (depth === 1) settling?.settle()
        return done
      } finally {
        depth -= 1
      }
    })
    return Object.assign(guard(plain), {
      default: guard(plain.default),
      deferred: guard(plain.deferred),
      immediate: guard(plain.immediate),
      exclusive: guard(plain.exclusive),
    })
  }) as typeof db.transaction
  WATCHES.set(db, {
    isHalted: () => failure !== null,
    listen(trouble) {
      listener = trouble
    },
    follow(onCommitted) {
      follower = onCommitted
    },
    isInside: () => depth > 0,
    beforeCommit(next) {
      settling = next
    },
  })
}
