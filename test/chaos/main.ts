/**
 * `npm run chaos -- --receipts N --seed S [--tills T] [--faults SHARE] [--kills K] [--service
 * own|foreign]`: prints the figures; the exit code says whether every promise held.
 */
import { parseArgs } from 'node:util'
import { playChaos } from './chaos.ts'
import { sayChaos } from './say-chaos.ts'

const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '2000' },
    seed: { type: 'string', default: 'meson' },
    tills: { type: 'string', default: '2' },
    service: { type: 'string', default: 'own' },
    faults: { type: 'string', default: '0.1' },
    kills: { type: 'string', default: '4' },
  },
})
const report = await playChaos({
  seed: values.seed,
  receipts: Number(values.receipts),
  tills: Number(values.tills),
  faultShare: Number(values.faults),
  kills: Number(values.kills),
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
