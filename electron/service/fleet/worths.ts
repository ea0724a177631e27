/**
 * What is spent once over all tills of a shop. Who spends how much of it is decided here, under the
 * lock of the shop, by the rule of shared/fleet/worth.ts.
 */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { HELD_MAX } from '#shared/fleet/day-limits.ts'
import { readSoldWorthId } from '#shared/fleet/sold-worth.ts'
import {
  EXEMPT,
  PESOS,
  WORTHS_FOUND_MAX,
  type AnsweredWorthClaim,
  type FoundWorth,
  type ToldWorth,
  type WorthClaim,
  type WorthKind,
  type WorthRelease,
  type WorthRestore,
} from '#shared/fleet/worth-contract.ts'
import {
  endClaim,
  heldOf,
  judgeClaim,
  leftOf,
  type Amounts,
  type StoredClaim,
} from '#shared/fleet/worth.ts'
import { hashSecret } from '../auth/key-door.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Storage } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import { doubtedTerm, doubtGranted, hubOfTerm, isLendingOver } from './lent-terms.ts'
import type { ParkingTill } from './parked-sales.ts'
import { advance, lockShop } from './shop-store.ts'
import { silentBeside } from './silent-tills.ts'
import { secondsToWait } from './till-days.ts'
import type { AskingTill } from './till-keys.ts'
import {
  bookOf,
  isTesting,
  keepSeller,
  keysOfOthers,
  lostClaims,
  ofWorth,
  putClaims,
  putToldClaims,
  saidToo,
  takenOf,
  touch,
  type Book,
  type Named,
} from './worth-books.ts'

type Asking = Pick<ParkingTill, 'companyId' | 'number' | 'installationId'>
interface Changed<Answer> {
  readonly answer: Answer
  readonly version: number
  /** More than 0: nothing was done, and the till comes again then (till-days.ts). */
  readonly waitS?: number
}

/** One that is known already stays as it was told first. */
export function takeWorths(
  storage: Storage,
  till: Asking,
  worths: readonly ToldWorth[],
  nowMs: EpochMs,
): Promise<Changed<{ readonly kept: number }>> {
  return storage.write(async (db) => {
    let version = await lockShop(db, till.companyId)
    const isTrial = await isTesting(db, till.companyId)
    for (const worth of worths)
      version = await keepWorth(db, till, worth, { nowMs, isTrial, version })
    return { answer: { kept: worths.length }, version }
  })
}

export function claimWorth(
  storage: Storage,
  till: Asking,
  { key: secret, takes, is_done: isDone, worth, ...named }: WorthClaim,
  nowMs: EpochMs,
): Promise<Changed<AnsweredWorthClaim>> {
  const { companyId } = till
  return storage.write(async (db): Promise<Changed<AnsweredWorthClaim>> => {
    let version = await lockShop(db, companyId)
    if (worth?.kind === named.kind && worth.worth_id === named.worth_id)
      version = await keepWorth(db, till, worth, {
        ...{ nowMs, version, isTrial: await isTesting(db, companyId) },
      })
    const book = await bookOf(db, companyId, named)
    const key = hashSecret(secret)
    // A key is of one thing: of another it has ended.
    if (await isOfAnother(db, companyId, { key, ...named }))
      return { answer: { outcome: 'ended' }, version }
    const isGiver = isGivenBy(book, till)
    const asked = { key, till: till.number, takes, isDone, isGiver }
    if (!isDone && (await isLent(db, companyId, { key, book })))
      return askBack(db, { ...named, companyId, nowMs, version }, book.lentTerm)
    const silent = isDone ? null : await maybeLent(db, companyId, { key, book })
    if (silent !== null) return { answer: { outcome: 'lent', hub: silent }, version }
    return takeOf(db, till, { ...named, companyId, nowMs, version }, { book, asked })
  })
}

interface Claiming {
  readonly book: Book
  readonly asked: Parameters<typeof judgeClaim>[1]
}

/** It is here, or has come about already. Inside a write job. */
async function takeOf(
  db: Kysely<Tables>,
  till: Asking,
  of: Putting,
  { book, asked }: Claiming,
): Promise<Changed<AnsweredWorthClaim>> {
  const { key } = asked
  const before = book.claims.find((claim) => claim.key === key)
  const { outcome, stored: judged } = judgeClaim(book, asked)
  const stored = judged ?? saidToo(before, till.number)
  const waitS =
    stored === null ? 0 : await waitsToTake(db, till, { ...book, ...of }, stored, of.nowMs)
  if (waitS > 0) return { answer: { outcome: 'unknown' }, version: of.version, waitS }
  const version = stored === null ? of.version : await put(db, of, book, stored)
  if (outcome === 'ended' || outcome === 'unknown') return { answer: { outcome }, version }
  const own = stored ?? before
  const { parts, facts } = book
  if (outcome === 'short')
    return { answer: { outcome, left: leftOf(book), held: heldOf(book), facts }, version }
  const others = book.claims.filter((claim) => claim.key !== key)
  const left = leftOf({ parts, claims: own === undefined ? others : [...others, own] })
  return { answer: { outcome, takes: own?.takes ?? {}, left, facts }, version }
}

