/**
 * The chaos that runs with every change; `npm run chaos` plays others. CHAOS_SEED and
 * CHAOS_RECEIPTS change it. Every receipt is drawn and put on paper for real, which is what takes
 * the time.
 */
import { expect, it } from 'vitest'
import { playChaos, type ChaosReport } from './chaos.ts'
import { pick } from '../support/thoroughness.ts'
import { sayChaos } from './say-chaos.ts'

const RECEIPTS = Number(process.env['CHAOS_RECEIPTS'] ?? pick(200, 2_000))
const SEED = process.env['CHAOS_SEED'] ?? 'every-change'
/** Against the service in test/foreign, which makes more trouble of its own. */
const FOREIGN_RECEIPTS = pick(100, 2_000)
const FOREIGN_KILLS = pick(5, 20)
const SETTLE_TIMEOUT_MS = 900_000

it(
  'issues every receipt once and prints it or asks somebody, whoever is killed and whatever the network does',
  async () => {
    const report = await playChaos({
      seed: SEED,
      receipts: RECEIPTS,
      tills: 2,
      faultShare: 0.06,
      kills: 2,
      settleTimeoutMs: SETTLE_TIMEOUT_MS,
    })
    expectWhole(report, RECEIPTS)
    expect(report.returnsAhead).toBeGreaterThan(0)
    expect(report.creditsSpent).toBeGreaterThan(0)
  },
  2 * SETTLE_TIMEOUT_MS,
)

it(
  'does the same against a service it never met, which counts at its own side',
  async () => {
    const receipts = Math.min(RECEIPTS, FOREIGN_RECEIPTS)
    const report = await playChaos({
      seed: `${SEED}, foreign`,
      receipts,
      tills: 2,
      faultShare: 0.06,
      kills: FOREIGN_KILLS,
      settleTimeoutMs: SETTLE_TIMEOUT_MS,
      service: 'foreign',
    })
    expectWhole(report, receipts)
  },
  2 * SETTLE_TIMEOUT_MS,
)

function expectWhole(report: ChaosReport, receipts: number): void {
  console.log(sayChaos(report))
  expect(report.violations.slice(0, 10)).toEqual([])
  expect({ work: report.sales + report.returns, documents: report.documents }).toEqual({
    work: receipts,
    documents: receipts,
  })
  expect(report.papersSent + report.papersMarked).toBe(receipts)
  // It was no calm day, or nothing of this is proven.
  expect(report.tillKills).toBeGreaterThan(0)
  expect(report.serviceKills).toBeGreaterThan(0)
  expect(report.duplicateAnswers).toBeGreaterThan(0)
}
