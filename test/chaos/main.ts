/**
 * `npm run chaos -- --receipts N --seed S [--tills T] [--faults SHARE] [--kills K] [--service
 * own|foreign]`: prints the figures; the exit code says whether every promise held.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { playChaos } from './chaos.ts'
import { sayChaos } from './say-chaos.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage:
      'npm run chaos -- [--receipts N] [--seed S] [--tills T] [--faults SHARE] [--kills K] [--service own|foreign]',
    options: {
      receipts: { kind: 'number', from: 1, to: 10_000_000, first: 2_000 },
      seed: { kind: 'text', first: 'meson' },
      tills: { kind: 'number', from: 1, to: 100, first: 2 },
      service: { kind: 'text', choices: ['own', 'foreign'], first: 'own' },
      faults: { kind: 'number', from: 0, to: 1, first: 0.1, isShare: true },
      kills: { kind: 'number', from: 0, to: 1_000, first: 4 },
    },
  },
  process,
)
const report = await playChaos({
  seed: values.seed,
  receipts: values.receipts,
  tills: values.tills,
  faultShare: values.faults,
  kills: values.kills,
  settleTimeoutMs: 600_000,
  service: values.service === 'foreign' ? 'foreign' : 'own',
})
process.stdout.write(
  `${sayChaos(report)}\n${report.violations
    .slice(0, 20)
    .map((line) => `  ${line}\n`)
    .join('')}`,
)
process.exitCode = report.violations.length > 0 ? 1 : 0
