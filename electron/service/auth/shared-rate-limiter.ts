/**
 * The limit of a key over all processes of one database. Each takes requests in blocks, so that the
 * database is asked once for many; what a process took and did not use is gone with its minute.
 */
import { sql } from 'kysely'
import type { Clock } from '../core/ports.ts'
import type { Storage } from '../storage/storage.ts'
import { RateLimiter } from './rate-limiter.ts'

const WINDOW_MS = 60_000
const KEYS_MAX = 10_000
const BLOCKS_PER_WINDOW = 20

/** Counted over all processes of the database, where there may be several. */
export function limiterOf(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  perMinute: number,
): RateLimiter | SharedRateLimiter {
  return storage.shared === null
    ? new RateLimiter(clock, perMinute)
    : new SharedRateLimiter(storage, clock, perMinute)
}

interface Taken {
  readonly startedAt: number
  left: number
  /** Nobody has any more of this minute. */
  readonly isLast: boolean
}

export class SharedRateLimiter {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #perMinute: number
  readonly #taken = new Map<string, Taken>()
  /** Those for whom a block is being asked for. */
  readonly #asking = new Map<string, Promise<void>>()

  constructor(storage: Storage, clock: Clock, perMinute: number) {
    this.#storage = storage
    this.#clock = clock
    this.#perMinute = perMinute
  }

  /** Counts a request. 0 when it may go on, else the whole seconds until the minute ends. */
  async secondsToWait(keyId: string): Promise<number> {
    for (;;) {
      const now = this.#clock.now()
      const startedAt = now - (now % WINDOW_MS)
      const mine = this.#taken.get(keyId)
      if (mine?.startedAt === startedAt && mine.left > 0) {
        mine.left -= 1
        return 0
      }
      if (mine?.startedAt === startedAt && mine.isLast)
        return Math.ceil((startedAt + WINDOW_MS - now) / 1000)
      await (this.#asking.get(keyId) ?? this.#ask(keyId, startedAt))
    }
  }

  #ask(keyId: string, startedAt: number): Promise<void> {
    const asked = this.#takeBlock(keyId, startedAt)
      .then((left) => {
        if (this.#taken.size >= KEYS_MAX) this.#taken.clear()
        this.#taken.set(keyId, { startedAt, left, isLast: left === 0 })
      })
      .finally(() => this.#asking.delete(keyId))
    this.#asking.set(keyId, asked)
    return asked
  }

  /** How many requests more this process may let through in this minute. */
  async #takeBlock(keyId: string, startedAt: number): Promise<number> {
    const block = Math.ceil(this.#perMinute / BLOCKS_PER_WINDOW)
    const { count } = await this.#storage.write((db) =>
      db
        .insertInto('rate_windows')
        .values({ key_id: keyId, started_at_ms: startedAt, count: block })
        .onConflict((conflict) =>
          conflict.column('key_id').doUpdateSet({
            started_at_ms: startedAt,
            count: sql<number>`${block} + CASE WHEN rate_windows.started_at_ms = ${startedAt}
              THEN rate_windows.count ELSE 0 END`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow(),
    )
    return Math.max(0, block - Math.max(0, count - this.#perMinute))
  }
}
