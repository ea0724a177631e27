/**
 * A shop of several tills, played: people sell, change prices, put sales aside and take them up,
 * while wires are cut, answers are lost and tills are killed. A ledger beside it knows what must
 * have come of it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Till } from '#till/till.ts'
import { NO_TEXTS } from '#shared/customers/decide-customer.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { must } from '../support/must.ts'
import { cartOf, commitOf, keptOf, sellOf } from '../support/till-fixture.ts'
import {
  addProduct,
  byCode,
  change,
  COFFEE,
  goodsOf,
  isSettled,
  receive,
  RUT,
  said,
  view,
} from '../integration/fleet-hands.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from '../integration/fleet-world.ts'
import { createDice, type Dice } from './dice.ts'
import { cloned, computer, fall, ruin } from './fleet-disks.ts'
import { judge, waiting } from './fleet-judge.ts'
import { fortnight } from './fleet-fortnight.ts'
import { addCharged, chargedAt, judgeCodes } from './fleet-sums.ts'
import type { Judged, Weeks } from './fleet-weeks.ts'
import { give, spend, type Given } from './fleet-worths.ts'

export interface SimTill {
  played: PlayedTill
  /** Rounds until its wire is whole again. */
  cutFor: number
  /** Of its clock, until somebody sets it right. One set ahead is as one that slept so long. */
  aheadMs: number
}

export interface Ledger {
  /** The price of each code that was set last, by true time. */
  readonly prices: Map<string, number>
  stockMilli: number
  /** Charged at tills while they were of the shop: what head office adds up. */
  charged: { sales: number; clp: number }
  /** How often each parked sale was charged. */
  readonly sold: Map<string, number>
  readonly parked: Set<string>
  readonly discarded: Set<string>
  readonly given: Given[]
}

export interface Shop {
  readonly world: FleetWorld
  readonly dice: Dice
  readonly tills: SimTill[]
  readonly ledger: Ledger
  readonly counts: Record<string, number>
  readonly violations: string[]
  readonly weeks: Weeks
  /** What computers keep beside their tills. */
  readonly folder: string
  round: number
}

/** Between two things somebody does. */
const ROUND_MS = 1_500
/** What was given is lent to the hub by then. */
const LENT_MS = 6_000
/** All are right again so long after the last fault. */
const SETTLED_MS = 60_000
/** What was asked for and did not come about ends by then. */
const ENDED_MS = 75_000
/** In so many rounds two tills may both bring in the same product. */
const SAME_PRODUCT_ROUNDS = 12
const CHANGED = [COFFEE, '101', '201'] as const
const FIRST_STOCK_MILLI = 1_000_000

export async function playShop(weeks: Weeks): Promise<Judged> {
  const shop = await openShop(weeks)
  try {
    while (shop.round < weeks.rounds) await playRound(shop)
    await fortnight(shop, { playRound: () => playRound(shop), settle: () => settle(shop) })
    await calm(shop)
    await judge(shop)
  } finally {
    await shop.world.close()
    rmSync(shop.folder, { recursive: true, force: true })
  }
  return { counts: shop.counts, violations: shop.violations }
}

async function playRound(shop: Shop): Promise<void> {
  const { world, dice, tills, violations, weeks } = shop
  const { processes = 1 } = weeks
  const till = dice.pick(tills as [SimTill, ...SimTill[]])
  weather(shop, till)
  await act(shop, till)
  await pass(world, ROUND_MS)
  if (dice.chance(isInTrouble(till) ? 0.3 : 0.03)) await kill(shop, till)
  if (processes > 1 && dice.chance(0.05)) {
    await world.fall(dice.between(0, processes - 1))
    count(shop, 'processes fallen')
  }
  await ruin(world, weeks.without?.ruins)
  // At no moment: a later change at a till may hide it.
  await judgeCodes(world, (text) => void violations.push(text))
  shop.round += 1
}

