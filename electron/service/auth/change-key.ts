/** What becomes of a key after it was made: by the service's tool or over HTTP. */
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { Clock, CompanyId } from '../core/ports.ts'
import { isAmong } from '../storage/many-rows.ts'
import type { ApiKeyRow, Role, Tables } from '../storage/tables.ts'
import { createKey, reachedBy, type KeyPorts, type Principal } from './keys.ts'

interface KeyChanges {
  readonly label?: string | undefined
  readonly role?: Role | undefined
  readonly companies?: readonly CompanyId[] | undefined
}

/**
 * The key that another one may change: of the same client, and with no company beyond the reach of
 * who asks, whose owner would have it by way of the new secret. Held until the end of the
 * transaction, and so is the one that asks: of two that revoke each other the second is none any
 * more. Inside a write job.
 */
export async function keyToChange(
  db: Kysely<Tables>,
  asking: Principal,
  id: string,
): Promise<Result<ApiKeyRow, ApiError>> {
  if (id === asking.keyId) return refuse(apiError('KEY_OF_THIS_REQUEST'))
  if (!(await stillStands(db, asking))) return refuse(apiError('API_KEY_INVALID'))
  const key = await holdKey(db, id)
  if (key === undefined || key.client_id !== asking.clientId)
    return refuse(apiError('USER_NOT_FOUND'))
  const beyond = await reachedBy(db, id)
    .where((or) => or.not(isAmong(db, 'company_id', reachedBy(db, asking.keyId))))
    .limit(1)
    .executeTakeFirst()
  return beyond === undefined ? ok(key) : refuse(apiError('COMPANY_NOT_ACCESSIBLE'))
}

/**
 * Whether the key that asks is still what it was when it came: a body may take half a minute, in
 * which it is revoked or may less. Held until the end of the transaction. Inside a write job.
 */
export async function stillStands(db: Kysely<Tables>, asking: Principal): Promise<boolean> {
  return (await holdKey(db, asking.keyId))?.role === asking.role
}

/** Undefined for one that is unknown or revoked. */
function holdKey(db: Kysely<Tables>, id: string): Promise<ApiKeyRow | undefined> {
  return db
    .updateTable('api_keys')
    .set((eb) => ({ label: eb.ref('label') }))
    .where('id', '=', id)
    .where('revoked_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function changeKey(
  db: Kysely<Tables>,
  id: string,
  { companies, ...facts }: KeyChanges,
): Promise<void> {
  if (Object.keys(facts).length > 0)
    await db.updateTable('api_keys').set(facts).where('id', '=', id).execute()
  if (companies === undefined) return
  await db.deleteFrom('api_key_companies').where('key_id', '=', id).execute()
  for (const company of new Set(companies))
    await db.insertInto('api_key_companies').values({ key_id: id, company_id: company }).execute()
}

/** False for one that is unknown or revoked already. */
export async function revokeKey(db: Kysely<Tables>, clock: Clock, id: string): Promise<boolean> {
  const updated = await db
    .updateTable('api_keys')
    .set({ revoked_at_ms: clock.now() })
    .where('id', '=', id)
    .where('revoked_at_ms', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** A new secret with the same reach; the old key stops at once. Null for one that is none. */
export async function rotateKey(ports: KeyPorts, id: string): Promise<string | null> {
  const { db, clock } = ports
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || !(await revokeKey(db, clock, id))) return null
  const links = await reachedBy(db, id).execute()
  return createKey(ports, {
    clientId: row.client_id,
    role: row.role,
    label: row.label,
    companyIds: links.map((link) => link.company_id),
  })
}
