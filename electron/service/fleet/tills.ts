/** The tills of a shop: how one joins it by a code, what is known of each, and how one leaves. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  PAIRING_ALPHABET,
  PAIRING_CODE_LETTERS,
  PAIRING_CODE_MS,
  readPairingCode,
  shownPairingCode,
  TILL_NUMBER_MAX,
  TILLS_MAX,
  type Paired,
  type tillView,
} from '#shared/fleet/contract.ts'
import type { z } from 'zod'
import { hashSecret, newSecret } from '../auth/key-door.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { Clock, CompanyId, Random } from '../core/ports.ts'
import type { TillRole } from '../storage/fleet-tables.ts'
import type { FleetTillRow, Role, Tables } from '../storage/tables.ts'
import { healthOf } from './health.ts'
import { NO_BOX_KEY } from './pin-secret.ts'
import { chooseHub, doubtHubsOf, endHubOf, hubIds } from './hubs.ts'
import { proveFromNowOn } from './epochs.ts'
import { advance, lockShop } from './shop-store.ts'
import { tillKeyOf } from './till-keys.ts'

/** That wait for their till; the oldest gives way to one more. */
const OPEN_CODES_MAX = 20

interface TillPorts {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly random: Random
}

/** A code as it is shown, this once; its till may what `by` may. Inside a write job. */
export async function makeCode(
  { db, clock, random }: TillPorts,
  companyId: CompanyId,
  tillId: string | null,
  by: Role,
): Promise<Result<{ readonly code: string; readonly expires_at_ms: number }, ApiError>> {
  await lockShop(db, companyId)
  if (tillId !== null && (await tillThere(db, companyId, tillId)) === null)
    return refuse(apiError('TILL_NOT_FOUND', 'till_id'))
  const open = await db
    .selectFrom('fleet_codes')
    .select('code_hash')
    .where('company_id', '=', companyId)
    .orderBy('expires_at_ms', 'desc')
    .offset(OPEN_CODES_MAX - 1)
    .limit(OPEN_CODES_MAX)
    .execute()
  for (const { code_hash: hash } of open)
    await db
      .deleteFrom('fleet_codes')
      .where('company_id', '=', companyId)
      .where('code_hash', '=', hash)
      .execute()
  const code = newCode(random)
  const expiresAtMs = (clock.now() + PAIRING_CODE_MS) as EpochMs
  await db
    .insertInto('fleet_codes')
    .values({
      ...{ code_hash: hashSecret(code), company_id: companyId, till_id: tillId },
      ...{ expires_at_ms: expiresAtMs, role: by === 'MEMBER' ? by : ('ADMIN' as const) },
    })
    .execute()
  return ok({ code: shownPairingCode(code), expires_at_ms: expiresAtMs })
}

/** Each letter as likely as any other: bytes beyond the last whole alphabet are thrown again. */
function newCode(random: Random): string {
  const letters = PAIRING_ALPHABET.length
  let code = ''
  while (code.length < PAIRING_CODE_LETTERS)
    for (const byte of random.bytes(PAIRING_CODE_LETTERS))
      if (byte < 256 - (256 % letters) && code.length < PAIRING_CODE_LETTERS)
        code += PAIRING_ALPHABET[byte % letters] ?? ''
  return code
}

interface Pairing {
  readonly code: string
  readonly installation_id: string
  readonly name: string
  readonly branch?: string | undefined
  readonly box_key?: string | undefined
}

/**
 * The code is found by its hash, which tells a guesser nothing, and is gone with the till it made;
 * what is refused leaves it as it was. Inside a write job.
 */
