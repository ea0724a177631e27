/**
 * The share of the simulator that runs with every change; `npm run sim` plays as many histories as
 * one likes.
 */
import { describe, expect, it } from 'vitest'
import { pick } from '../support/thoroughness.ts'
import { FAULTS } from './network.ts'
import { replayCommand, simulate } from './simulate.ts'

/** Its history 11 has an outage of days, which one in two hundred has. */
const SEED = 'each-change'
const HISTORIES = pick(16, 200)
const SALES_MIN = 60 * HISTORIES
const RETURNS_MIN = 4 * HISTORIES
const FAULTS_PLAYED = [...FAULTS, 'outage of days', 'clock set', 'asleep']
/** Ten times what an idle machine takes. */
const TIMEOUT_MS = 600_000

describe('many tills, much bad weather', () => {
  it(
    'issues every sale and every return exactly once under its own folio, and settles within ten minutes of calm',
    async () => {
      const totals = await simulate({ seed: SEED, histories: HISTORIES })
      console.log(
        `simulator: ${totals.histories} histories, ${totals.sales} sales, ${totals.returns} returns, ${totals.crashes} crashes, ` +
          `${totals.recoveries} lost answers found again, ${totals.simulatedHours} simulated hours, ` +
          `slowest settling ${(totals.slowestSettleMs / 60_000).toFixed(1)} min, ${[...totals.faults].map(([name, count]) => `${name} ${count}`).join(', ')}`,
      )
      expect(
        totals.failed.map((report) => [replayCommand(report), ...report.violations.slice(0, 5)]),
      ).toEqual([])
      expect(totals.histories).toBe(HISTORIES)
      expect(totals.sales).toBeGreaterThanOrEqual(SALES_MIN)
      expect(totals.returns).toBeGreaterThan(RETURNS_MIN)
      expect(totals.recoveries).toBeGreaterThan(0)
      expect(totals.crashes).toBeGreaterThan(0)
      // Each kind of bad weather was played, or nothing of this is proven about it.
      for (const fault of FAULTS_PLAYED) expect(totals.faults.get(fault), fault).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )

  it('plays the same history again from its seed', async () => {
    const play = () => simulate({ seed: 'twice', histories: 1 })
    const [first, second] = [await play(), await play()]
    expect(second).toEqual(first)
  })
})

describe('a client gone wrong on purpose is caught', () => {
  it.each([
    ['new-reference-on-retry', /documents for one sale/],
    ['duplicate-as-refusal', /rejected \(TAKEN\) without reason/],
  ] as const)('%s', async (sabotage, words) => {
    const totals = await simulate({ seed: 'sabotage', histories: 3, sabotage })
    expect(
      totals.failed
        .flatMap((report) => report.violations)
        .some((violation) => words.test(violation)),
    ).toBe(true)
  })
})