async function openShop(weeks: Weeks): Promise<Shop> {
  const world = await fleetWorld(null, weeks.processes)
  const dice = createDice(weeks.seed)
  const folder = mkdtempSync(join(tmpdir(), 'computers-'))
  const tills: SimTill[] = []
  for (let at = 0; at < weeks.tills; at += 1) {
    const own = dice.split(`till ${at}`)
    const randomness = { bytes: (count: number) => own.bytes(count) }
    const played = await world.open({ randomness, witness: computer(folder, `computer-${at}`) })
    const aheadMs = dice.pick([-DAY_MS, 0, DAY_MS])
    played.fixture.clock.jumpWallClock(aheadMs)
    tills.push({ played, cutFor: 0, aheadMs })
  }
  const [first] = tills
  if (first === undefined) throw new Error('no till')
  receive(first.played, COFFEE, FIRST_STOCK_MILLI)
  await world.join(first.played)
  await world.until(() => isSettled(first.played))
  await world.join(...tills.map(({ played }) => played))
  await world.until(() => tills.every(({ played }) => isSettled(played)))
  if (weeks.hasHub === true) await chooseHub(first.played, dice.pick([first, ...tills]).played)
  for (const { played } of tills)
    Object.assign(played.wire, { wrong: weeks.without?.wrong?.(dice.split('wrong')) })
  return {
    ...{ world, dice, tills, weeks, folder, counts: {}, violations: [], round: 0 },
    ledger: {
      prices: new Map(CHANGED.map((code) => [code, byCode(first.played, code)?.unitGrossClp ?? 0])),
      ...{ stockMilli: FIRST_STOCK_MILLI, charged: { sales: 0, clp: 0 }, sold: new Map() },
      ...{ parked: new Set(), discarded: new Set(), given: [] },
    },
  }
}

async function pass({ until, tills }: FleetWorld, ms: number): Promise<void> {
  const [first] = tills
  const atMs = first?.fixture.clock.monotonicMs() ?? 0
  await until(() => (first?.fixture.clock.monotonicMs() ?? ms) - atMs >= ms, 2 * ms)
}

const count = ({ counts }: Shop, what: string) => void (counts[what] = (counts[what] ?? 0) + 1)

/** Answers of these are lost now and then: it was done, and the till does not hear of it. */
const LOSABLE = [...['edits', 'moves', 'parked', 'changes', 'worths', 'facts', 'hub-worths']].map(
  (name) => `/api/fleet/${name}`,
)

function weather(shop: Shop, till: SimTill): void {
  const { dice, tills } = shop
  for (const other of tills) {
    const { wire } = other.played
    other.cutFor = Math.max(0, other.cutFor - 1)
    wire.isAway = other.cutFor > 0
    wire.losesAnswersTo = null
    if (shop.weeks.hasHub === true) wire.hubIsAway = dice.chance(wire.hubIsAway ? 0.7 : 0.08)
    wire.hubLosesAnswersTo = null
  }
  const { wire } = till.played
  if (dice.chance(0.12)) {
    till.cutFor = dice.between(1, dice.chance(0.2) ? 60 : 8)
    wire.isAway = true
    count(shop, 'cut')
  } else if (dice.chance(0.15)) {
    wire.losesAnswersTo = dice.pick(LOSABLE as [string, ...string[]])
    count(shop, 'answers lost')
  }
}

const isInTrouble = ({ played: { wire } }: SimTill) => wire.isAway || wire.losesAnswersTo !== null

/** It is granted and does not hear of it. */
function losing(shop: Shop, { wire }: PlayedTill, path: string): void {
  if ((wire.isAway && shop.weeks.hasHub !== true) || !shop.dice.chance(0.2)) return
  wire.losesAnswersTo = path
  wire.hubLosesAnswersTo = path
  count(shop, 'words lost')
}

async function kill(shop: Shop, till: SimTill): Promise<void> {
  till.played = await fall(till.played, shop.weeks.without?.forgets)
  count(shop, 'killed')
}

const ACTS = {
  sell: 5,
  price: 4,
  park: 3,
  take: 4,
  discard: 1,
  receive: 1,
  product: 2,
  code: 3,
  customer: 1,
  give: 1,
  spend: 3,
  leave: 0.4,
  clock: 0.4,
  hub: 0.6,
  clone: 0.2,
} as const
type Act = keyof typeof ACTS
const DRAWN = Object.entries(ACTS).flatMap(([act, weight]) =>
  Array.from({ length: weight * 5 }, () => act as Act),
)

