/** What the hubs of a shop are lent, and give back (shared/fleet/hub-worth-contract.ts). */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { placeOf } from '#shared/fleet/contract.ts'
import {
  BACK_FOR_MS,
  LENT_MAX,
  LENT_OPEN_MAX,
  SALES_LENT_DAYS,
  SALES_LENT_MAX,
  type HubWorths,
  type HubWorthsAsked,
  type LentWorth,
} from '#shared/fleet/hub-worth-contract.ts'
import { readSoldWorthId, type SoldName } from '#shared/fleet/sold-worth.ts'
import { PESOS, type WorthKind } from '#shared/fleet/worth-contract.ts'
import { leftOf, type Amounts } from '#shared/fleet/worth.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Storage } from '../storage/storage.ts'
import type { FleetWorthRow } from '../storage/fleet-tables.ts'
import type { Tables } from '../storage/tables.ts'
import { takeBackOver } from './lent-terms.ts'
import { hubThatShares } from './forgotten-hubs.ts'
import { advance, lockShop } from './shop-store.ts'
import { placeOfNumber, silentAt } from './silent-tills.ts'
import { countOfDay, secondsToWait } from './till-days.ts'
import type { AskingTill } from './till-keys.ts'
import {
  bookOf,
  isTesting,
  ofWorth,
  putToldClaims,
  takenOf,
  touch,
  type Named,
} from './worth-books.ts'
import { keepWorth } from './worths.ts'

const NOTHING: HubWorths = { worths: [], has_more: false, wanted: [] }
/** Nothing is left of it. */
const NEVER_MS = Number.MAX_SAFE_INTEGER

/** Pesos that may come back of a receipt by its documents; 0 where there is none of it. */
type LeftOfSold = (db: Kysely<Tables>, companyId: CompanyId, name: SoldName) => Promise<number>

interface Lending {
  readonly till: AskingTill
  readonly leftOfSold: LeftOfSold
  readonly term: number
  readonly nowMs: EpochMs
}

interface SharedWorths {
  readonly answer: HubWorths
  readonly version: number
  /** More than 0: not all it gave back is kept, and it says all of it again then (till-days.ts). */
  readonly waitS: number
}

/** Whoever is no hub of that term is lent nothing, and gives back nothing. */
export function shareHubWorths(
  { storage, leftOfSold }: { readonly storage: Storage; readonly leftOfSold: LeftOfSold },
  till: AskingTill,
  { term, after, born, back }: HubWorthsAsked,
  nowMs: EpochMs,
): Promise<SharedWorths> {
  const { companyId } = till
  return storage.write(async (db): Promise<SharedWorths> => {
    let version = await lockShop(db, companyId)
    const hub = await hubThatShares(db, till, term, nowMs)
    if (hub?.till_id !== till.id) return { answer: NOTHING, version, waitS: 0 }
    const of = { till, term, nowMs, leftOfSold }
    for (const each of born) version = await keepBorn(db, of, each, version)
    for (const each of back) {
      const taken = await takeBack(db, of, each, version)
      version = taken.version
      await advance(db, companyId, version, nowMs)
      if (taken.waitS > 0) return { answer: NOTHING, ...taken }
    }
    if (hub.ended_at_ms === null && hub.place === till.place) {
      await takeBackOver(db, companyId)
      const isSure = (await silentAt(db, companyId, till.place)) === null
      if (isSure) version = await lend(db, of, version)
    }
    await advance(db, companyId, version, nowMs)
    return { answer: await answerOf(db, of, after), version, waitS: 0 }
  })
}

