import type { Clock } from '../core/ports.ts'

const WINDOW_MS = 60_000
const KEYS_MAX = 10_000

/** Counts the requests of each key, or address, in windows of one minute. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #perMinute: number
  readonly #windows = new Map<string, { startedAt: number; count: number }>()

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock
    this.#perMinute = perMinute
  }

  /** Counts a request. 0 when it may go on, else the whole seconds until the window ends. */
  secondsToWait(keyId: string): number {
    const now = this.#clock.now()
    const window = this.#windows.get(keyId)
    if (window === undefined || now - window.startedAt >= WINDOW_MS || now < window.startedAt) {
      if (this.#windows.size >= KEYS_MAX) this.#windows.clear()
      this.#windows.set(keyId, { startedAt: now, count: 1 })
      return 0
    }
    window.count += 1
    return window.count <= this.#perMinute
      ? 0
      : Math.ceil((window.startedAt + WINDOW_MS - now) / 1000)
  }

  /** What was counted turned out not to count. */
  giveBack(keyId: string): void {
    const window = this.#windows.get(keyId)
    if (window !== undefined && window.count > 0) window.count -= 1
  }
}
