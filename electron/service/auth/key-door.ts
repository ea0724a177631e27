/**
 * Keys of one kind, `<kind>_<id>_<secret>`: the id finds the row, the secret is compared as a hash
 * in constant time.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { failure, type ApiFailure, type ErrorCode } from '../core/errors.ts'
import type { Clock, Random } from '../core/ports.ts'
import { RateLimiter } from './rate-limiter.ts'

/** A revoked key stops working within this time in every process. */
export const KEY_CACHE_MS = 1_000
const CACHED_KEYS_MAX = 10_000
const NO_KEY_MS = 60_000
const NO_KEYS_MAX = 1_000
/** Of one address, for keys that this process has not seen good. */
export const LOOKS_PER_MINUTE = 300
const KEY_ID_BYTES = 8
const KEY_SECRET_BYTES = 32
/** Compared against when the id is unknown, so that the answer takes the same time. */
const NOBODY_HASH = hashSecret('')

interface KeyHash {
  readonly secret_hash: string
}

interface KindOfKey<Who> {
  /** Its groups are the id and the secret. */
  readonly form: RegExp
  /** Of one that is absent, malformed, unknown or revoked. */
  readonly refusal: ErrorCode
  /** Null for one that is unknown or revoked. */
  readonly find: (id: string) => Promise<(KeyHash & { readonly who: Who }) | null>
  /** Those that are not revoked. */
  readonly all: () => Promise<readonly (KeyHash & { readonly id: string })[]>
}

/**
 * Says who a key belongs to. One that was good is looked for again each second, whoever else asks;
 * of those nobody knows each address has so many looks a minute. What comes beyond them is looked
 * for in a list of all keys that were made, which is read once a second at most: a flood costs the
 * database little, and keeps no key out that the service knows, also none it has not seen yet.
 */
export class KeyDoor<Who> {
  readonly #kind: KindOfKey<Who>
  readonly #clock: Clock
  /** Those that were good when they were last looked for. */
  readonly #good = new Map<string, { readonly who: Who; readonly until: number }>()
  /** Until when a key is none: nobody makes one that somebody has guessed. */
  readonly #none = new Map<string, number>()
  readonly #looks: RateLimiter
  #made: { readonly until: number; readonly keys: Promise<MadeKeys> } | null = null

  constructor(clock: Clock, kind: KindOfKey<Who>) {
    this.#kind = kind
    this.#clock = clock
    this.#looks = new RateLimiter(clock, LOOKS_PER_MINUTE)
  }

  /** Refuses an absent, malformed, unknown or revoked one. `visitor`: where it came from. */
  async principalOf(key: string | undefined, visitor: string): Promise<Result<Who, ApiFailure>> {
    const [, id, secret = ''] = this.#kind.form.exec(key ?? '') ?? []
    if (id === undefined) return refuse(failure(this.#kind.refusal))
    const name = `${id}:${hashSecret(secret)}`
    const now = this.#clock.now()
    const good = this.#good.get(name)
    if (good !== undefined && isStill(good.until, now, KEY_CACHE_MS)) return ok(good.who)
    if (isStill(this.#none.get(name) ?? 0, now, NO_KEY_MS))
      return refuse(failure(this.#kind.refusal))
    const waitS = good === undefined ? this.#looks.secondsToWait(visitor) : 0
    if (waitS > 0 && !isSecretOf((await this.#madeKeys(now)).get(id), secret))
      return refuse(failure('RATE_LIMITED', '', { seconds: String(waitS) }))
    const who = await this.#look(id, secret)
    if (who === null) {
      this.#good.delete(name)
      if (this.#none.size >= NO_KEYS_MAX) this.#none.clear()
      this.#none.set(name, now + NO_KEY_MS)
      return refuse(failure(this.#kind.refusal))
    }
    if (good === undefined) this.#looks.giveBack(visitor)
    // One makes room for one: all at once would have to be looked for anew.
    const [oldest = ''] = this.#good.keys()
    if (this.#good.size >= CACHED_KEYS_MAX) this.#good.delete(oldest)
    this.#good.set(name, { who, until: now + KEY_CACHE_MS })
    return ok(who)
  }

  /** After a key's reach was changed here: it counts with the next request. */
  forget(): void {
    for (const [name, { who }] of this.#good) this.#good.set(name, { who, until: 0 })
  }

  #madeKeys(now: number): Promise<MadeKeys> {
    if (this.#made !== null && isStill(this.#made.until, now, KEY_CACHE_MS)) return this.#made.keys
    const keys = this.#readMadeKeys()
    this.#made = { until: now + KEY_CACHE_MS, keys }
    // A database that was away is asked again with the next key.
    keys.catch(() => (this.#made = null))
    return keys
  }

  async #readMadeKeys(): Promise<MadeKeys> {
    return new Map((await this.#kind.all()).map((row) => [row.id, row]))
  }

  async #look(id: string, secret: string): Promise<Who | null> {
    const found = await this.#kind.find(id)
    return isSecretOf(found ?? undefined, secret) && found !== null ? found.who : null
  }
}

type MadeKeys = ReadonlyMap<string, KeyHash>

/** A clock that was set back makes nothing last longer. */
const isStill = (until: number, now: number, lastsMs: number) =>
  now < until && until - now <= lastsMs

function isSecretOf(row: KeyHash | undefined, secret: string): boolean {
  const stored = Buffer.from(row?.secret_hash ?? NOBODY_HASH, 'hex')
  return timingSafeEqual(stored, Buffer.from(hashSecret(secret), 'hex')) && row !== undefined
}

export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Of a new key; the secret is known to nobody else. */
export function newSecret(random: Random) {
  const id = Buffer.from(random.bytes(KEY_ID_BYTES)).toString('hex')
  const secret = Buffer.from(random.bytes(KEY_SECRET_BYTES)).toString('base64url')
  return { id, secret, secretHash: hashSecret(secret) }
}