/** As its till would tell it: whoever comes first. */
async function keepBorn(
  db: Kysely<Tables>,
  { till: { companyId }, term, nowMs }: Lending,
  { till_id: id, worth }: HubWorthsAsked['born'][number],
  version: number,
): Promise<number> {
  const giver = await db
    .selectFrom('fleet_tills')
    .select(['number', 'installation_id'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (giver === undefined || worth.kind === 'sale') return version
  const from = { companyId, number: giver.number, installationId: giver.installation_id }
  const isTrial = await isTesting(db, companyId)
  const told = { ...worth, taken: [], lent: term }
  return keepWorth(db, from, told, { nowMs, isTrial, version })
}

/** What the hub granted and nobody has told yet stands; what its till has told is later. */
async function takeBack(
  db: Kysely<Tables>,
  lending: Lending,
  { version: lentAs, taken, ...named }: HubWorthsAsked['back'][number],
  version: number,
): Promise<Pick<SharedWorths, 'version' | 'waitS'>> {
  const done = { version, waitS: 0 }
  if (!(await mayHaveHad(db, lending, named))) return done
  const {
    till: { companyId },
    term,
    nowMs,
  } = lending
  const of = { ...named, companyId, nowMs }
  const { claims } = await bookOf(db, companyId, named)
  const known = new Set(claims.map(({ key }) => key))
  const granted = taken.filter(({ name }) => !known.has(name))
  // It has what it was lent until it has said all of it.
  const waitS = await secondsToWait(db, lending.till, 'by_hub', granted.length, nowMs)
  if (waitS > 0) return { version, waitS }
  await putToldClaims(
    db,
    of,
    granted.map(({ name: key, by: till, takes, state }) => ({
      ...{ key, till, takes, state, turn: 1, isByHub: true, toldBy: lending.till.number },
    })),
  )
  const many = granted.filter(({ state }) => state !== 'ended').length
  if (many > 0) await countOfDay(db, lending.till, HUB_COUNTED[named.kind], many, nowMs)
  await db
    .updateTable('fleet_worths')
    .set({ lent_term: 0, lent_asked: 0, lend_from_ms: nowMs + BACK_FOR_MS })
    .where(ofWorth(companyId, named))
    .where('lent_term', '=', term)
    // One that was lent again since is no more given back by a word that comes late.
    .where('lent_version', '=', lentAs)
    .execute()
  if (granted.length === 0) return done
  await touch(db, of, version + 1)
  return { version: version + 1, waitS: 0 }
}

const HUB_COUNTED = { vale: 'hub_spent', credit: 'hub_spent', sale: 'hub_returned' } as const

/** What it was lent, or tills of its place gave: it has had nothing else. */
async function mayHaveHad(
  db: Kysely<Tables>,
  { till: { companyId, place }, term }: Lending,
  named: Named,
): Promise<boolean> {
  const row = await db
    .selectFrom('fleet_worths')
    .select(['lent_term', 'till_number'])
    .where(ofWorth(companyId, named))
    .executeTakeFirst()
  if (row === undefined || row.lent_term === term) return true
  return (await placeOfNumber(db, companyId, row.till_number)) === place
}

/** What tills of its place gave, and is here with something left of it. */
async function lend(
  db: Kysely<Tables>,
  { till: { companyId, place }, term, nowMs, leftOfSold }: Lending,
  before: number,
): Promise<number> {
  const tills = await db
    .selectFrom('fleet_tills')
    .select(['number', 'branch'])
    .where('company_id', '=', companyId)
    .execute()
  const there = tills.filter(({ branch }) => placeOf(branch) === place)
  if (there.length === 0) return before
  const free = (withSales: boolean) =>
    db
      .selectFrom('fleet_worths')
      .select(['kind', 'worth_id', 'facts', 'told_at_ms'])
      .where('company_id', '=', companyId)
      .where('lent_term', '=', 0)
      .where('lend_from_ms', '<=', nowMs)
      .$if(!withSales, (query) => query.where('kind', '<>', 'sale'))
      .where(
        'till_number',
        'in',
        there.map(({ number }) => number),
      )
      .limit(LENT_MAX)
      .execute()
  const all = await free(true)
  // Nothing is new: what it has already is not counted with each of its questions.
  if (all.length === 0) return before
  if ((await countLent(db, companyId, term)) + LENT_MAX > LENT_OPEN_MAX) return before
  const hasSales = all.some(({ kind }) => kind === 'sale')
  const isFull =
    hasSales && (await countLent(db, companyId, term, 'sale')) + LENT_MAX > SALES_LENT_MAX
  const rows = isFull ? await free(false) : all
  let version = before
  for (const row of rows) {
    const left = leftOf(await bookOf(db, companyId, row))
    if (!isToLend(row, nowMs) || !isSome(left)) await mark(db, companyId, row, EMPTY)
    else if (await isMore(left, row, (name) => leftOfSold(db, companyId, name)))
      await mark(db, companyId, row, { lend_from_ms: nowMs + BACK_FOR_MS })
    else await mark(db, companyId, row, { lent_term: term, lent_version: (version += 1) })
  }
  return version
}

const salesFrom = (nowMs: EpochMs) => (nowMs - SALES_LENT_DAYS * DAY_MS) as EpochMs

/** Of a receipt that its till has not told of a hub could not say what is on it. */
const isToLend = (
  { kind, facts, told_at_ms: toldAt }: Pick<FleetWorthRow, 'kind' | 'facts' | 'told_at_ms'>,
  nowMs: EpochMs,
) => kind !== 'sale' || (facts !== '' && toldAt > salesFrom(nowMs))

/**
 * Of a receipt, than its documents say: nobody sold it so, or a note took it back that no till of
 * the shop asked for. It may be so for a while alone, as where a debit note is on its way.
 */
async function isMore(
  left: Amounts,
  { kind, worth_id: id }: Named,
  leftOfSold: (name: SoldName) => Promise<number>,
): Promise<boolean> {
  if (kind !== 'sale') return false
  const name = readSoldWorthId(id)
  return name === null || (left[PESOS] ?? 0) > (await leftOfSold(name))
}

async function countLent(
  db: Kysely<Tables>,
  companyId: CompanyId,
  term: number,
  kind?: WorthKind,
): Promise<number> {
  const { count } = await db
    .selectFrom('fleet_worths')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('company_id', '=', companyId)
    .where('lent_term', '=', term)
    .$if(kind !== undefined, (query) => query.where('kind', '=', sql.lit(kind)))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const EMPTY = { lend_from_ms: NEVER_MS }
const isSome = (amounts: Amounts) => Object.values(amounts).some((amount) => amount > 0)

const mark = (
  db: Kysely<Tables>,
  companyId: CompanyId,
  named: Named,
  set: { lent_term: number; lent_version: number } | { lend_from_ms: number },
) => db.updateTable('fleet_worths').set(set).where(ofWorth(companyId, named)).execute()

async function answerOf(
  db: Kysely<Tables>,
  { till: { companyId }, term, nowMs }: Lending,
  after: number,
): Promise<HubWorths> {
  const rows = await db
    .selectFrom('fleet_worths')
    .select(['kind', 'worth_id', 'till_number', 'lent_version'])
    .where('company_id', '=', companyId)
    .where('lent_term', '=', term)
    .where('lent_version', '>', after)
    .orderBy('lent_version')
    .limit(LENT_MAX + 1)
    .execute()
  const worths: LentWorth[] = []
  for (const { till_number: giver, lent_version: version, ...named } of rows.slice(0, LENT_MAX)) {
    const book = await bookOf(db, companyId, named)
    const names = await namesOf(db, companyId, named)
    const { parts, facts } = book
    worths.push({
      ...{ ...named, names, parts: parts ?? {}, facts, version, giver, taken: takenOf(book) },
    })
  }
  const wanted = await wantedOf(db, companyId, { term, nowMs })
  return { worths, has_more: rows.length > LENT_MAX, wanted }
}

/** Asked for elsewhere; of the practice, once documents count; and receipts of long ago. */
async function wantedOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { term, nowMs }: Pick<Lending, 'term' | 'nowMs'>,
): Promise<HubWorths['wanted']> {
  const isTrial = await isTesting(db, companyId)
  const lent = db
    .selectFrom('fleet_worths')
    .select(['kind', 'worth_id'])
    .where('company_id', '=', companyId)
    .where('lent_term', '=', term)
    .limit(LENT_MAX)
  const wanted = await lent
    .where((eb) => eb.or([eb('lent_asked', '=', sql.lit(1)), eb('is_trial', '=', sql.lit(1))]))
    .$if(isTrial, (query) => query.where('lent_asked', '=', sql.lit(1)))
    .execute()
  const old = await lent
    .where('kind', '=', sql.lit('sale'))
    .where('told_at_ms', '<=', salesFrom(nowMs))
    .execute()
  return [...wanted, ...old].slice(0, LENT_MAX)
}

async function namesOf(db: Kysely<Tables>, companyId: CompanyId, named: Named): Promise<string[]> {
  const rows = await db
    .selectFrom('fleet_worth_names')
    .select('name')
    .where(ofWorth(companyId, named))
    .execute()
  return rows.map(({ name }) => name)
}
