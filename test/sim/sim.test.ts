/**
 * The share of the simulator that runs with every change. It ends after its time, whatever the machine, and says how
 * far it came; `npm run sim` plays as many histories as one likes.
 */
import { describe, expect, it } from 'vitest'
import { replayCommand, simulate } from './simulate.ts'

const HISTORIES = 200
/** On a machine with nothing else to do all of them fit; on a busy one it stops here. */
const TIME_MS = 80_000
const LEAST_HISTORIES = 20

describe('many tills, much bad weather', () => {
  it('issues every sale exactly once under its own folio, and settles within ten minutes of calm', async () => {
    const startedMs = performance.now()
    const totals = await simulate({
      seed: 'every-change', histories: HISTORIES, isOver: () => performance.now() - startedMs > TIME_MS,
    })
    console.log(`simulator: ${totals.histories} histories, ${totals.sales} sales, ${totals.crashes} crashes, `
      + `${totals.recoveries} lost answers found again, ${totals.simulatedHours} simulated hours`)
    expect(totals.failed.map((report) => [replayCommand(report), ...report.violations.slice(0, 5)])).toEqual([])
    expect(totals.histories).toBeGreaterThanOrEqual(LEAST_HISTORIES)
    expect(totals.recoveries).toBeGreaterThan(0)
    expect(totals.crashes).toBeGreaterThan(0)
  }, TIME_MS + 60_000)

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
    expect(totals.failed.flatMap((report) => report.violations).some((violation) => words.test(violation))).toBe(true)
  })
})
