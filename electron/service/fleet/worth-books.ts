/** What is spent once over all tills, in its tables: each with the claims on it. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  WORTHS_HEARD_MAX,
  type HeardWorth,
  type TakenOfWorth,
  type ToldWorth,
  type WorthKind,
} from '#shared/fleet/worth-contract.ts'
import type { Amounts, StoredClaim, WorthBook } from '#shared/fleet/worth.ts'
import type { CompanyId } from '../core/ports.ts'
import { hasIdIn, putRows } from '../storage/many-rows.ts'
import type { Tables } from '../storage/tables.ts'
import { advance } from './shop-store.ts'
import type { AskingTill } from './till-keys.ts'

export interface Named {
  readonly kind: WorthKind
  readonly worth_id: string
}

type Teller = Pick<AskingTill, 'companyId' | 'number' | 'installationId'>

interface TurnedClaim extends StoredClaim {
  readonly turn: number
  /** Its till may have spent it unheard. */
  readonly isByHub: boolean
  /** Number of the hub by whose word alone it stands; 0: its till has said it as well. */
  readonly toldBy: number
}

export interface Book extends WorthBook {
  readonly claims: readonly TurnedClaim[]
  readonly facts: string
  /** Term of the hub that has it; 0: it is here. */
  readonly lentTerm: number
  /** Who told of it; null while nobody has. */
  readonly giver: { readonly number: number; readonly installationId: string } | null
}

/** Its row, its names or its claims. */
export const ofWorth = (companyId: CompanyId, { kind, worth_id: id }: Named) =>
  sql<boolean>`(company_id = ${companyId} AND kind = ${kind} AND worth_id = ${id})`

export async function bookOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  named: Named,
): Promise<Book> {
  const row = await db
    .selectFrom('fleet_worths')
    .select(['parts', 'facts', 'is_trial', 'till_number', 'installation_id', 'lent_term'])
    .where(ofWorth(companyId, named))
    .executeTakeFirst()
  const claims = await db
    .selectFrom('fleet_worth_claims')
    .select(['key', 'till_number', 'takes', 'state', 'turn', 'is_by_hub', 'told_by'])
    .where(ofWorth(companyId, named))
    .orderBy('at_ms', 'desc')
    .execute()
  const parts = row === undefined ? null : (JSON.parse(row.parts) as Amounts)
  const isPast = row?.is_trial === 1 && !(await isTesting(db, companyId))
  return {
    parts: isPast ? nothingOf(parts) : parts,
    facts: row?.facts ?? '',
    lentTerm: row?.lent_term ?? 0,
    giver:
      row === undefined ? null : { number: row.till_number, installationId: row.installation_id },
    claims: claims.map(({ key, till_number: till, takes, state, turn, ...row }) => ({
      ...{ key, till, state, turn, isByHub: row.is_by_hub === 1, toldBy: row.told_by },
      takes: JSON.parse(takes) as Amounts,
    })),
  }
}

const nothingOf = (parts: Amounts | null): Amounts =>
  Object.fromEntries(Object.keys(parts ?? {}).map((part) => [part, 0]))

export async function isTesting(db: Kysely<Tables>, companyId: CompanyId): Promise<boolean> {
  const { is_test: isTest } = await db
    .selectFrom('companies')
    .select('is_test')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return isTest === 1
}

/** Granted by the word of a hub alone, until this till says that it has it. */
export const saidToo = (claim: TurnedClaim | undefined, till: number): StoredClaim | null =>
  claim?.state === 'granted' && ![0, till].includes(claim.toldBy) ? { ...claim, till } : null

/** As whoever gave it hears of it. */
export const takenOf = ({ claims }: Pick<Book, 'claims'>): TakenOfWorth[] =>
  claims.map(({ key: name, till: by, takes, state, turn }) => ({ name, by, takes, state, turn }))

interface Putting extends Named {
  readonly companyId: CompanyId
  readonly nowMs: EpochMs
}

