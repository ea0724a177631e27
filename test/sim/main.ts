/** `npm run sim -- --histories N --seed S`: prints the figures; the exit code says whether every promise held. */
import { parseArgs } from 'node:util'
import { replayCommand, simulate } from './simulate.ts'
import type { Sabotage } from './network.ts'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '200' },
    seed: { type: 'string', default: 'meson' },
    sabotage: { type: 'string', default: 'none' },
  },
})
const startedMs = performance.now()
const totals = await simulate({
  seed: values.seed, histories: Number(values.histories), sabotage: values.sabotage as Sabotage,
  onHistory(report, index) {
    if (report.violations.length > 0) {
      process.stdout.write(`history ${index} (${replayCommand(report)}):\n  ${report.violations.slice(0, 10).join('\n  ')}\n`)
    }
  },
})
const seconds = (performance.now() - startedMs) / 1000
const faults = [...totals.faults].filter(([name]) => name !== 'none').map(([name, count]) => `${name} ${count}`).join(', ')
process.stdout.write([
  `${totals.histories} histories, ${totals.sales} sales, ${totals.documents} documents, ${totals.crashes} crashes, `
    + `${totals.recoveries} lost answers found again, ${totals.simulatedHours} simulated hours, ${totals.events} events in ${seconds.toFixed(1)} s`,
  `faults: ${faults}`,
  `slowest settling after the faults stopped: ${(totals.slowestSettleMs / 60_000).toFixed(1)} min`,
  `histories with a broken promise: ${totals.failed.length}`,
].join('\n') + '\n')
process.exitCode = totals.failed.length > 0 ? 1 : 0
