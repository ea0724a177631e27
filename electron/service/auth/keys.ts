/**
 * API keys: `msn_<id>_<secret>`. The id finds the row, the secret is compared as a hash in constant
 * time.
 */
import type { Expression, Kysely } from 'kysely'
import type { Clock, ClientId, CompanyId, Random } from '../core/ports.ts'
import type { Storage } from '../storage/storage.ts'
import type { Role, Tables } from '../storage/tables.ts'
import { KeyDoor, newSecret } from './key-door.ts'

/** Who sends a request, and what he may reach. */
export interface Principal {
  /** Of a till its id: its key is none of those that are made and revoked as keys. */
  readonly keyId: string
  readonly clientId: ClientId
  readonly role: Role
  readonly reach: Reach
}

/** Ids of the companies a key reaches. */
export function reachedBy(db: Kysely<Tables>, keyId: string) {
  return db.selectFrom('api_key_companies').select('company_id').where('key_id', '=', keyId)
}

/** The companies of whoever asks. */
export interface Reach {
  has(id: CompanyId): Promise<boolean>
  /** The only one there is; null for none and for several. */
  only(): Promise<CompanyId | null>
  /** For a query over what they have (`isAmong`). */
  among(db: Kysely<Tables>): Expression<unknown>
}

/**
 * Those of a key, asked for one by one: it may reach ten thousand. What was answered holds as long
 * as this object, which the key ring makes anew.
 */
class KeyReach implements Reach {
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

  among(db: Kysely<Tables>) {
    return reachedBy(db, this.#keyId)
  }

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

interface NewKey {
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
  const { id, secret, secretHash } = newSecret(random)
  await db
    .insertInto('api_keys')
    .values({
      id,
      client_id: key.clientId,
      role: key.role,
      label: key.label,
      secret_hash: secretHash,
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

/** Says who an API key belongs to. */
export class KeyRing extends KeyDoor<Principal> {
  constructor({ read }: Storage, clock: Clock) {
    super(clock, {
      form: KEY_FORM,
      refusal: 'API_KEY_INVALID',
      find: async (id) => {
        const row = await read
          .selectFrom('api_keys')
          .selectAll()
          .where('id', '=', id)
          .where('revoked_at_ms', 'is', null)
          .executeTakeFirst()
        if (row === undefined) return null
        const who = {
          keyId: id,
          clientId: row.client_id,
          role: row.role,
          reach: new KeyReach(read, id),
        }
        return { secret_hash: row.secret_hash, who }
      },
      all: () =>
        read
          .selectFrom('api_keys')
          .select(['id', 'secret_hash'])
          .where('revoked_at_ms', 'is', null)
          .execute(),
    })
  }
}
