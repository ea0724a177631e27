/**
 * `npm run sim -- --histories N --seed S [--threads T]`: prints the figures; the exit code says
 * whether every promise held. Twenty thousand histories (1.2 million sales) take about an hour of
 * two processors.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { replayCommand, simulate } from './simulate.ts'
import { simulateInThreads } from './simulate-in-threads.ts'
import type { HistoryReport } from './history.ts'
import { SABOTAGES, type Sabotage } from './network.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: `npm run sim -- [--histories N] [--seed S] [--threads T] [--sabotage ${SABOTAGES.join('|')}]`,
    options: {
      histories: { kind: 'number', from: 1, to: 1_000_000, first: 200 },
      seed: { kind: 'text', first: 'meson' },
      sabotage: { kind: 'text', choices: SABOTAGES, first: 'none' },
      threads: { kind: 'number', from: 1, to: 256, first: availableParallelism() },
    },
  },
  process,
)
/** Histories between two lines of progress. */
const PROGRESS_EVERY = 500
const startedMs = performance.now()
const seconds = () => (performance.now() - startedMs) / 1000
let played = 0
const { histories } = values
const threads = Math.min(values.threads, histories)
const options = {
  seed: values.seed,
  histories,
  sabotage: values.sabotage as Sabotage,
  onHistory(report: HistoryReport, index: number) {
    played += 1
    if (played % PROGRESS_EVERY === 0)
      process.stderr.write(`${played} of ${histories} after ${seconds().toFixed(0)} s\n`)
    if (report.violations.length > 0) {
      process.stdout.write(
        `history ${index} (${replayCommand(report)}):\n  ${report.violations.slice(0, 10).join('\n  ')}\n`,
      )
    }
  },
}
const totals = threads > 1 ? await simulateInThreads(options, threads) : await simulate(options)
const faults = [...totals.faults]
  .filter(([name]) => name !== 'none')
  .map(([name, count]) => `${name} ${count}`)
  .join(', ')
process.stdout.write(
  [
    `${totals.histories} histories, ${totals.sales} sales, ${totals.returns} returns, ${totals.documents} documents, ${totals.crashes} crashes, ` +
      `${totals.recoveries} lost answers found again, ${totals.simulatedHours} simulated hours, ${totals.events} events in ${seconds().toFixed(1)} s`,
    `faults: ${faults}`,
    `slowest settling after the faults stopped: ${(totals.slowestSettleMs / 60_000).toFixed(1)} min` +
      (totals.slowest === null ? '' : ` (${replayCommand(totals.slowest)})`),
    `histories with a broken promise: ${totals.failed.length}`,
  ].join('\n') + '\n',
)
process.exitCode = totals.failed.length > 0 ? 1 : 0