export const putClaims = (
  db: Kysely<Tables>,
  { companyId, kind, worth_id, nowMs }: Putting,
  claims: readonly TurnedClaim[],
) =>
  putRows(
    db,
    'fleet_worth_claims',
    ['company_id', 'key'],
    claims.map(({ key, till, takes, state, turn, isByHub, toldBy }) => ({
      ...{ company_id: companyId, key, kind, worth_id, till_number: till, state, turn },
      ...{ takes: JSON.stringify(takes), at_ms: nowMs, is_by_hub: Number(isByHub) },
      told_by: toldBy,
    })),
  )

/** Of those keys the ones of something else: a key is of one thing. */
export async function keysOfOthers(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { kind, worth_id: id }: Named,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('fleet_worth_claims')
    .select('key')
    .where('company_id', '=', companyId)
    .where(hasIdIn(db, JSON.stringify(keys), 'key'))
    .where((eb) => eb.or([eb('kind', '<>', kind), eb('worth_id', '<>', id)]))
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** As a till says that they were taken: what names a claim on something else is none on this. */
export async function putToldClaims(
  db: Kysely<Tables>,
  of: Putting,
  claims: readonly TurnedClaim[],
): Promise<void> {
  if (claims.length === 0) return
  const keys = claims.map(({ key }) => key)
  const others = await keysOfOthers(db, of.companyId, of, keys)
  await putClaims(
    db,
    of,
    claims.filter(({ key }) => !others.has(key)),
  )
}

/** Whoever gave it hears of its claims anew. */
export async function touch(
  db: Kysely<Tables>,
  { companyId, nowMs, ...named }: Putting,
  version: number,
): Promise<void> {
  await db.updateTable('fleet_worths').set({ version }).where(ofWorth(companyId, named)).execute()
  await advance(db, companyId, version, nowMs)
}

/** Whoever gave it back first told of it, and knew nothing of it. */
export async function keepSeller(
  db: Kysely<Tables>,
  { companyId, number, installationId }: Teller,
  { worth_id: id, facts }: ToldWorth,
  nowMs: EpochMs,
): Promise<void> {
  await db
    .updateTable('fleet_worths')
    .set({ facts, till_number: number, installation_id: installationId })
    .set({ told_at_ms: nowMs, lend_from_ms: 0 })
    .where('company_id', '=', companyId)
    .where('kind', '=', 'sale')
    .where('worth_id', '=', id)
    .where('facts', '=', '')
    .where('lent_term', '=', 0)
    .execute()
}

/**
 * What its till has heard was taken of it, where this database knows less: it was put back. Only
 * of the till that gave it: another one’s word is no claim. What is spent by its word alone comes
 * back with what else it did, where it was stolen.
 */
export const lostClaims = (
  { claims }: Pick<Book, 'claims'>,
  { taken }: Pick<ToldWorth, 'taken'>,
  giver: number,
): TurnedClaim[] =>
  taken
    .map((each) => ({ ...each, known: claims.find(({ key }) => key === each.name) }))
    .filter(({ turn, known }) => turn > (known?.turn ?? -1))
    .map(({ name: key, by: till, takes, state, turn, known }) => ({
      ...{ key, till, takes, state, turn, isByHub: known?.isByHub ?? false },
      toldBy: known?.toldBy ?? (state === 'used' && till !== giver ? giver : 0),
    }))

/** Of what the asking till gave, by version; what is cut comes with the next question. */
export async function worthsAfter(
  db: Kysely<Tables>,
  till: Teller,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<{ readonly worths: HeardWorth[]; readonly upTo: number }> {
  const { companyId, number, installationId } = till
  const rows = await db
    .selectFrom('fleet_worths')
    .select(['kind', 'worth_id', 'version'])
    .where('company_id', '=', companyId)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .where((eb) =>
      eb.or([eb('till_number', '=', number), eb('installation_id', '=', installationId)]),
    )
    .where('version', '>', sql.lit(0))
    .orderBy('version')
    .limit(WORTHS_HEARD_MAX + 1)
    .execute()
  const cut = rows[WORTHS_HEARD_MAX]
  const last = cut === undefined ? upTo : cut.version - 1
  const worths: HeardWorth[] = []
  for (const row of rows)
    if (row.version <= last)
      worths.push({ ...row, taken: takenOf(await bookOf(db, companyId, row)) })
  return { worths, upTo: last }
}
