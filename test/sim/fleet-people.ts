/**
 * The people of a shop of several tills, played: made, changed and sent away, while wires are cut,
 * answers are lost, tills are killed and a thief says again what was. A ledger knows who may come
 * in with which PIN, at each till that heard the service for one pull.
 */
import Database from 'better-sqlite3'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { must } from '../support/must.ts'
import { stolenOf } from '../integration/fleet-hands.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from '../integration/fleet-world.ts'
import { rowsOf, secret, settledIn } from '../integration/people-hands.ts'
import { createDice, type Dice } from './dice.ts'
import type { Judged, Sabotage, Weeks } from './fleet-weeks.ts'

interface Person {
  name: string
  pin: string
  isThere: boolean
  /** That opened something once, and must not any more. */
  readonly over: Set<string>
}

interface Shop {
  readonly world: FleetWorld
  readonly dice: Dice
  readonly tills: { played: PlayedTill; cutFor: number }[]
  readonly people: Person[]
  readonly counts: Record<string, number>
  readonly violations: string[]
  /** What was said of people so far, for a thief to say again. */
  readonly said: { id: string; person: string }[]
  readonly without: Sabotage | undefined
  /**
   * A thief has said again what was. A till that had not heard better takes it, until one that had
   * hears of it: until all have, nothing is judged.
   */
  isRobbed: boolean
}

/** One pull of a till that is not cut off, with what is said before it. */
const PULL_MS = 3_000
/** A till that was cut off asks again within twenty seconds. */
const PULLS_TO_SETTLE = 20
const OWNER = { name: 'Paula', pin: '3691' }
const PEOPLE_MOST = 6

export async function playPeople({ rounds, ...weeks }: Weeks): Promise<Judged> {
  const shop = await openShop(weeks)
  try {
    for (let round = 0; round < rounds; round += 1) {
      weather(shop)
      await act(shop)
      await pass(shop)
      await judge(shop)
      await rob(shop)
      if (shop.dice.chance(0.05)) await kill(shop)
    }
    for (const till of shop.tills) Object.assign(till, { cutFor: 0 })
    weather(shop, 0)
    for (let pulls = 0; pulls < PULLS_TO_SETTLE; pulls += 1) await pass(shop)
    shop.isRobbed = false
    await judge(shop)
  } finally {
    await shop.world.close()
  }
  return { counts: shop.counts, violations: shop.violations }
}

async function openShop(how: Omit<Weeks, 'rounds'>): Promise<Shop> {
  const world = await fleetWorld()
  const dice = createDice(`${how.seed} people`)
  const shop: Shop = {
    ...{ world, dice, tills: [], people: [], counts: {}, violations: [], said: [] },
    without: how.without,
    isRobbed: false,
  }
  for (let at = 0; at < how.tills; at += 1) {
    const own = dice.split(`till ${at}`)
    const randomness = { bytes: (count: number) => own.bytes(count) }
    const played = await world.open({ pinPepper: secret(), pinCost: 4, randomness })
    shop.tills.push({ played, cutFor: 0 })
  }
  const [first, ...others] = shop.tills.map(({ played }) => played)
  if (first === undefined) throw new Error('no till')
  const owner = { ...OWNER, staffId: null, role: 'owner', roleIds: [] } as const
  must(await first.till.api.saveStaff({ ...owner, roleIds: [] }))
  await world.join(first)
  await world.until(() => settledIn(first) && idOf(first, OWNER.name) !== '')
  await world.join(first, ...others)
  await world.until(() => others.every((played) => idOf(played, OWNER.name) !== ''))
  for (const { played } of shop.tills)
    Object.assign(played.wire, { wrong: how.without?.wrong?.(dice.split('wrong')) })
  return shop
}

const idOf = ({ till }: PlayedTill, name: string) =>
  till.api.staff().members.find((person) => person.name === name)?.id ?? ''
const comesIn = async ({ till }: PlayedTill, { name, pin }: { name: string; pin: string }) => {
  const staffId = till.api.staff().members.find((person) => person.name === name)?.id
  return staffId !== undefined && (await till.api.signIn({ staffId, pin })).ok
}
const count = ({ counts }: Shop, what: string) => void (counts[what] = (counts[what] ?? 0) + 1)

function weather({ tills, dice, counts }: Shop, likely = 0.15): void {
  for (const till of tills) {
    till.cutFor = Math.max(0, till.cutFor - 1)
    if (till.cutFor === 0 && dice.chance(likely)) {
      till.cutFor = dice.between(1, 8)
      counts['people cut'] = (counts['people cut'] ?? 0) + 1
    }
    const { wire } = till.played
    wire.isAway = till.cutFor > 0
    wire.losesAnswersTo = !wire.isAway && dice.chance(likely) ? '/api/fleet/edits' : null
  }
}

