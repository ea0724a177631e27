/** The hubs of a shop, in terms (shared/fleet/hub-contract.ts); all of it under the shop's lock. */
import { createHmac } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { placeOf, TILLS_MAX } from '#shared/fleet/contract.ts'
import {
  GRANTED_MAX,
  TERMS_MAX,
  type HubAnswer,
  type HubAsked,
  type HubOfPlace,
  type HubTill,
} from '#shared/fleet/hub-contract.ts'
import type { Clock, CompanyId, Random } from '../core/ports.ts'
import type { FleetHubRow, FleetHubTillRow } from '../storage/fleet-tables.ts'
import type { FleetTillRow, Tables } from '../storage/tables.ts'
import type { AskingTill } from './till-keys.ts'
import { highestTerm, isLongOver, nameForgotten, noteForgotten } from './forgotten-hubs.ts'
import { doubtGranted, freshTold, tillsThere, toldTo } from './lent-terms.ts'
import { isMissedTooLong, noteHubHeard } from './missed-hubs.ts'
import { forgetTerms, grantedIn } from './over-terms.ts'
import { advance, lockShop } from './shop-store.ts'
import { noteHeard } from './silent-tills.ts'

const SALT_BYTES = 16

interface HubPorts {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly random: Random
}

/** That till is the hub of its place from now on, or it is none. Inside a write job. */
export async function chooseHub(
  { db, clock, random }: HubPorts,
  till: Pick<FleetTillRow, 'company_id' | 'id' | 'branch'>,
  isHub: boolean,
): Promise<void> {
  const { company_id: companyId, id } = till
  const place = placeOf(till.branch)
  await lockShop(db, companyId)
  const now = await chosenAt(db, { companyId, place })
  if (isHub ? now?.till_id === id : now?.till_id !== id) return
  await endTerms(db, { companyId, place }, clock.now())
  if (isHub) await beginTerm({ db, clock, random }, { companyId, place, tillId: id })
}

/** Its key ends, or another computer takes its place: what it kept is not there. In a write job. */
export async function endHubOf(
  db: Kysely<Tables>,
  { companyId, tillId }: { readonly companyId: CompanyId; readonly tillId: string },
  now: EpochMs,
): Promise<void> {
  await endChosen(db, companyId, now).where('till_id', '=', tillId).execute()
}

export async function hubIds(
  db: Kysely<Tables>,
  companyId: CompanyId,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('fleet_hubs')
    .select('till_id')
    .where('company_id', '=', companyId)
    .where(IS_CHOSEN)
    .limit(TILLS_MAX)
    .execute()
  return new Set(rows.map(({ till_id: id }) => id))
}

/** Another computer has its number from now on: what the one before was granted nobody can say. */
export async function doubtHubsOf(
  db: Kysely<Tables>,
  till: { readonly companyId: CompanyId; readonly tillId: string },
  now: EpochMs,
): Promise<void> {
  await endHubOf(db, till, now)
  await doubtGranted(db, { companyId: till.companyId, id: till.tillId })
}

/** What a till has to say of hubs, and what it is told of the one of its place. In a write job. */
export async function visitHub(
  ports: HubPorts,
  till: AskingTill,
  asked: HubAsked,
): Promise<{ readonly answer: HubAnswer; readonly version: number }> {
  const { db, clock } = ports
  const { companyId } = till
  const before = await lockShop(db, companyId)
  const wasTold = (await lastTold(db, till)) !== null
  if (asked.is_restored) await doubtGranted(db, till)
  await noteForgotten(db, till, asked.last, clock.now())
  const longOver: number[] = []
  for (const { term } of asked.waits)
    if (await isLongOver(db, till, term, clock.now())) longOver.push(term)
  for (const left of asked.left) await noteLeft(db, till, left)
  await leaveAllBut(db, till, asked, clock.now())
  await noteOwed(db, till, asked)
  await noteNamed(db, till, asked)
  await noteHeard(db, till, asked.epoch)
  const { hub, isOther } = await hubNow(ports, till, asked)
  // Tills ask for their hub once they hear of the shop.
  const version = isOther ? before + 1 : before
  await advance(db, companyId, version, clock.now())
  const [over, lost]: [HubAnswer['over'], HubAnswer['lost']] = [[], []]
  for (const { term, parked } of asked.waits) {
    const isOver = longOver.includes(term)
    const became = isOver ? NOBODY_KNOWS : await grantedIn(db, companyId, term)
    const granted = parked.filter((id) => became?.granted.has(id))
    if (became !== null) (became.isAll ? over : lost).push({ term, granted })
  }
  const told = hub && (await tell(db, till, hub, asked))
  const missed = hub === null ? await missedAt(db, till) : null
  return { answer: { hub: told, over, lost, missed, was_told: wasTold }, version }
}

