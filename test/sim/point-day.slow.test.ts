/**
 * A terminal over the internet in simulated time: none charged twice, none charged that the till
 * does not know of, nothing handed over that was not charged; each safeguard left out is found.
 */
import { expect, it } from 'vitest'
import { pick } from '../support/thoroughness.ts'
import { playPointDays, type PointSafeguard } from './point-day.ts'

const SALES_A_RUN = 25
/** 1,500 sales with every change, 100,000 by `npm run test:long -- test/sim/point-day`. */
const RUNS = pick(60, 4_000)
const TIMEOUT_MS = 3_600_000

async function play(runs: number, without?: PointSafeguard) {
  const sum = { faults: 0, served: 0, chargedTwice: 0, chargedUnknown: 0, handedOverUncharged: 0 }
  for (let seed = 1; seed <= runs; seed += 1) {
    const days = { seed, sales: SALES_A_RUN }
    const judged = await playPointDays(without === undefined ? days : { ...days, without })
    sum.faults += judged.faults
    sum.served += judged.served
    sum.chargedTwice += judged.wrong.chargedTwice
    sum.chargedUnknown += judged.wrong.chargedUnknown
    sum.handedOverUncharged += judged.wrong.handedOverUncharged
  }
  return sum
}

it(
  `charges ${(RUNS * SALES_A_RUN).toLocaleString('en')} sales once each, whatever fails`,
  async () => {
    const { faults, served, ...wrong } = await play(RUNS)
    console.log(JSON.stringify({ served, faults, ...wrong }))
    expect(wrong).toEqual({ chargedTwice: 0, chargedUnknown: 0, handedOverUncharged: 0 })
    expect(served).toBe(RUNS * SALES_A_RUN)
    expect(faults / served).toBeGreaterThan(1.5)
  },
  TIMEOUT_MS,
)

it.each(['own key', 'attempt on disk', 'asking what became of it'] as const)(
  'is found out without: %s',
  async (without) => {
    const { chargedTwice, chargedUnknown, handedOverUncharged } = await play(20, without)
    console.log(without, JSON.stringify({ chargedTwice, chargedUnknown, handedOverUncharged }))
    expect(chargedTwice + chargedUnknown + handedOverUncharged).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
