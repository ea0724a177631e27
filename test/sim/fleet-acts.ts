/** What somebody does at a till of a shop that is played, and what the ledger writes of it. */
import type { Till } from '#till/till.ts'
import { NO_TEXTS } from '#shared/customers/decide-customer.ts'
import { EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { must } from '../support/must.ts'
import { cartOf, commitOf, keptOf } from '../support/till-fixture.ts'
import {
  addProduct,
  byCode,
  change,
  COFFEE,
  goodsOf,
  receive,
  RUT,
  said,
  view,
} from '../integration/fleet-hands.ts'
import type { PlayedTill } from '../integration/fleet-world.ts'
import { cloned } from './fleet-disks.ts'
import { waiting } from './fleet-judge.ts'
import {
  chooseHub,
  comeBack,
  count,
  isAlone,
  LENT_MS,
  losing,
  pass,
  ROUND_MS,
  type Shop,
  type SimTill,
} from './fleet-played.ts'
import { playBack, sellSome } from './fleet-returns.ts'
import { addCharged, chargedAt } from './fleet-sums.ts'
import { give, spend, type Given } from './fleet-worths.ts'

/** In so many rounds two tills may both bring in the same product. */
const SAME_PRODUCT_ROUNDS = 12
export const CHANGED = [COFFEE, '101', '201'] as const

const ACTS = {
  sell: 5,
  back: 3,
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

export async function act(shop: Shop, { played }: SimTill): Promise<void> {
  const name = shop.dice.pick(DRAWN as [Act, ...Act[]])
  if (isAlone(played) && !played.wire.isAway && shop.dice.chance(0.5)) await comeBack(shop, played)
  count(shop, name)
  const [before, wasAlone] = [chargedAt(played), isAlone(played)]
  await DONE[name](shop, played)
  if (!wasAlone && !isAlone(played)) addCharged(shop.ledger.charged, before, chargedAt(played))
}

const DONE: Readonly<Record<Act, (shop: Shop, played: PlayedTill) => void | Promise<void>>> = {
  sell({ ledger, dice }, played) {
    const sold = sellSome(played, dice)
    ledger.receipts.push(sold)
    ledger.stockMilli -= sold.milli
  },
  async back(shop, played) {
    const isByHub = shop.weeks.hasHub === true && shop.dice.chance(0.5)
    if (isByHub) Object.assign(played.wire, { isAway: true, hubIsAway: false })
    else losing(shop, played, '/api/fleet/worth-claims')
    await playBack(shop, played)
  },
  price: (shop, played) => setPrice(shop, played, shop.dice.pick(CHANGED)),
  park,
  async take(shop, played) {
    const parked = oneOf(shop, played)
    if (parked === null) return
    losing(shop, played, '/api/fleet/parked-claims')
    await takeUp(shop, played, parked)
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

export function setPrice({ ledger, dice }: Shop, played: PlayedTill, code: string): void {
  const row = byCode(played, code)
  const unitGrossClp = dice.between(100, 9_000) * 10
  if (row === undefined || row.unitGrossClp === unitGrossClp) return
  change(played, row.name, { unitGrossClp })
  // What is set while it is no shop's gives way to the shop when it joins.
  if (!isAlone(played)) ledger.prices.set(code, unitGrossClp)
}

export function park({ ledger }: Shop, played: PlayedTill): void {
  const name = `V${ledger.parked.size}`
  if (put(played, name)) ledger.parked.add(name)
}

/** And charges it, where it is granted. */
export async function takeUp(
  shop: Shop,
  played: PlayedTill,
  parked: Pick<ReturnType<typeof waiting>[number], 'id' | 'name'>,
): Promise<void> {
  const { api } = played.till
  const claimed = await said(played, api.claimParked({ parkedId: parked.id }))
  const taken = claimed.ok ? api.recallSale({ ...onScreen(api), parkedId: parked.id }) : claimed
  if (!taken.ok) return count(shop, `not taken: ${taken.refusal.code}`)
  must(api.commitSale(commitOf(api, taken.value.cart)))
  shop.ledger.stockMilli -= 1_000
  if (played.wire.isAway && claimed.ok) count(shop, 'taken without internet')
  shop.ledger.sold.set(parked.name, (shop.ledger.sold.get(parked.name) ?? 0) + 1)
  count(shop, 'taken')
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