async function act(shop: Shop, { played }: SimTill): Promise<void> {
  const name = shop.dice.pick(DRAWN as [Act, ...Act[]])
  if (isAlone(played) && !played.wire.isAway && shop.dice.chance(0.5)) await comeBack(shop, played)
  count(shop, name)
  const [before, wasAlone] = [chargedAt(played), isAlone(played)]
  await DONE[name](shop, played)
  if (!wasAlone && !isAlone(played)) addCharged(shop.ledger.charged, before, chargedAt(played))
}

const DONE: Readonly<Record<Act, (shop: Shop, played: PlayedTill) => void | Promise<void>>> = {
  sell(shop, played) {
    sellOf(played.till.api, COFFEE)
    shop.ledger.stockMilli -= 1_000
  },
  price({ ledger, dice }, played) {
    const code = dice.pick(CHANGED)
    const row = byCode(played, code)
    const unitGrossClp = dice.between(100, 9_000) * 10
    if (row === undefined || row.unitGrossClp === unitGrossClp) return
    change(played, row.name, { unitGrossClp })
    // What is set while it is no shop's gives way to the shop when it joins.
    if (!isAlone(played)) ledger.prices.set(code, unitGrossClp)
  },
  park(shop, played) {
    const name = `V${shop.ledger.parked.size}`
    if (put(played, name)) shop.ledger.parked.add(name)
  },
  async take(shop, played) {
    const parked = oneOf(shop, played)
    if (parked === null) return
    const { api } = played.till
    losing(shop, played, '/api/fleet/parked-claims')
    const claimed = await said(played, api.claimParked({ parkedId: parked.id }))
    const taken = claimed.ok ? api.recallSale({ ...onScreen(api), parkedId: parked.id }) : claimed
    if (!taken.ok) return count(shop, `not taken: ${taken.refusal.code}`)
    must(api.commitSale(commitOf(api, taken.value.cart)))
    shop.ledger.stockMilli -= 1_000
    if (played.wire.isAway && claimed.ok) count(shop, 'taken without internet')
    shop.ledger.sold.set(parked.name, (shop.ledger.sold.get(parked.name) ?? 0) + 1)
    count(shop, 'taken')
  },
  discard(shop, played) {
    const parked = oneOf(shop, played)
    if (parked === null) return
    const gone = played.till.api.discardParked({ parkedId: parked.id, approvalId: null })
    if (gone.ok) shop.ledger.discarded.add(parked.name)
    count(shop, gone.ok ? 'discarded' : `not discarded: ${gone.refusal.code}`)
  },
  receive({ ledger }, played) {
    if (byCode(played, COFFEE)?.stock === null) return
    receive(played, COFFEE, 5_000)
    ledger.stockMilli += 5_000
  },
  product({ round }, played) {
    const code = String(780_290_000_000 + Math.floor(round / SAME_PRODUCT_ROUNDS))
    if (byCode(played, code) === undefined) addProduct(played, code, `Nuevo ${code}`, 1_000)
  },
  // At two tills at one moment: the shop decides which product has it.
  code({ dice, tills }, played) {
    const code = String(790_000_000 + dice.between(0, 2))
    for (const till of [played, dice.pick(tills as [SimTill, ...SimTill[]]).played]) {
      const row = byCode(till, dice.pick(CHANGED))
      const isTaken = goodsOf(till).some((one) => one.code === code || one.moreCodes.includes(code))
      if (row !== undefined && !isTaken) change(till, row.name, { moreCodes: [code] })
    }
  },
  give({ ledger, dice }, played) {
    ledger.given.push(give(played, dice))
  },
  async spend(shop, played) {
    const { given } = shop.ledger
    const isByHub = shop.weeks.hasHub === true && shop.dice.chance(0.5)
    const lent = isByHub ? await givenForHub(shop, played) : null
    const one = lent ?? given[shop.dice.between(0, Math.max(0, given.length - 1))]
    if (one === undefined) return
    // Until the next round: what only a hub can grant.
    if (isByHub) Object.assign(played.wire, { isAway: true, hubIsAway: false })
    else losing(shop, played, '/api/fleet/worth-claims')
    const refused = await spend(played, one, shop.dice)
    if (refused === null) shop.ledger.stockMilli -= 1_000
    if (refused === null && one.giver !== played.fixture && played.wire.isAway)
      count(shop, 'spent without internet')
    count(shop, refused === null ? 'spent' : `not spent: ${refused}`)
  },
  customer({ dice }, played) {
    const texts = { ...NO_TEXTS, rut: RUT, legalName: `Cliente ${dice.between(1, 99)}` }
    const { api } = played.till
    if (!api.saveCustomer({ ...texts, isNew: true }).ok)
      must(api.saveCustomer({ ...texts, isNew: false }))
  },
  async leave(_, played) {
    // Whoever leaves unheard is told that prices it has not sent stay behind.
    if (isAlone(played) || played.wire.isAway) return
    must(await said(played, played.till.api.leaveShop()))
  },
  async hub({ weeks, dice, tills }, played) {
    if (weeks.hasHub !== true || isAlone(played) || played.wire.isAway) return
    const next = dice.pick(tills as [SimTill, ...SimTill[]]).played
    if (!isAlone(next)) await chooseHub(played, next)
  },
  async clone(shop, played) {
    if (isAlone(played) || played.wire.isAway) return
    const wrong = await cloned(played, shop.folder, () => pass(shop.world, 2 * ROUND_MS))
    if (wrong !== null) shop.violations.push(wrong)
    count(shop, 'cloned')
  },
  clock({ tills }, { fixture }) {
    const till = tills.find(({ played }) => played.fixture === fixture)
    if (till === undefined || till.aheadMs <= 0) return
    fixture.clock.jumpWallClock(-till.aheadMs)
    till.aheadMs = 0
  },
}

