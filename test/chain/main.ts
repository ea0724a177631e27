/**
 * `npm run sim:chain -- [--tills 500] [--receipts 20] [--processes 3] [--kill-every-s 10]`: as
 * large as one likes. Prints its counts; ends with 1 when one that must be zero is not.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { NO_POSTGRES } from '../support/postgres.ts'
import { runChain } from './chain.ts'
import { faultsOf } from './counts.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage:
      'npm run sim:chain -- [--tills N] [--receipts N] [--processes N] [--kill-every-s N] [--lease-ms N]',
    options: {
      tills: { kind: 'number', from: 1, to: 100_000, first: 500 },
      receipts: { kind: 'number', from: 1, to: 100_000, first: 20 },
      processes: { kind: 'number', from: 1, to: 64, first: 3 },
      'kill-every-s': { kind: 'number', from: 1, to: 3_600, first: 10 },
      'lease-ms': { kind: 'number', from: 1, to: 600_000, first: 5_000 },
    },
  },
  process,
)
if (NO_POSTGRES === null) {
  const counts = await runChain({
    tills: values.tills,
    receiptsEach: values.receipts,
    processes: values.processes,
    killEveryMs: values['kill-every-s'] * 1000,
    leaseMs: values['lease-ms'],
    kills: 3,
    say: (line) => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`)
  process.exitCode = Object.keys(faultsOf(counts)).length === 0 ? 0 : 1
} else process.stdout.write(`skipped: ${NO_POSTGRES}\n`)