export function releaseWorth(
  storage: Storage,
  till: Asking,
  { key: secret, is_undone: isUndone, ...named }: WorthRelease,
  nowMs: EpochMs,
): Promise<Changed<{ readonly left: Amounts }>> {
  const { companyId } = till
  return storage.write(async (db) => {
    const before = await lockShop(db, companyId)
    const book = await bookOf(db, companyId, named)
    const key = hashSecret(secret)
    const isOther = await isOfAnother(db, companyId, { key, ...named })
    const ended = isOther ? null : endClaim(book, { key, till: till.number, isUndone })
    const isUnheard = ended !== null && book.claims.every((claim) => claim.key !== key)
    const waitS = isUnheard ? await secondsToWait(db, till, 'given_up', 1, nowMs) : 0
    if (ended === null || waitS > 0)
      return { answer: { left: leftOf(book) }, version: before, waitS }
    const version = await put(db, { ...named, companyId, nowMs, version: before }, book, ended)
    const others = book.claims.filter((claim) => claim.key !== key)
    return { answer: { left: leftOf({ ...book, claims: [...others, ended] }) }, version }
  })
}

/**
 * Of what others gave a till takes so much in a day, and has so much in hand at once; whatever was
 * granted by its key before is no more of it. Answers the seconds to wait. Inside a write job.
 */
async function waitsToTake(
  db: Kysely<Tables>,
  till: Asking,
  book: Book & Named,
  { key, state }: StoredClaim,
  nowMs: EpochMs,
): Promise<number> {
  const before = book.claims.find((claim) => claim.key === key)
  const isNew = before === undefined || before.state === 'ended'
  if (!isNew || isGivenBy(book, till)) return 0
  if (state === 'granted' && (await heldBy(db, till)) >= HELD_MAX) return HELD_WAIT_S
  return secondsToWait(db, till, book.kind === 'sale' ? 'returned' : 'spent', 1, nowMs)
}

/** One that is spent, or given up, makes room. */
const HELD_WAIT_S = 60

