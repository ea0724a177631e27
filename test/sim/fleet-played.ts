/** A shop that is played, and what everybody who plays it does. */
import { must } from '../support/must.ts'
import { said, view } from '../integration/fleet-hands.ts'
import type { FleetWorld, PlayedTill } from '../integration/fleet-world.ts'
import type { Dice } from './dice.ts'
import type { OpenedReturn, SoldReceipt } from './fleet-returns.ts'
import type { Charged } from './fleet-sums.ts'
import type { Weeks } from './fleet-weeks.ts'
import type { Given } from './fleet-worths.ts'

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
  charged: Charged
  /** How often each parked sale was charged. */
  readonly sold: Map<string, number>
  readonly parked: Set<string>
  readonly discarded: Set<string>
  readonly given: Given[]
  readonly receipts: SoldReceipt[]
  /** Returns that lie open somewhere. */
  readonly opened: OpenedReturn[]
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
export const ROUND_MS = 1_500
/** What was given is lent to the hub by then. */
export const LENT_MS = 6_000

export const count = ({ counts }: Pick<Shop, 'counts'>, what: string) =>
  void (counts[what] = (counts[what] ?? 0) + 1)

export async function pass({ until, tills }: FleetWorld, ms: number): Promise<void> {
  const [first] = tills
  const atMs = first?.fixture.clock.monotonicMs() ?? 0
  await until(() => (first?.fixture.clock.monotonicMs() ?? ms) - atMs >= ms, 2 * ms)
}

export const isAlone = (played: PlayedTill) => view(played).state === 'alone'

export async function comeBack(shop: Shop, played: PlayedTill): Promise<void> {
  const { api } = played.till
  must(await said(played, api.joinShop({ code: null, name: 'Caja', branch: '' })))
  count(shop, 'came back')
}

export async function chooseHub(asked: PlayedTill, next: PlayedTill) {
  const tillId = view(next).till?.id ?? ''
  must(await said(asked, asked.till.api.changeShopTill({ tillId, isHub: true })))
}

/** It is granted and does not hear of it. */
export function losing(shop: Shop, { wire }: PlayedTill, path: string): void {
  if ((wire.isAway && shop.weeks.hasHub !== true) || !shop.dice.chance(0.2)) return
  wire.losesAnswersTo = path
  wire.hubLosesAnswersTo = path
  count(shop, 'words lost')
}
