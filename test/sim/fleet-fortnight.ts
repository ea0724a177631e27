/**
 * A till that is shut for two weeks with what it sold unheard, while its shop goes on: back on its
 * wire it is right within a minute.
 */
import { DAY_MS } from '#shared/time/calendar.ts'
import { COFFEE, isSettled, receive, shown, view } from '../integration/fleet-hands.ts'
import type { PlayedTill } from '../integration/fleet-world.ts'
import type { Shop } from './fleet-played.ts'
import { addCharged, chargedAt } from './fleet-sums.ts'
import { sellOf } from '../support/till-fixture.ts'

const AWAY_MS = 14 * DAY_MS
/** What the others do meanwhile. */
const ROUNDS = 12
const RIGHT_WITHIN_MS = 60_000

export interface Meanwhile {
  readonly playRound: () => Promise<void>
  /** The others say and hear all there is, without a fault. */
  readonly settle: () => Promise<void>
}

export async function fortnight(shop: Shop, { playRound, settle }: Meanwhile): Promise<void> {
  const { tills, world, ledger, counts, violations } = shop
  // Of the shop, and not its hub: what the others have asked of a hub waits until it is there.
  const at = tills.findIndex(({ played }) => {
    const { state, hub } = view(played)
    return state !== 'alone' && hub?.isOwn !== true
  })
  const [till] = at < 0 || tills.length < 2 ? [] : tills.splice(at, 1)
  if (till === undefined) return
  const { played } = till
  played.wire.isAway = true
  const before = chargedAt(played)
  sellOf(played.till.api, COFFEE)
  receive(played, COFFEE, 3_000)
  ledger.stockMilli += 2_000
  addCharged(ledger.charged, before, chargedAt(played))
  await played.till.stop()
  for (let round = 0; round < ROUNDS; round += 1) await playRound()
  await settle()
  world.service.clock.advance(AWAY_MS)
  for (const { fixture } of world.tills) fixture.clock.jumpWallClock(AWAY_MS)
  till.played = { ...played, till: await played.openAgain() }
  Object.assign(played.wire, { isAway: false, losesAnswersTo: null, hubIsAway: false })
  tills.splice(at, 0, till)
  const fromMs = played.fixture.clock.monotonicMs()
  const other = tills[at === 0 ? 1 : 0]?.played ?? played
  try {
    await world.until(() => isRight(till.played, other), RIGHT_WITHIN_MS)
  } catch {
    violations.push(`till ${at + 1} is not right a minute after two weeks`)
  }
  counts['back after two weeks'] = (counts['back after two weeks'] ?? 0) + 1
  const tookMs = played.fixture.clock.monotonicMs() - fromMs
  counts['ms until right, together'] = (counts['ms until right, together'] ?? 0) + tookMs
}

const isRight = (played: PlayedTill, other: PlayedTill) =>
  view(played).state === 'together' &&
  isSettled(played) &&
  JSON.stringify(shown(played)) === JSON.stringify(shown(other))
