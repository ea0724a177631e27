/** What a till of a shop asks its disk while nothing happens there. */
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tillFolder } from '#till/kernel/till-folder.ts'
import {
  BREAD,
  byCode,
  change,
  COFFEE,
  one,
  receive,
  stockOf,
  two,
  wait,
  world,
} from './fleet-hands.ts'
import { hubIs, lent, three, useThreeTills } from './hub-hands.ts'

useThreeTills()

/** Longer than a look is left out for (looks.ts), several times over. */
const REST_MS = 20_000
const SHARE_OF_MINUTE = REST_MS / 60_000
/** From the hand of one till to the shelf of another. */
const HEARD_MS_MAX = 5_000
/** A minute: two questions each half second, whether something was written, by each of three. */
const LOOKS_MAX = 2 * 120 * 3
const IDLE_MAX = LOOKS_MAX + 1_200
/**
 * Its hub is asked every two seconds; a fourth look is for what it is lent. Each question looks by
 * whose key it goes, and what is in hand.
 */
const IDLE_BESIDE_HUB_MAX = IDLE_MAX + 2 * 120 + 2_300

type Ask = (this: Database.Statement, ...values: unknown[]) => unknown
const METHODS = ['run', 'get', 'all'] as const
const memory = new Database(':memory:')
const statement = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<string, Ask>
const plain = METHODS.map((method) => [method, statement[method] as Ask] as const)
const asked = new Map<string, number>()
beforeAll(() => {
  for (const [method, ask] of plain)
    statement[method] = function (...values) {
      asked.set(this.database.name, (asked.get(this.database.name) ?? 0) + 1)
      return ask.apply(this, values)
    }
})
afterAll(() => {
  for (const [method, ask] of plain) statement[method] = ask
})

/** Statements of the first till, and of the one that becomes its hub. */
async function inAMinute(): Promise<readonly number[]> {
  await wait(REST_MS)
  asked.clear()
  await wait(REST_MS)
  return [one, two].map(
    ({ fixture }) => (asked.get(tillFolder(fixture.dataDir).database) ?? 0) / SHARE_OF_MINUTE,
  )
}

it('is little more than whether something was written', async () => {
  const alone = await inAMinute()
  await hubIs(two, one, two, three)
  await lent()
  const besideHub = await inAMinute()
  expect(Math.max(...alone)).toBeLessThan(IDLE_MAX)
  expect(Math.max(...besideHub)).toBeLessThan(IDLE_BESIDE_HUB_MAX)
})

it('misses nothing that is done after a long rest', async () => {
  await wait(REST_MS)
  const before = stockOf(three, COFFEE) ?? 0
  change(one, byCode(one, BREAD)?.name ?? '', { unitGrossClp: 1_234 })
  receive(two, COFFEE, 5_000)
  await world.until(
    () => byCode(three, BREAD)?.unitGrossClp === 1_234 && stockOf(three, COFFEE) === before + 5_000,
    HEARD_MS_MAX,
  )
})