/** Long after its end: it is the till’s by a person’s word, as of a hub that is lost. */
const NOBODY_KNOWS = { granted: new Set<string>(), isAll: false }

/** One that is chosen, and the hub again with its next word. */
async function missedAt(
  db: Kysely<Tables>,
  { companyId, place }: AskingTill,
): Promise<HubAnswer['missed']> {
  const chosen = await chosenAt(db, { companyId, place })
  const tills = chosen === null ? [] : await tillsThere(db, companyId)
  const till = tills.find(({ id }) => id === chosen?.till_id)
  if (chosen === null || till === undefined) return null
  const since = chosen.missed_from_ms ?? chosen.ended_at_ms ?? chosen.chosen_at_ms
  return { number: till.number, name: till.name, since_ms: since }
}

/** The hub of its place, by what this visit of a till says of it; `isOther`: not as it was. */
async function hubNow(
  ports: HubPorts,
  { companyId, place, id: tillId, isRetired }: AskingTill,
  { is_restored: isRestored }: HubAsked,
): Promise<{ readonly hub: FleetHubRow | null; readonly isOther: boolean }> {
  const { db, clock } = ports
  const chosen = await chosenAt(db, { companyId, place })
  const hub = chosen?.ended_at_ms === null ? chosen : null
  if (chosen === null || isRetired) return { hub, isOther: false }
  if (chosen.till_id !== tillId) {
    const isOver = hub !== null && (await isMissedTooLong(db, hub, clock.now()))
    return { hub: isOver ? null : hub, isOther: isOver }
  }
  if (hub !== null && !isRestored) {
    await noteHubHeard(db, hub)
    return { hub, isOther: false }
  }
  await endTerms(db, { companyId, place }, clock.now())
  await beginTerm(ports, { companyId, place, tillId })
  return { hub: await chosenAt(db, { companyId, place }), isOther: true }
}

/** Whoever is told of a hub is waited for when its term ends. */
async function tell(
  db: Kysely<Tables>,
  { companyId, place, id: tillId }: AskingTill,
  hub: FleetHubRow,
  { addresses, visit }: HubAsked,
): Promise<HubOfPlace | null> {
  const { term } = hub
  const tills = (await tillsThere(db, companyId)).filter(({ branch }) => placeOf(branch) === place)
  const own = tills.find(({ id }) => id === hub.till_id)
  const asker = tills.find(({ id }) => id === tillId)
  if (own === undefined || asker === undefined) return null
  await db
    .insertInto('fleet_hub_tills')
    .values(freshTold(hub, tillId, visit))
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'term', 'till_id'])
        .doUpdateSet({ left_at_ms: null, owes: 1, told_visit: visit, is_named: 1 }),
    )
    .execute()
  const keyOf = keysOf(hub, own)
  const isOwn = tillId === hub.till_id
  const said = JSON.stringify(addresses)
  if (isOwn && said !== hub.addresses_json)
    await db
      .updateTable('fleet_hubs')
      .set({ addresses_json: said })
      .where('company_id', '=', companyId)
      .where('term', '=', term)
      .execute()
  return {
    ...{ term, till_id: hub.till_id, number: own.number, name: own.name, key: keyOf(asker) },
    addresses: isOwn ? addresses : (JSON.parse(hub.addresses_json) as string[]),
    tills: isOwn ? tills.map((each) => hubTillOf(each, keyOf(each))) : [],
  }
}

const hubTillOf = ({ id, number, name }: FleetTillRow, key: string): HubTill => ({
  ...{ till_id: id, number, name, key },
})

/**
 * Of each till for this term. They are made of what only the service and the hub's own key know, so
 * there is nothing more to be kept secret; another computer in a till's place has another one.
 */
function keysOf({ term, salt }: FleetHubRow, { secret_hash }: FleetTillRow) {
  const secret = createHmac('sha256', secret_hash).update(`hub ${term} ${salt}`).digest()
  return ({ id, secret_hash: own }: FleetTillRow) =>
    createHmac('sha256', secret).update(`${id} ${own}`).digest('hex')
}

/** Of terms it has left: whether there is more to be told; a visit of before them knows nothing. */
async function noteOwed(db: Kysely<Tables>, till: AskingTill, { at, visit, owes }: HubAsked) {
  const left = () =>
    toldTo(db, till)
      .where('term', '<>', at ?? 0)
      .where('left_at_ms', 'is not', null)
      .where('told_visit', '<', visit)
  await left().set({ owes: 0 }).where('owes', '=', 1).execute()
  if (owes.length > 0) await left().set({ owes: 1 }).where('term', 'in', owes).execute()
}