async function chooseHub(asked: PlayedTill, next: PlayedTill) {
  const tillId = view(next).till?.id ?? ''
  must(await said(asked, asked.till.api.changeShopTill({ tillId, isHub: true })))
}

/** At another till, and in the hub's hands by the time. */
async function givenForHub(shop: Shop, played: PlayedTill): Promise<Given | null> {
  const { tills, ledger, dice, world } = shop
  const isThere = (each: PlayedTill) => each !== played && !isAlone(each) && !each.wire.isAway
  const giver = tills.map((till) => till.played).find(isThere)
  if (giver === undefined || view(played).hub?.isOwn !== false) return null
  const before = chargedAt(giver)
  const one = give(giver, dice)
  addCharged(ledger.charged, before, chargedAt(giver))
  ledger.given.push(one)
  await pass(world, LENT_MS)
  return one
}

const isAlone = (played: PlayedTill) => view(played).state === 'alone'
async function comeBack(shop: Shop, played: PlayedTill): Promise<void> {
  const { api } = played.till
  must(await said(played, api.joinShop({ code: null, name: 'Caja', branch: '' })))
  // Who changes something before the shop was heard: fleet-codes.test.ts.
  await pass(shop.world, ROUND_MS)
  count(shop, 'came back')
}

const onScreen = (api: Till['api'], cart = EMPTY_CART) => ({
  ...keptOf(cart),
  replaces: api.loadDraft().sale?.saleId ?? null,
})
const put = ({ till: { api } }: PlayedTill, name: string): boolean =>
  api.parkSale({ ...onScreen(api, cartOf(api, COFFEE)), name }).ok

function oneOf({ dice }: Shop, played: PlayedTill) {
  const all = waiting(played)
  return all[dice.between(0, Math.max(0, all.length - 1))] ?? null
}

/** No fault any more: everything arrives. */
async function settle(shop: Shop): Promise<void> {
  const { tills, world, violations } = shop
  for (const { played } of tills)
    Object.assign(played.wire, {
      isAway: false,
      losesAnswersTo: null,
      hubIsAway: false,
      hubLosesAnswersTo: null,
    })
  for (const { played } of tills) if (isAlone(played)) await comeBack(shop, played)
  try {
    await world.until(() => tills.every(({ played }) => isSettled(played)), SETTLED_MS)
  } catch {
    const open = tills.filter(({ played }) => !isSettled(played))
    violations.push(`${open.length} tills are not right after a minute`)
  }
}

async function calm(shop: Shop): Promise<void> {
  await settle(shop)
  await pass(shop.world, ENDED_MS)
}
