/**
 * The card terminal in simulated time, judged by the bank: none charged twice, none charged that
 * the till does not know of, nothing handed over that was not charged, nothing acknowledged that is
 * on no disk; and each safeguard left out once is found.
 */
import { expect, it } from 'vitest'
import { pick } from '../support/thoroughness.ts'
import { playDay, SAFEGUARDS, type Day, type Judged } from './card-day.ts'

const SALES_A_DAY = 25
const SALES = pick(1_500, 100_000)
const TIMEOUT_MS = 3_600_000

type Sum = { -readonly [Key in keyof Judged]: number }

async function play(
  days: number,
  how: Omit<Day, 'seed' | 'sales'> = {},
  isOver: (sum: Sum) => boolean = () => false,
): Promise<Sum> {
  const sum: Sum = {
    ...{ sales: 0, faults: 0, ends: 0, erasedOpen: 0, chargedTwice: 0, chargedUnknown: 0 },
    ...{ handedOverUncharged: 0, acknowledgedUnstored: 0, askedPerson: 0, leftOpen: 0 },
  }
  for (let seed = 1; seed <= days && !isOver(sum); seed += 1) {
    const judged = await playDay({ seed, sales: SALES_A_DAY, ...how })
    for (const key of Object.keys(sum) as (keyof Judged)[]) sum[key] += judged[key]
  }
  return sum
}

const wrong = ({
  sales: _,
  faults: _f,
  ends: _e,
  askedPerson: _p,
  leftOpen: _o,
  ...endings
}: Sum) => endings
const NONE = {
  ...{ chargedTwice: 0, chargedUnknown: 0 },
  ...{ handedOverUncharged: 0, acknowledgedUnstored: 0, erasedOpen: 0 },
}

const WORLDS = [
  ['a terminal that hears nothing in the middle of a sale', {}],
  ['one that keeps what it hears for later', { queues: true }],
  ['one that is also used by hand', { byHand: true }],
] as const

it.each(WORLDS)(
  'every card is charged once and known, with %s',
  async (name, how) => {
    const sum = await play(Math.ceil(SALES / WORLDS.length / SALES_A_DAY), how)
    console.log(`${name}: ${JSON.stringify(sum)}`)
    expect(wrong(sum)).toEqual(NONE)
    expect(sum.faults / sum.sales).toBeGreaterThan(1.4)
    expect(sum.ends).toBeGreaterThan(sum.sales / 150)
    expect(sum.leftOpen).toBe(0)
  },
  TIMEOUT_MS,
)

it.each(SAFEGUARDS)(
  'without this somebody pays wrongly: %s',
  async (without) => {
    // Until the first who does.
    const isFound = (sum: Sum) => Object.values(wrong(sum)).some((count) => count > 0)
    let sum = await play(40, { without }, isFound)
    if (!isFound(sum)) sum = await play(40, { queues: true, without }, isFound)
    console.log(`without ${without}: ${JSON.stringify(sum)}`)
    expect(isFound(sum)).toBe(true)
  },
  TIMEOUT_MS,
)
