/**
 * `npm run sim:chain -- [--tills 500] [--receipts 20] [--processes 3] [--kill-every-s 10]`: as
 * large as one likes. Prints its counts; ends with 1 when one that must be zero is not.
 */
import { parseArgs } from 'node:util'
import { NO_POSTGRES } from '../support/postgres.ts'
import { runChain } from './chain.ts'
import { faultsOf } from './counts.ts'

const { values } = parseArgs({
  options: {
    tills: { type: 'string', default: '500' },
    receipts: { type: 'string', default: '20' },
    processes: { type: 'string', default: '3' },
    'kill-every-s': { type: 'string', default: '10' },
    'lease-ms': { type: 'string', default: '5000' },
  },
})
if (NO_POSTGRES === null) {
  const counts = await runChain({
    tills: Number(values.tills),
    receiptsEach: Number(values.receipts),
    processes: Number(values.processes),
    killEveryMs: Number(values['kill-every-s']) * 1000,
    leaseMs: Number(values['lease-ms']),
    kills: 3,
    say: (line) => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`)
  process.exitCode = Object.keys(faultsOf(counts)).length === 0 ? 0 : 1
} else process.stdout.write(`skipped: ${NO_POSTGRES}\n`)