/** Somebody whose till hears the service changes somebody. */
async function act(shop: Shop): Promise<void> {
  const { dice, people } = shop
  const { played } = dice.pick(shop.tills as [Shop['tills'][0], ...Shop['tills']])
  if (!(await comesIn(played, OWNER)))
    return void shop.violations.push('the owner does not come in')
  // Cut, and perhaps unaware of it yet: of two such changes the first that is heard stands.
  if (played.wire.isAway) return count(shop, 'not heard')
  const { api } = played.till
  const pin = String(dice.between(2_000, 8_999))
  const person = people[dice.between(0, Math.max(0, people.length - 1))]
  const save = (staffId: string | null, name: string) =>
    api.saveStaff({ staffId, name, pin, role: 'cashier', roleIds: [] })
  if (people.length < PEOPLE_MOST && (person === undefined || dice.chance(0.4))) {
    const name = `P${people.length}`
    const made = await save(null, name)
    if (made.ok) people.push({ name, pin, isThere: true, over: new Set() })
    return count(shop, made.ok ? 'made' : `not made: ${made.refusal.code}`)
  }
  if (person === undefined || !person.isThere) return
  const id = idOf(played, person.name)
  if (id === '') return
  const isGoing = dice.chance(0.3)
  const done = isGoing ? api.removeStaff(id) : await save(id, person.name)
  count(shop, done.ok ? (isGoing ? 'sent away' : 'new PIN') : `not changed: ${done.refusal.code}`)
  if (!done.ok) return
  person.over.add(person.pin)
  Object.assign(person, isGoing ? { isThere: false } : { pin })
}

async function pass({ world, tills }: Shop): Promise<void> {
  const clock = tills[0]?.played.fixture.clock
  const atMs = clock?.monotonicMs() ?? 0
  await world.until(() => (clock?.monotonicMs() ?? PULL_MS) - atMs >= PULL_MS, 2 * PULL_MS)
}

/** What was changed has been said, and a till has heard all that was. */
const isPulled = (played: PlayedTill, version: number) =>
  rowsOf(
    played,
    `SELECT 1 FROM fleet_membership WHERE version = ${version}
      AND NOT EXISTS (SELECT 1 FROM fleet_heard)`,
  ).length === 1
const SAYS_STILL = `SELECT 1 FROM fleet_edit WHERE kind = 'person' UNION ALL
  SELECT 1 FROM fleet_noted WHERE kind = 'person'`

async function judge(shop: Shop): Promise<void> {
  const { tills, people, violations, world } = shop
  if (tills.some(({ played }) => rowsOf(played, SAYS_STILL).length > 0)) return
  const { version } = await world.service.storage.read
    .selectFrom('fleet_counters')
    .select('version')
    .executeTakeFirstOrThrow()
  if (tills.every(({ played }) => isPulled(played, version))) shop.isRobbed = false
  if (shop.isRobbed) return
  for (const [at, { played }] of tills.entries()) {
    if (!isPulled(played, version)) continue
    count(shop, 'people judged')
    if (!(await comesIn(played, OWNER))) violations.push(`till ${at + 1} keeps the owner out`)
    const there = played.till.api.staff().members
    if (new Set(there.map(({ name }) => name)).size < there.length)
      violations.push(`till ${at + 1} has two of one name`)
    for (const { name, isThere, ...person } of people) {
      if (there.some((one) => one.name === name) !== isThere)
        violations.push(`${name} is ${isThere ? 'missing' : 'still'} at till ${at + 1}`)
      else if (isThere && !(await comesIn(played, { name, pin: person.pin })))
        violations.push(`${name} does not come in at till ${at + 1}`)
    }
  }
}

/** The key of a till, without the secret of the PINs, brings nothing back. */
async function rob(shop: Shop): Promise<void> {
  const { dice, said, tills, world } = shop
  const { played } = dice.pick(tills as [Shop['tills'][0], ...Shop['tills']])
  said.push(
    ...rowsOf<Shop['said'][0]>(played, 'SELECT staff_id AS id, sealed AS person FROM fleet_person'),
  )
  if (!dice.chance(0.3) || said.length === 0) return
  const { id, person } = dice.pick(said as [Shop['said'][0], ...Shop['said']])
  await stolenOf(() => world)(played, 'person', id, { person }, { heard_version: 1_000_000 })
  count(shop, 'robbed')
  shop.isRobbed = true
  // It is heard, refused, and what stands is said again.
  await pass(shop)
}

async function kill(shop: Shop): Promise<void> {
  const till = shop.dice.pick(shop.tills as [Shop['tills'][0], ...Shop['tills']])
  await till.played.till.stop()
  if (shop.without?.forgets !== undefined) {
    const db = new Database(tillFolder(till.played.fixture.dataDir).database)
    db.exec(shop.without.forgets)
    db.close()
  }
  till.played = { ...till.played, till: await till.played.openAgain() }
  count(shop, 'people killed')
}
