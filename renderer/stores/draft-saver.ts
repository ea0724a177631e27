/** Saves the open cart soon after every change, and at once when somebody is about to pay. */
import type { Cart } from '#shared/cart/cart.ts'

/** A crash loses at most what was done in this time. Long enough to turn a burst of scans into one write. */
export const DRAFT_DELAY_MS = 120
/** After a failed save the next try waits this long; the cart on screen is untouched meanwhile. */
export const DRAFT_RETRY_MS = 2_000

export interface Timers {
  /** Calls back once after `delayMs`; the returned function calls it off. */
  after(delayMs: number, callback: () => void): () => void
}

export interface DraftSaver {
  schedule(cart: Cart): void
  /** Saves what is scheduled now instead of later, for whoever will soon have to wait for it. */
  hurry(): void
  /** Resolves once the last scheduled cart is stored; rejects when it cannot be. */
  flush(): Promise<void>
}

export function createDraftSaver(save: (cart: Cart) => Promise<void>, timers: Timers): DraftSaver {
  let waiting: Cart | null = null
  let callOff: (() => void) | null = null
  // Saves go one after another, so that an old cart never overtakes a newer one.
  let last: Promise<void> = Promise.resolve()

  function arm(delayMs: number): void {
    callOff ??= timers.after(delayMs, () => {
      callOff = null
      flush().catch(() => arm(DRAFT_RETRY_MS))
    })
  }

  function flush(): Promise<void> {
    callOff?.()
    callOff = null
    last = last.catch(() => undefined).then(async () => {
      const cart = waiting
      if (cart === null) return
      waiting = null
      try {
        await save(cart)
      } catch (cause) {
        waiting ??= cart
        throw cause
      }
    })
    return last
  }

  return {
    schedule(cart) {
      waiting = cart
      arm(DRAFT_DELAY_MS)
    },
    hurry() {
      if (waiting === null) return
      callOff?.()
      callOff = null
      arm(0)
    },
    flush,
  }
}
