/**
 * What is spent once over all tills of a shop. Who spends how much of it is decided here, under the
 * lock of the shop, by the rule of shared/fleet/worth.ts.
 */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  WORTHS_FOUND_MAX,
  type AnsweredWorthClaim,
  type FoundWorth,
  type SaidWorth,
  type WorthClaim,
  type WorthKind,
  type WorthRelease,
} from '#shared/fleet/worth-contract.ts'
import {
  endClaim,
  judgeClaim,
  leftOf,
  type Amounts,
  type StoredClaim,
  type WorthBook,
} from '#shared/fleet/worth.ts'
import type { CompanyId } from '../core/ports.ts'
import { putRows } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import { lockShop } from './shop-store.ts'
import type { MovingTill } from './stock-moves.ts'

type Asking = Pick<MovingTill, 'companyId' | 'number'>
interface Named {
  readonly kind: WorthKind
  readonly worth_id: string
}
interface Book extends WorthBook {
  readonly facts: string
}

/** One that is known already stays as it was told first. */
export function takeWorths(
  storage: Storage,
  till: Asking,
  worths: readonly SaidWorth[],
  nowMs: EpochMs,
): Promise<{ readonly kept: number }> {
  return storage.write(async (db) => {
    await lockShop(db, till.companyId)
    const isTrial = await isTesting(db, till.companyId)
    for (const worth of worths) await keep(db, till, worth, { nowMs, isTrial })
    return { kept: worths.length }
  })
}

export function claimWorth(
  storage: Storage,
  till: Asking,
  { key, takes, is_done: isDone, worth, ...named }: WorthClaim,
  nowMs: EpochMs,
): Promise<AnsweredWorthClaim> {
  return storage.write(async (db): Promise<AnsweredWorthClaim> => {
    await lockShop(db, till.companyId)
    if (worth?.kind === named.kind && worth.worth_id === named.worth_id)
      await keep(db, till, worth, { nowMs, isTrial: await isTesting(db, till.companyId) })
    const book = await bookOf(db, till.companyId, named)
    // A key is of one thing: of another it has ended.
    if (await isOfAnother(db, till.companyId, { key, ...named })) return { outcome: 'ended' }
    const { outcome, stored } = judgeClaim(book, { key, till: till.number, takes, isDone })
    if (stored !== null) await put(db, till.companyId, { ...named, nowMs }, stored)
    if (outcome === 'ended' || outcome === 'unknown') return { outcome }
    const claims = [...book.claims.filter((claim) => claim.key !== key)]
    const own = stored ?? book.claims.find((claim) => claim.key === key)
    const left = leftOf({
      parts: book.parts,
      claims: own === undefined ? claims : [...claims, own],
    })
    const { facts } = book
    return outcome === 'short'
      ? { outcome, left, facts }
      : { outcome, takes: own?.takes ?? {}, left, facts }
  })
}

export function releaseWorth(
  storage: Storage,
  till: Asking,
  { key, is_undone: isUndone, ...named }: WorthRelease,
  nowMs: EpochMs,
): Promise<{ readonly left: Amounts }> {
  return storage.write(async (db) => {
    await lockShop(db, till.companyId)
    const book = await bookOf(db, till.companyId, named)
    const isOther = await isOfAnother(db, till.companyId, { key, ...named })
    const ended = isOther ? null : endClaim(book, { key, till: till.number, isUndone })
    if (ended === null) return { left: leftOf(book) }
    await put(db, till.companyId, { ...named, nowMs }, ended)
    const others = book.claims.filter((claim) => claim.key !== key)
    return { left: leftOf({ ...book, claims: [...others, ended] }) }
  })
}

/**
 * The till of that number is no more, or another computer: what it only held is everybody's again.
 * Whatever it did spend it may still tell. Inside a write job.
 */
export async function endHeldBy(
  db: Kysely<Tables>,
  companyId: CompanyId,
  number: number,
): Promise<void> {
  await db
    .updateTable('fleet_worth_claims')
    .set({ state: 'ended' })
    .where('company_id', '=', companyId)
    .where('till_number', '=', number)
    .where('state', '=', sql.lit('granted'))
    .execute()
}

/** By its id or a name, of this shop alone. */
export async function findWorths(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { kind, name }: { readonly kind: WorthKind; readonly name: string },
): Promise<FoundWorth[]> {
  const named = await db
    .selectFrom('fleet_worth_names')
    .select('worth_id')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .orderBy('worth_id')
    .limit(WORTHS_FOUND_MAX)
    .execute()
  const ids = new Set([name, ...named.map(({ worth_id: id }) => id)])
  const found: FoundWorth[] = []
  for (const id of [...ids].slice(0, WORTHS_FOUND_MAX)) {
    const book = await bookOf(db, companyId, { kind, worth_id: id })
    const { parts, facts } = book
    if (parts !== null) found.push({ worth_id: id, parts, left: leftOf(book), facts })
  }
  return found
}

async function keep(
  db: Kysely<Tables>,
  till: Asking,
  worth: SaidWorth,
  { nowMs, isTrial }: { readonly nowMs: EpochMs; readonly isTrial: boolean },
) {
  const { kind, worth_id, names, parts, facts } = worth
  const of = { company_id: till.companyId, kind }
  await db
    .insertInto('fleet_worths')
    .values({
      ...{ ...of, worth_id, till_number: till.number, parts: JSON.stringify(parts), facts },
      ...{ told_at_ms: nowMs, is_trial: isTrial ? 1 : 0 },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const name of names)
    await db
      .insertInto('fleet_worth_names')
      .values({ ...of, name, worth_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function bookOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { kind, worth_id: id }: Named,
): Promise<Book> {
  const row = await db
    .selectFrom('fleet_worths')
    .select(['parts', 'facts', 'is_trial'])
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('worth_id', '=', id)
    .executeTakeFirst()
  const claims = await db
    .selectFrom('fleet_worth_claims')
    .select(['key', 'till_number', 'takes', 'state'])
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('worth_id', '=', id)
    .execute()
  const parts = row === undefined ? null : (JSON.parse(row.parts) as Amounts)
  const isPast = row?.is_trial === 1 && !(await isTesting(db, companyId))
  return {
    parts: isPast ? nothingOf(parts) : parts,
    facts: row?.facts ?? '',
    claims: claims.map(({ key, till_number: till, takes, state }) => ({
      ...{ key, till, state },
      takes: JSON.parse(takes) as Amounts,
    })),
  }
}

const nothingOf = (parts: Amounts | null): Amounts =>
  Object.fromEntries(Object.keys(parts ?? {}).map((part) => [part, 0]))

async function isTesting(db: Kysely<Tables>, companyId: CompanyId): Promise<boolean> {
  const { is_test: isTest } = await db
    .selectFrom('companies')
    .select('is_test')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return isTest === 1
}

async function isOfAnother(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { key, kind, worth_id: id }: Named & { readonly key: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('fleet_worth_claims')
    .select(['kind', 'worth_id'])
    .where('company_id', '=', companyId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined && (row.kind !== kind || row.worth_id !== id)
}

const put = (
  db: Kysely<Tables>,
  companyId: CompanyId,
  { kind, worth_id, nowMs }: Named & { readonly nowMs: EpochMs },
  { key, till, takes, state }: StoredClaim,
) =>
  putRows(
    db,
    'fleet_worth_claims',
    ['company_id', 'key'],
    [
      {
        ...{ company_id: companyId, key, kind, worth_id, till_number: till, state },
        ...{ takes: JSON.stringify(takes), at_ms: nowMs },
      },
    ],
  )
