/**
 * A shop of several tills, played: people sell, change prices, put sales aside and take them up,
 * while wires are cut, answers are lost and tills are killed. A ledger beside it knows what must
 * have come of it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '#shared/time/calendar.ts'
import { byCode, COFFEE, isSettled, receive } from '../integration/fleet-hands.ts'
import { fleetWorld } from '../integration/fleet-world.ts'
import { act, CHANGED } from './fleet-acts.ts'
import { spendByHub } from './fleet-by-hub.ts'
import { createDice } from './dice.ts'
import { computer, fall, ruin } from './fleet-disks.ts'
import { judge } from './fleet-judge.ts'
import { fortnight } from './fleet-fortnight.ts'
import {
  chooseHub,
  comeBack,
  count,
  isAlone,
  pass,
  ROUND_MS,
  type Shop,
  type SimTill,
} from './fleet-played.ts'
import { judgeCodes } from './fleet-sums.ts'
import type { Judged, Weeks } from './fleet-weeks.ts'

/** All are right again so long after the last fault. */
const SETTLED_MS = 60_000
/** What was asked for and did not come about ends by then. */
const ENDED_MS = 75_000
const FIRST_STOCK_MILLI = 1_000_000

/** `instead` of rounds and two weeks: what is done for certain. */
export async function playShop(weeks: Weeks, instead = playWeeks): Promise<Judged> {
  const shop = await openShop(weeks)
  try {
    await instead(shop, () => settle(shop))
    await calm(shop)
    await judge(shop)
  } finally {
    await shop.world.close()
    rmSync(shop.folder, { recursive: true, force: true })
  }
  return { counts: shop.counts, violations: shop.violations }
}

async function playWeeks(shop: Shop, settled: () => Promise<void>): Promise<void> {
  const { weeks } = shop
  while (shop.round < weeks.rounds) await playRound(shop)
  if (weeks.hasHub === true) await spendByHub(shop, settled)
  await fortnight(shop, { playRound: () => playRound(shop), settle: settled })
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
      ...{ parked: new Set(), discarded: new Set(), given: [], receipts: [], opened: [] },
    },
  }
}

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

async function kill(shop: Shop, till: SimTill): Promise<void> {
  till.played = await fall(till.played, shop.weeks.without?.forgets)
  count(shop, 'killed')
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
