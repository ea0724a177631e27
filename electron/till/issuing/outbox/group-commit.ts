/**
 * One flush for what happens together: the changes that come up in the same turn of the event loop
 * go to disk in one transaction. Each is a part of its own: one that fails undoes nothing of the
 * others, and everyone hears of it only after the commit.
 */
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { Clock } from '../../kernel/ports.ts'

/**
 * Longest that a patient part waits for the batch to grow, and how large a batch is enough: one
 * flush for a few receipts costs more than their rows, and one for very many leaves the service
 * idle meanwhile.
 */
const BATCH_WAIT_MS = 8
const BATCH_ENOUGH = 48

export interface GroupCommit {
  /**
   * `work` writes in transactions of its own. Resolves with its result once that is on disk: with
   * what comes up in the same turn; a patient one, nobody waiting for it, with what comes up in the
   * next few turns.
   */
  join<Value>(work: () => Value, isPatient?: boolean): Promise<Value>
  /** Writes what waits; from now on nothing waits for a batch. */
  close(): void
}

interface Part {
  readonly work: () => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

interface GroupCommitPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
}

export function createGroupCommit({ db, journal, clock }: GroupCommitPorts): GroupCommit {
  let waiting: Part[] = []
  let isClosed = false
  /** When what waits is written: at the end of the turn, or once patience ends. */
  let due: { readonly isSoon: boolean; readonly cancel: () => void } | null = null
  // Transactions inside this one are savepoints.
  const together = db.transaction((parts: readonly Part[]) =>
    parts.map((part) => attempt(db, part)),
  )
  const commit = (parts: readonly Part[]) => {
    let settlements: readonly (() => void)[]
    try {
      settlements = together.immediate(parts)
    } catch (error) {
      const [only] = parts
      if (parts.length === 1) return only?.reject(error)
      // Nothing of it is on disk, unless writing has been halted: then each fails by itself. One
      // may be the reason for all.
      for (const part of parts) commit([part])
      return
    }
    journal.publish()
    for (const settle of settlements) settle()
  }
  const flush = () => {
    due?.cancel()
    due = null
    const parts = waiting
    waiting = []
    if (parts.length > 0) commit(parts)
  }
  return {
    join<Value>(work: () => Value, isPatient = false) {
      return new Promise<Value>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as Part['resolve'], reject })
        if (isClosed) return flush()
        const isSoon = !isPatient || waiting.length >= BATCH_ENOUGH
        if (due !== null && (due.isSoon || !isSoon)) return
        due?.cancel()
        due = { isSoon, cancel: clock.after(isSoon ? 0 : BATCH_WAIT_MS, flush) }
      })
    },
    close() {
      isClosed = true
      flush()
    },
  }
}

/**
 * Answers with what settles it once it is on disk. Throws when the whole transaction is gone, as
 * on a full disk.
 */
function attempt(db: TillDatabase, { work, resolve, reject }: Part): () => void {
  try {
    const value = work()
    return () => resolve(value)
  } catch (error) {
    if (!db.inTransaction) throw error
    return () => reject(error)
  }
}