export async function pair(ports: TillPorts, asked: Pairing): Promise<Result<Paired, ApiError>> {
  const { db, clock } = ports
  const invalid = apiError('PAIRING_CODE_INVALID', 'code')
  const codeHash = hashSecret(readPairingCode(asked.code) ?? '')
  const code = await db
    .selectFrom('fleet_codes')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('expires_at_ms', '>', clock.now())
    .executeTakeFirst()
  if (code === undefined) return refuse(invalid)
  const companyId = code.company_id
  await lockShop(db, companyId)
  const named = code.till_id === null ? null : await tillThere(db, companyId, code.till_id)
  if (code.till_id !== null && named === null) return refuse(invalid)
  const here = await db
    .selectFrom('fleet_tills')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('installation_id', '=', asked.installation_id)
    .where('retired_at_ms', 'is', null)
    .executeTakeFirst()
  if (here !== undefined && named !== null && here.id !== named.id)
    return refuse(apiError('INSTALLATION_PAIRED', '', { number: String(here.number) }))
  // It joins again: its answer was lost, or its key.
  const replaced = named ?? here ?? null
  const number = replaced?.number ?? (await highestNumber(db, companyId)) + 1
  if (
    number > TILL_NUMBER_MAX ||
    (replaced === null && (await openTills(db, companyId)) >= TILLS_MAX)
  )
    return refuse(apiError('TILLS_FULL', '', { limit: String(TILLS_MAX) }))
  const used = await db
    .deleteFrom('fleet_codes')
    .where('company_id', '=', companyId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  // Another one used it while this one waited.
  if (used.numDeletedRows !== 1n) return refuse(invalid)
  return ok(await enter(ports, companyId, { asked, replaced, number, role: code.role }))
}

interface Entering {
  readonly asked: Pairing
  readonly replaced: FleetTillRow | null
  readonly number: number
  readonly role: TillRole
}

async function enter(
  { db, clock, random }: TillPorts,
  companyId: CompanyId,
  { asked, replaced, number, role }: Entering,
): Promise<Paired> {
  const { id: newId, secret, secretHash } = newSecret(random)
  const id = replaced?.id ?? newId
  await proveFromNowOn({ db, random }, companyId)
  const facts = {
    ...{ name: asked.name, branch: asked.branch ?? replaced?.branch ?? null },
    ...{ installation_id: asked.installation_id, secret_hash: secretHash },
    ...{ paired_at_ms: clock.now(), seen_at_ms: null, role },
    // Another machine may have another key, and nothing of what this one had.
    ...{
      box_key: asked.box_key ?? NO_BOX_KEY,
      holds_pepper: '',
      asks_pepper: 0,
      box: '',
      box_pepper: '',
      is_silent: 0,
    },
  }
  if (replaced === null)
    await db
      .insertInto('fleet_tills')
      .values({ id, company_id: companyId, number, retired_at_ms: null, restored_as: '', ...facts })
      .execute()
  else
    await db
      .updateTable('fleet_tills')
      .set({
        ...facts,
        ...(replaced.installation_id !== asked.installation_id && { replaced_at_ms: clock.now() }),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  if (replaced !== null) await doubtHubsOf(db, { companyId, tillId: id }, clock.now())
  const company = await db
    .selectFrom('companies')
    .select(['document_number', 'name'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    ...{ shop_id: companyId, rut: company.document_number, legal_name: company.name },
    ...{ till_id: id, number, name: facts.name, branch: facts.branch },
    ...{ till_key: tillKeyOf({ id, secret }) },
    ...{ key_issues: true, key_deletes: role !== 'MEMBER' },
  }
}

async function highestNumber(db: Kysely<Tables>, companyId: CompanyId): Promise<number> {
  const { highest } = await db
    .selectFrom('fleet_tills')
    .select((eb) => eb.fn.max('number').as('highest'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return Number(highest ?? 0)
}

async function openTills(db: Kysely<Tables>, companyId: CompanyId): Promise<number> {
  const { open } = await db
    .selectFrom('fleet_tills')
    .select((eb) => eb.fn.countAll().as('open'))
    .where('company_id', '=', companyId)
    .where('retired_at_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(open)
}

/** One that is not retired. */
async function tillThere(
  db: Kysely<Tables>,
  companyId: CompanyId,
  id: string,
): Promise<FleetTillRow | null> {
  const row = await db
    .selectFrom('fleet_tills')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('retired_at_ms', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

type Shown = z.output<typeof tillView>

export async function tillsOf(db: Kysely<Tables>, companyId: CompanyId): Promise<Shown[]> {
  const rows = await db
    .selectFrom('fleet_tills')
    .selectAll()
    .where('company_id', '=', companyId)
    // Those there are come before those that are no more.
    .orderBy(sql`retired_at_ms IS NOT NULL`)
    .orderBy('number')
    .limit(TILLS_MAX)
    .execute()
  const health = await healthOf(db, companyId)
  const hubs = await hubIds(db, companyId)
  return rows
    .map((row) => ({
      ...shown(row),
      ...(hubs.has(row.id) && { is_hub: true }),
      ...(health.has(row.id) && { health: health.get(row.id) }),
    }))
    .toSorted((one, other) => one.number - other.number)
}

interface TillChanges {
  readonly name?: string | undefined
  readonly is_retired?: true | undefined
  readonly is_hub?: boolean | undefined
}

/** One that is retired stays so, and keeps its number. Inside a write job. */
export async function changeTill(
  ports: TillPorts,
  companyId: CompanyId,
  id: string,
  { is_retired: isRetired, is_hub: isHub, ...facts }: TillChanges,
): Promise<Result<Shown, ApiError>> {
  const { db, clock } = ports
  const changed = await db
    .updateTable('fleet_tills')
    // Alone the till that is there is looked for.
    .set({ id, ...facts, ...(isRetired === true ? { retired_at_ms: clock.now() } : {}) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('retired_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) return refuse(apiError('TILL_NOT_FOUND'))
  if (isRetired === true) {
    await endHubOf(db, { companyId, tillId: id }, clock.now())
  } else if (isHub !== undefined) {
    await chooseHub(ports, changed, isHub)
    // Tills ask for their hub once they hear of the shop.
    await advance(db, companyId, (await lockShop(db, companyId)) + 1, clock.now())
  }
  return ok(shown(changed))
}

function shown(row: FleetTillRow): Shown {
  const { id, number, name, branch, paired_at_ms, seen_at_ms, retired_at_ms } = row
  const is = { till_id: id, number, name, branch, paired_at_ms, seen_at_ms, retired_at_ms }
  return row.replaced_at_ms === null ? is : { ...is, is_replaced: true }
}