/** Of terms it has left: whether it has anything to say or to hear of one, or went by it last. */
async function noteNamed(db: Kysely<Tables>, till: AskingTill, asked: HubAsked) {
  const { last, visit, left, waits, owes } = asked
  const named = [last, ...owes, ...[...left, ...waits].map(({ term }) => term)]
  // Of as many there may be more.
  if (Math.max(left.length, waits.length, owes.length) === TERMS_MAX) return
  await toldTo(db, till)
    .set({ is_named: 0 })
    .where('is_named', '=', 1)
    .where('left_at_ms', 'is not', null)
    .where('is_whole', '=', 1)
    .where('owes', '=', 0)
    .where('told_visit', '<', visit)
    .where('term', 'not in', named)
    .execute()
}

/** Nothing it was told in a later visit than this one, nor in this very one that came twice. */
const leaveAllBut = (db: Kysely<Tables>, till: AskingTill, { at, visit }: HubAsked, now: EpochMs) =>
  toldTo(db, till)
    .set({ left_at_ms: now })
    .where('term', '<>', at ?? 0)
    .where('left_at_ms', 'is', null)
    .where('told_visit', '<', visit)
    .execute()

async function noteLeft(
  db: Kysely<Tables>,
  till: AskingTill,
  { term, granted, is_whole: isWhole, kept }: HubAsked['left'][number],
): Promise<void> {
  if (kept !== null) await nameForgotten(db, till, term)
  const before = await toldRow(db, till.companyId, { term, tillId: till.id })
  const known = before === null ? [] : (JSON.parse(before.granted_json) as string[])
  const all = [...new Set([...known, ...granted])]
  await toldTo(db, till)
    .set({ granted_json: JSON.stringify(all.slice(0, GRANTED_MAX)) })
    .$if(kept !== null, (update) => update.set({ kept_json: JSON.stringify(kept) }))
    .$if(!isWhole || all.length > GRANTED_MAX, (update) => update.set({ is_whole: 0 }))
    .where('term', '=', term)
    .execute()
}

const lastTold = async (db: Kysely<Tables>, { companyId, id }: AskingTill) =>
  (await db
    .selectFrom('fleet_hub_tills')
    .select('term')
    .where('company_id', '=', companyId)
    .where('till_id', '=', id)
    .limit(1)
    .executeTakeFirst()) ?? null

async function toldRow(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { term, tillId }: { readonly term: number; readonly tillId: string },
): Promise<FleetHubTillRow | null> {
  const row = await db
    .selectFrom('fleet_hub_tills')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('term', '=', term)
    .where('till_id', '=', tillId)
    .executeTakeFirst()
  return row ?? null
}

interface OfPlace {
  readonly companyId: CompanyId
  readonly place: string
}

/** Whichever the term: it stands, or has ended and begins anew when its hub is heard. */
const IS_CHOSEN = sql<boolean>`(ended_at_ms IS NULL OR comes_back = 1)`

async function chosenAt(
  db: Kysely<Tables>,
  { companyId, place }: OfPlace,
): Promise<FleetHubRow | null> {
  const row = await db
    .selectFrom('fleet_hubs')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('place', '=', place)
    .where(IS_CHOSEN)
    .executeTakeFirst()
  return row ?? null
}

const endChosen = (db: Kysely<Tables>, companyId: CompanyId, now: EpochMs) =>
  db
    .updateTable('fleet_hubs')
    .set((eb) => ({ ended_at_ms: eb.fn.coalesce('ended_at_ms', eb.val(now)), comes_back: 0 }))
    .where('company_id', '=', companyId)
    .where(IS_CHOSEN)

const endTerms = (db: Kysely<Tables>, { companyId, place }: OfPlace, now: EpochMs) =>
  endChosen(db, companyId, now).where('place', '=', place).execute()

async function beginTerm(
  { db, clock, random }: HubPorts,
  { companyId, place, tillId }: OfPlace & { readonly tillId: string },
): Promise<void> {
  await forgetTerms(db, companyId, clock.now())
  const highest = await highestTerm(db, companyId, clock.now())
  await db
    .insertInto('fleet_hubs')
    .values({
      ...{
        company_id: companyId,
        term: Math.max(highest + 1, clock.now()),
        place,
        till_id: tillId,
      },
      salt: Buffer.from(random.bytes(SALT_BYTES)).toString('hex'),
      ...{ addresses_json: '[]', chosen_at_ms: clock.now(), ended_at_ms: null },
      ...{ missed_from_ms: null, missed_at_ms: null, comes_back: 0 },
    })
    .execute()
}
