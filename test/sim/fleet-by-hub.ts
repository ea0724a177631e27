/**
 * The end of a day in a shop with a hub: all is well, then only the till that gave and sold hears
 * the service. What it gave and sold is spent and comes back at another one, by the hub's word, and
 * at none by the service's. That this is so is no matter of luck, as in the rounds before.
 */
import { isSettled, view } from '../integration/fleet-hands.ts'
import type { PlayedTill } from '../integration/fleet-world.ts'
import { ruin } from './fleet-disks.ts'
import { chooseHub, count, LENT_MS, pass, type Shop, type SimTill } from './fleet-played.ts'
import { giveBackOpened, isIssued, openBack, sellSome } from './fleet-returns.ts'
import { addCharged, chargedAt } from './fleet-sums.ts'
import { give, spend } from './fleet-worths.ts'

/** A hub is heard, and the service is missed, by then. */
const HEARD_MS = 120_000
/** What waited for its number has it: a till asks ever more rarely. */
export const ISSUED_MS = 900_000

export async function spendByHub(shop: Shop, settle: () => Promise<void>): Promise<void> {
  const [hub, giver, other] = shop.tills
  if (hub === undefined || giver === undefined || other === undefined) return
  await settle()
  const three = [hub, giver, other]
  for (const till of three) setRight(till)
  await chooseHub(giver.played, hub.played)
  const { number } = view(hub.played).till ?? { number: 0 }
  const { world } = shop
  const hears = ({ played }: SimTill) =>
    view(played).hub?.number === number && view(played).hub?.isHeard === true
  await world.until(() => three.every(hears), HEARD_MS)
  const made = charging(shop, giver.played, () => {
    const receipt = sellSome(giver.played, shop.dice)
    shop.ledger.stockMilli -= receipt.milli
    return { receipt, given: give(giver.played, shop.dice) }
  })
  shop.ledger.given.push(made.given)
  shop.ledger.receipts.push(made.receipt)
  await world.until(() => isIssued(giver.played) && isSettled(giver.played), ISSUED_MS)
  await pass(world, LENT_MS)
  const without = shop.tills.filter((till) => till !== giver)
  for (const { played } of without) Object.assign(played.wire, { isAway: true })
  await world.until(() => without.every(({ played }) => view(played).state === 'away'), HEARD_MS)
  await ruin(world, shop.weeks.without?.ruins)
  await playWithout(shop, other.played, made)
  await playBeside(shop, giver.played, made)
  await settle()
}

type Made = Readonly<{ receipt: ReturnType<typeof sellSome>; given: ReturnType<typeof give> }>

async function playWithout(shop: Shop, played: PlayedTill, { receipt, given }: Made) {
  const before = chargedAt(played)
  const refused = await spend(played, given, shop.dice)
  addCharged(shop.ledger.charged, before, chargedAt(played))
  if (refused === null) shop.ledger.stockMilli -= 1_000
  else shop.violations.push(`what a hub was lent is not spent there: ${refused}`)
  if (refused === null) count(shop, 'spent by a hub')
  const opened = await openBack(shop, played, receipt)
  if (typeof opened === 'string')
    shop.violations.push(`what a hub was lent does not come back there: ${opened}`)
  else giveBackOpened(shop, played, opened)
}

/** By the service, which has not heard what the hub granted. */
async function playBeside(shop: Shop, played: PlayedTill, { receipt, given }: Made) {
  Object.assign(played.wire, { hubIsAway: true })
  if ((await spend(played, given, shop.dice)) === null)
    shop.violations.push('what a hub was lent is spent beside it')
  if (typeof (await openBack(shop, played, receipt)) !== 'string')
    shop.violations.push('what a hub was lent comes back beside it')
}

/** What is charged meanwhile at a till of the shop is head office's to add up. */
function charging<Made>({ ledger }: Shop, played: PlayedTill, sell: () => Made): Made {
  const before = chargedAt(played)
  const made = sell()
  addCharged(ledger.charged, before, chargedAt(played))
  return made
}

/** Its clock: another day's receipt comes back nowhere on that day. */
export function setRight(till: SimTill): void {
  till.played.fixture.clock.jumpWallClock(-till.aheadMs)
  till.aheadMs = 0
}
