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

const NONE = {
  ...{ chargedTwice: 0, chargedUnknown: 0, handedOverUncharged: 0 },
  ...{ refundedTwice: 0, refundedInWordOnly: 0 },
}
type Wrong = keyof typeof NONE

async function play(runs: number, without?: PointSafeguard) {
  const sum = { faults: 0, served: 0, refunds: 0 }
  const wrong = { ...NONE }
  // A safeguard that is left out is found by the first who pays wrongly.
  const isFound = () => without !== undefined && Object.values(wrong).some((count) => count > 0)
  for (let seed = 1; seed <= runs && !isFound(); seed += 1) {
    const days = { seed, sales: SALES_A_RUN }
    const judged = await playPointDays({ ...days, ...(without && { without }) })
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += judged[key]
    for (const key of Object.keys(wrong) as Wrong[]) wrong[key] += judged.wrong[key]
  }
  console.log(without ?? 'all safeguards', JSON.stringify({ ...sum, ...wrong }))
  return { ...sum, wrong }
}

it(
  `charges ${(RUNS * SALES_A_RUN).toLocaleString('en')} sales once each, whatever fails`,
  async () => {
    const { faults, served, refunds, wrong } = await play(RUNS)
    expect(wrong).toEqual(NONE)
    expect(served).toBe(RUNS * SALES_A_RUN)
    expect(faults / served).toBeGreaterThan(1.5)
    expect(refunds / served).toBeGreaterThan(0.1)
  },
  TIMEOUT_MS,
)

it.each([
  'own key',
  'attempt on disk',
  'asking what became of it',
  'own key and look of a refund',
  'refund on disk',
] as const)(
  'is found out without: %s',
  async (without) => {
    expect((await play(20, without)).wrong).not.toEqual(NONE)
  },
  TIMEOUT_MS,
)
