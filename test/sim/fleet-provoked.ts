/** What a shop does in which a rule counts for certain: left out, the ledger notices. */
import { COFFEE, view } from '../integration/fleet-hands.ts'
import type { PlayedTill } from '../integration/fleet-world.ts'
import { park, setPrice, takeUp } from './fleet-acts.ts'
import { spendByHub } from './fleet-by-hub.ts'
import { fall } from './fleet-disks.ts'
import { waiting } from './fleet-judge.ts'
import { chooseHub, LENT_MS, pass, ROUND_MS, type Shop, type SimTill } from './fleet-played.ts'
import { addCharged, chargedAt } from './fleet-sums.ts'

type Provoked = (shop: Shop, settle: () => Promise<void>) => Promise<void>

const threeOf = ({ tills }: Shop) => tills as unknown as readonly [SimTill, SimTill, SimTill]

/** Without internet one till sets a price, then another one does: the second stands. */
const lateEdit: Provoked = async (shop) => {
  const [one, other] = threeOf(shop)
  one.played.wire.isAway = true
  setPrice(shop, one.played, COFFEE)
  await pass(shop.world, 10 * ROUND_MS)
  setPrice(shop, other.played, COFFEE)
  await pass(shop.world, 10 * ROUND_MS)
}

/** What was granted is not heard, and asked for again. */
const lostAnswer: Provoked = async (shop, settle) => {
  const [one, other] = threeOf(shop)
  park(shop, one.played)
  await settle()
  other.played.wire.losesAnswersTo = '/api/fleet/parked-claims'
  await takeUp(shop, other.played, firstOf(other.played))
  await pass(shop.world, 10 * ROUND_MS)
}

/** Of the hub, which has it, while nobody hears the service. */
async function parkedAtHub(shop: Shop, settle: () => Promise<void>) {
  const [hub, one, other] = threeOf(shop)
  await settle()
  await chooseHub(one.played, hub.played)
  const all = [hub, one, other].map(({ played }) => played)
  await shop.world.until(() => all.every((played) => view(played).hub?.isHeard === true))
  park(shop, one.played)
  await settle()
  await pass(shop.world, LENT_MS)
  for (const { wire } of all) wire.isAway = true
  await shop.world.until(() => all.every((played) => view(played).state === 'away'), 120_000)
  return { hub, one, other }
}

/** One takes it up by the hub's word, which the other does not hear of before it asks as well. */
const takenTwice =
  (falls: (of: Awaited<ReturnType<typeof parkedAtHub>>) => SimTill): Provoked =>
  async (shop, settle) => {
    const of = await parkedAtHub(shop, settle)
    const parked = firstOf(of.one.played)
    of.one.played.wire.hubIsAway = true
    await chargeAt(shop, of.other, parked)
    const fallen = falls(of)
    fallen.played = await fall(fallen.played, shop.weeks.without?.forgets)
    of.one.played.wire.hubIsAway = fallen === of.one
    await chargeAt(shop, of.one, parked)
  }

async function chargeAt(shop: Shop, { played }: SimTill, parked: ReturnType<typeof firstOf>) {
  const before = chargedAt(played)
  await takeUp(shop, played, parked)
  addCharged(shop.ledger.charged, before, chargedAt(played))
}

function firstOf(played: PlayedTill) {
  const [first] = waiting(played)
  if (first === undefined) throw new Error('nothing is parked')
  return first
}

export const PROVOKED: Readonly<Record<string, Provoked>> = {
  'an edit has its age': lateEdit,
  'a claim keeps its key': lostAnswer,
  'a hub gives its word once': takenTwice(({ hub }) => hub),
  'what was said to a hub is the hub’s to give': takenTwice(({ one }) => one),
  'what a hub was lent it grants alone': spendByHub,
  'a receipt that is lent is the hub’s alone to grant': spendByHub,
  'a hub is lent what tills of its place sold': spendByHub,
}