async function heldBy(db: Kysely<Tables>, { companyId, number }: Asking): Promise<number> {
  const { held } = await db
    .selectFrom('fleet_worth_claims')
    .select((eb) => eb.fn.countAll().as('held'))
    .where('company_id', '=', companyId)
    .where('till_number', '=', number)
    .where('state', '=', sql.lit('granted'))
    .where('is_by_hub', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(held)
}

/** As a till asks it whose data were put back. */
export const endHeld = (
  storage: Storage,
  { companyId, number, id }: Pick<AskingTill, 'companyId' | 'number' | 'id'>,
  { restore_id: restoreId, holds }: WorthRestore,
): Promise<number> =>
  storage.write(async (db) => {
    await lockShop(db, companyId)
    const { numUpdatedRows: isFirst } = await db
      .updateTable('fleet_tills')
      .set({ restored_as: restoreId })
      .where('id', '=', id)
      .where('restored_as', '<>', restoreId)
      .executeTakeFirst()
    if (isFirst === 0n) return 0
    await doubtGranted(db, { companyId, id })
    return endHeldBy(db, companyId, number, holds.map(hashSecret))
  })

/**
 * The till of that number was put back, and says what it still holds: the rest is everybody's
 * again. Whatever it did spend it may still tell. One that is no more, or another computer, ends
 * nothing: it may have spent it unheard. Inside a write job.
 */
async function endHeldBy(
  db: Kysely<Tables>,
  companyId: CompanyId,
  number: number,
  but: readonly string[],
): Promise<number> {
  const { numUpdatedRows: ended } = await db
    .updateTable('fleet_worth_claims')
    .set((eb) => ({ state: 'ended', turn: eb('turn', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('till_number', '=', number)
    .where('state', '=', sql.lit('granted'))
    // By a hub's word it may have been spent unheard: that is nobody's again.
    .where('is_by_hub', '=', 0)
    .$if(but.length > 0, (query) => query.where('key', 'not in', but))
    .executeTakeFirst()
  return Number(ended)
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
    if (parts !== null)
      found.push({ worth_id: id, parts, left: leftOf(book), facts, taken: takenOf(book) })
  }
  return found
}

/** A hub has it, and grants it alone; a key that was granted before is answered as it was. */
async function isLent(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { key, book }: { readonly key: string; readonly book: Book },
): Promise<boolean> {
  if (book.lentTerm === 0 || book.claims.some((claim) => claim.key === key)) return false
  return !(await isLendingOver(db, companyId, book.lentTerm))
}

/** Whose till may have it by a word that the service has forgotten. */
const maybeLent = async (
  db: Kysely<Tables>,
  companyId: CompanyId,
  { key, book: { giver, claims } }: { readonly key: string; readonly book: Book },
): Promise<string | null> =>
  giver === null || claims.some((claim) => claim.key === key)
    ? null
    : silentBeside(db, companyId, giver.number)

/** The hub hears of it with the next news of the shop. */
async function askBack(
  db: Kysely<Tables>,
  { companyId, nowMs, version, ...named }: Putting,
  term: number,
): Promise<Changed<AnsweredWorthClaim>> {
  const { numUpdatedRows: isNew } = await db
    .updateTable('fleet_worths')
    .set({ lent_asked: 1 })
    .where(ofWorth(companyId, named))
    .where('lent_asked', '=', 0)
    .executeTakeFirst()
  const after = isNew === 0n ? version : version + 1
  await advance(db, companyId, after, nowMs)
  const hub = await hubOfTerm(db, companyId, term)
  const till = await db
    .selectFrom('fleet_tills')
    .select('name')
    .where('id', '=', hub?.till_id ?? '')
    .executeTakeFirst()
  return { answer: { outcome: 'lent', hub: till?.name ?? '' }, version: after }
}

interface Keeping {
  readonly nowMs: EpochMs
  readonly isTrial: boolean
  readonly version: number
}

/** Answers the version of the shop with it. */
export async function keepWorth(
  db: Kysely<Tables>,
  till: Asking,
  worth: ToldWorth,
  { nowMs, isTrial, version }: Keeping,
): Promise<number> {
  const { kind, worth_id, names, facts, lent } = worth
  const { companyId, number, installationId } = till
  const of = { company_id: companyId, kind }
  // A receipt is told to no hub first.
  const at = kind === 'sale' ? 0 : lent === 0 ? await doubtedTerm(db, till) : (lent ?? 0)
  const { numInsertedOrUpdatedRows: made } = await db
    .insertInto('fleet_worths')
    .values({
      ...{ ...of, worth_id, till_number: number, parts: JSON.stringify(partsOf(worth)), facts },
      ...{ told_at_ms: nowMs, is_trial: isTrial ? 1 : 0, installation_id: installationId },
      ...{ version: 0, lent_asked: 0, lend_from_ms: 0 },
      ...{ lent_term: at, lent_version: at === 0 ? 0 : version + 1 },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made === 0n && kind === 'sale' && facts !== '') await keepSeller(db, till, worth, nowMs)
  for (const name of names)
    await db
      .insertInto('fleet_worth_names')
      .values({ ...of, name, worth_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const book = await bookOf(db, companyId, worth)
  const lost = isGivenBy(book, till) ? lostClaims(book, worth, till.number) : []
  // A claim may have come before what it is on.
  if (lost.length === 0 && (made === 0n || (book.claims.length === 0 && at === 0))) return version
  await putToldClaims(db, { companyId, kind, worth_id, nowMs }, lost)
  await touch(db, { companyId, kind, worth_id, nowMs }, version + 1)
  return version + 1
}

/** Of a receipt no more comes back than stands on its paper, whoever tells of it. */
function partsOf({ kind, worth_id: id, parts }: ToldWorth): Amounts {
  if (kind !== 'sale') return parts
  const { [EXEMPT]: exempt } = parts
  const pesos = Math.min(parts[PESOS] ?? 0, readSoldWorthId(id)?.totalClp ?? 0)
  return { [PESOS]: pesos, ...(exempt !== undefined && { [EXEMPT]: Math.min(exempt, pesos) }) }
}

const isGivenBy = ({ giver }: Book, { number, installationId }: Asking): boolean =>
  giver !== null && (giver.number === number || giver.installationId === installationId)

const isOfAnother = async (
  db: Kysely<Tables>,
  companyId: CompanyId,
  { key, ...named }: Named & { readonly key: string },
): Promise<boolean> => (await keysOfOthers(db, companyId, named, [key])).size > 0

interface Putting extends Named {
  readonly companyId: CompanyId
  readonly nowMs: EpochMs
  readonly version: number
}

/** Answers the version of the shop with it. */
async function put(
  db: Kysely<Tables>,
  { version, ...of }: Putting,
  { claims }: Book,
  claim: StoredClaim,
): Promise<number> {
  const before = claims.find(({ key }) => key === claim.key)
  const turn = (before?.turn ?? 0) + 1
  // What a hub says once more, by a key it was asked by, is its own word still.
  const toldBy = before?.toldBy === claim.till ? claim.till : 0
  await putClaims(db, of, [{ ...claim, turn, isByHub: before?.isByHub ?? false, toldBy }])
  await touch(db, of, version + 1)
  return version + 1
}
