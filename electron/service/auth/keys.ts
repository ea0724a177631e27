/**
 * API keys: `msn_<id>_<secret>`. The id finds the row, the secret is compared as a hash in constant
 * time.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { failure, type ApiFailure } from '../core/errors.ts'
import type { Clock, ClientId, CompanyId, Random } from '../core/ports.ts'
import type { Storage } from '../storage/storage.ts'
import type { ApiKeyRow, Role, Tables } from '../storage/tables.ts'
import { RateLimiter } from './rate-limiter.ts'

/** Who sends a request, and what he may reach. */
export interface Principal {
  readonly keyId: string
  readonly clientId: ClientId
  readonly role: Role
  readonly reach: Reach
}

/** Ids of the companies a key reaches, for a query over what they have. */
export function reachedBy(db: Kysely<Tables>, keyId: string) {
  return db.selectFrom('api_key_companies').select('company_id').where('key_id', '=', keyId)
}

/**
 * The companies of a key, asked for one by one: it may reach ten thousand. What was answered holds
 * as long as this object, which the key ring makes anew.
 */
export class Reach {
  readonly #db: Kysely<Tables>
  readonly #keyId: string
  readonly #known = new Map<CompanyId, boolean>()
  #only: Promise<CompanyId | null> | null = null

  constructor(db: Kysely<Tables>, keyId: string) {
    this.#db = db
    this.#keyId = keyId
  }

  async has(id: CompanyId): Promise<boolean> {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const found = await reachedBy(this.#db, this.#keyId)
      .where('company_id', '=', id)
      .executeTakeFirst()
    this.#known.set(id, found !== undefined)
    return found !== undefined
  }

  /** The only one there is; null for none and for several. */
  only(): Promise<CompanyId | null> {
    this.#only ??= this.#askOnly()
    return this.#only
  }

  async #askOnly(): Promise<CompanyId | null> {
    const [first, ...others] = await reachedBy(this.#db, this.#keyId)
      .orderBy('company_id')
      .limit(2)
      .execute()
    return first === undefined || others.length > 0 ? null : first.company_id
  }
}

const KEY_FORM = /^msn_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/
const KEY_ID_BYTES = 8
const KEY_SECRET_BYTES = 32
/** A revoked key stops working within this time in every process. */
export const KEY_CACHE_MS = 1_000
const CACHED_KEYS_MAX = 10_000
const NO_KEY_MS = 60_000
const NO_KEYS_MAX = 1_000
/** Of one address, for keys that this process has not seen good. */
export const LOOKS_PER_MINUTE = 300
/** Compared against when the id is unknown, so that the answer takes the same time. */
const NOBODY_HASH = hashSecret('')

export interface NewKey {
  readonly clientId: ClientId
  readonly role: Role
  readonly label: string
  readonly companyIds: readonly CompanyId[]
}

export interface KeyPorts {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly random: Random
}

/** Creates a key. The returned text is the only time the secret exists outside the client. */
export async function createKey({ db, clock, random }: KeyPorts, key: NewKey): Promise<string> {
  const id = Buffer.from(random.bytes(KEY_ID_BYTES)).toString('hex')
  const secret = Buffer.from(random.bytes(KEY_SECRET_BYTES)).toString('base64url')
  await db
    .insertInto('api_keys')
    .values({
      id,
      client_id: key.clientId,
      role: key.role,
      label: key.label,
      secret_hash: hashSecret(secret),
      created_at_ms: clock.now(),
      revoked_at_ms: null,
    })
    .execute()
  for (const companyId of key.companyIds) {
    await db.insertInto('api_key_companies').values({ key_id: id, company_id: companyId }).execute()
  }
  return `msn_${id}_${secret}`
}

export function keyIdOf(key: string): string | null {
  return KEY_FORM.exec(key)?.[1] ?? null
}

/**
 * Says who a key belongs to. One that was good is looked for again each second, whoever else asks;
 * of those nobody knows each address has so many looks a minute. What comes beyond them is looked
 * for in a list of all keys that were made, which is read once a second at most: a flood costs the
 * database little, and keeps no key out that the service knows, also none it has not seen yet.
 */
export class KeyRing {
  readonly #storage: Storage
  readonly #clock: Clock
  /** Those that were good when they were last looked for. */
  readonly #good = new Map<string, { readonly principal: Principal; readonly until: number }>()
  /** Until when a key is none: nobody makes one that somebody has guessed. */
  readonly #none = new Map<string, number>()
  readonly #looks: RateLimiter
  #made: { readonly until: number; readonly keys: Promise<MadeKeys> } | null = null

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
    this.#looks = new RateLimiter(clock, LOOKS_PER_MINUTE)
  }

  /** Refuses an absent, malformed, unknown or revoked one. `visitor`: where it came from. */
  async principalOf(
    key: string | undefined,
    visitor: string,
  ): Promise<Result<Principal, ApiFailure>> {
    const [, id, secret = ''] = KEY_FORM.exec(key ?? '') ?? []
    if (id === undefined) return refuse(failure('API_KEY_INVALID'))
    const name = `${id}:${hashSecret(secret)}`
    const now = this.#clock.now()
    const good = this.#good.get(name)
    if (good !== undefined && isStill(good.until, now, KEY_CACHE_MS)) return ok(good.principal)
    if (isStill(this.#none.get(name) ?? 0, now, NO_KEY_MS))
      return refuse(failure('API_KEY_INVALID'))
    const waitS = good === undefined ? this.#looks.secondsToWait(visitor) : 0
    if (waitS > 0 && !isSecretOf((await this.#madeKeys(now)).get(id), secret))
      return refuse(failure('RATE_LIMITED', '', { seconds: String(waitS) }))
    const principal = await this.#look(id, secret)
    if (principal === null) {
      this.#good.delete(name)
      if (this.#none.size >= NO_KEYS_MAX) this.#none.clear()
      this.#none.set(name, now + NO_KEY_MS)
      return refuse(failure('API_KEY_INVALID'))
    }
    if (good === undefined) this.#looks.giveBack(visitor)
    // One makes room for one: all at once would have to be looked for anew.
    const [oldest = ''] = this.#good.keys()
    if (this.#good.size >= CACHED_KEYS_MAX) this.#good.delete(oldest)
    this.#good.set(name, { principal, until: now + KEY_CACHE_MS })
    return ok(principal)
  }

  /** After a key's reach was changed here: it counts with the next request. */
  forget(): void {
    for (const [name, { principal }] of this.#good) this.#good.set(name, { principal, until: 0 })
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
    const rows = await this.#storage.read
      .selectFrom('api_keys')
      .select(['id', 'secret_hash'])
      .where('revoked_at_ms', 'is', null)
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  async #look(id: string, secret: string): Promise<Principal | null> {
    const db = this.#storage.read
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
    if (!isSecretOf(row, secret) || row === undefined || row.revoked_at_ms !== null) return null
    return { keyId: id, clientId: row.client_id, role: row.role, reach: new Reach(db, id) }
  }
}

type KeyHash = Pick<ApiKeyRow, 'secret_hash'>
type MadeKeys = ReadonlyMap<string, KeyHash>

/** A clock that was set back makes nothing last longer. */
const isStill = (until: number, now: number, lastsMs: number) =>
  now < until && until - now <= lastsMs

function isSecretOf(row: KeyHash | undefined, secret: string): boolean {
  const stored = Buffer.from(row?.secret_hash ?? NOBODY_HASH, 'hex')
  return timingSafeEqual(stored, Buffer.from(hashSecret(secret), 'hex')) && row !== undefined
}

function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}
