/**
 * For unit tests of stores: a timer turned by hand, and a port of which each test gives the
 * commands it needs.
 */
import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import { ok } from '#shared/core/result.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createCartStore, type CartStore } from './cart-store.ts'
import type { Timers } from './draft-saver.ts'

interface HandTimers extends Timers {
  /** Lets this much time pass and runs what falls due, in order. */
  pass(ms: number): void
}

export function createHandTimers(): HandTimers {
  let nowMs = 0
  let waiting: { dueMs: number; callback: () => void }[] = []
  return {
    after(delayMs, callback) {
      const entry = { dueMs: nowMs + delayMs, callback }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    pass(ms) {
      const endMs = nowMs + ms
      for (;;) {
        const [next] = waiting
          .filter(({ dueMs }) => dueMs <= endMs)
          .sort((a, b) => a.dueMs - b.dueMs)
        if (!next) break
        nowMs = next.dueMs
        waiting = waiting.filter((other) => other !== next)
        next.callback()
      }
      nowMs = endMs
    },
  }
}

let named = 0
/** Names of sales, one after another. */
export function nextSaleId(): SaleId {
  named += 1
  return String(named).padStart(26, '0') as SaleId
}

/** What the screen is given besides its core. */
export const SCREEN_PARTS = {
  sounds: { refuse: () => undefined },
  preferences: { getItem: () => null, setItem: () => undefined },
  screenId: 'here' as ScreenId,
  makeSaleId: nextSaleId,
}

/** The open sale over a core that keeps nothing. */
export function saleOver(port: Partial<TillPort> = {}): CartStore {
  return createCartStore({
    port: portOf({ saveDraft: () => Promise.resolve(ok(null)), ...port }),
    timers: createHandTimers(),
    screenId: SCREEN_PARTS.screenId,
    makeSaleId: nextSaleId,
  })
}

/** Commands a test does not expect to be asked reject, which the test then sees. */
export function portOf(commands: Partial<TillPort>): TillPort {
  return new Proxy(commands as TillPort, {
    get: (target, name: keyof TillPort) =>
      target[name] ?? (() => Promise.reject(new Error(`unexpected command ${name}`))),
  })
}

/** Lets everything that is already resolved run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}
