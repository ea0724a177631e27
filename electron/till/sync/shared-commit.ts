/**
 * One flush for what happens together: the changes that come up in the same turn of the event loop go to disk in one
 * transaction. Each is a part of its own: one that fails undoes nothing of the others, and everyone is told only after
 * the commit.
 */
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import type { Clock } from '../ports.ts'

export interface SharedCommit {
  /** `work` writes in transactions of its own. Resolves with its result once that is on disk. */
  join<Value>(work: () => Value): Promise<Value>
  /** Writes what waits; from now on nothing waits for company. */
  close(): void
}

interface Part {
  readonly work: () => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export function createSharedCommit(db: TillDatabase, journal: Journal, clock: Clock): SharedCommit {
  let waiting: Part[] = []
  let isClosed = false
  // Transactions inside this one are savepoints.
  const together = db.transaction((parts: readonly Part[]) => parts.map((part) => attempt(db, part)))
  const commit = (parts: readonly Part[]) => {
    let tell: readonly (() => void)[]
    try {
      tell = together.immediate(parts)
    } catch (error) {
      const [only] = parts
      if (parts.length === 1) return only?.reject(error)
      // Nothing of it is on disk, unless writing has been halted: then each is told so. One may be the reason for all.
      for (const part of parts) commit([part])
      return
    }
    journal.publish()
    for (const settle of tell) settle()
  }
  const flush = () => {
    const parts = waiting
    waiting = []
    if (parts.length > 0) commit(parts)
  }
  return {
    join<Value>(work: () => Value) {
      return new Promise<Value>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as Part['resolve'], reject })
        if (isClosed) flush()
        else if (waiting.length === 1) clock.after(0, flush)
      })
    },
    close() {
      isClosed = true
      flush()
    },
  }
}

/** Answers with what to tell once it is on disk. Throws when the whole transaction is gone, as on a full disk. */
function attempt(db: TillDatabase, { work, resolve, reject }: Part): () => void {
  try {
    const value = work()
    return () => resolve(value)
  } catch (error) {
    if (!db.inTransaction) throw error
    return () => reject(error)
  }
}
