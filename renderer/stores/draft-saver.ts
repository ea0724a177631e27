/** Saves the open sale soon after every change, and at once when somebody is about to pay. */

/**
 * A crash loses at most what was done in this time. Long enough to turn a burst of scans into one
 * write.
 */
export const DRAFT_DELAY_MS = 120
/** After a failed save the next try waits this long; the sale on screen is untouched meanwhile. */
export const DRAFT_RETRY_MS = 2_000

export interface Timers {
  /** Calls back once after `delayMs`; the returned function calls it off. */
  after(delayMs: number, callback: () => void): () => void
}

interface DraftSaver<Draft> {
  /** `read` is asked for the draft when it is saved, as it is then. */
  schedule(read: () => Draft): void
  /** Saves what is scheduled now instead of later, for whoever will soon have to wait for it. */
  hurry(): void
  /** Resolves once the last scheduled draft is stored; rejects when it cannot be. */
  flush(): Promise<void>
  /** Calls off what is scheduled and resolves once nothing is on its way. */
  settle(): Promise<void>
}

export function createDraftSaver<Draft>(
  save: (draft: Draft) => Promise<void>,
  timers: Timers,
): DraftSaver<Draft> {
  let waiting: (() => Draft) | null = null
  let callOff: (() => void) | null = null
  // Saves go one after another, so that an old draft never overtakes a newer one.
  let last: Promise<void> = Promise.resolve()

  function arm(delayMs: number): void {
    callOff ??= timers.after(delayMs, () => {
      callOff = null
      flush().catch(() => arm(DRAFT_RETRY_MS))
    })
  }

  function disarm(): void {
    callOff?.()
    callOff = null
  }

  function flush(): Promise<void> {
    disarm()
    last = last
      .catch(() => undefined)
      .then(async () => {
        const read = waiting
        if (read === null) return
        waiting = null
        try {
          await save(read())
        } catch (cause) {
          waiting ??= read
          throw cause
        }
      })
    return last
  }

  return {
    schedule(read) {
      waiting = read
      arm(DRAFT_DELAY_MS)
    },
    hurry() {
      if (waiting === null) return
      disarm()
      arm(0)
    },
    flush,
    async settle() {
      disarm()
      waiting = null
      await last.catch(() => undefined)
    },
  }
}
