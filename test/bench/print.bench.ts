/**
 * `npm run bench -- print [--rounds N] [--memory]`: PDF to bytes for the printer, against pdftoppm
 * -mono and mutool in the same run; `--memory` measures the resident memory over 3,000 receipts
 * instead.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { benchMemory, benchPrint, memoryTable, printTable } from './print.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- print [--rounds N] [--memory]',
    options: {
      rounds: { kind: 'number', from: 1, to: 1_000, first: 25 },
      memory: { kind: 'flag' },
    },
  },
  process,
  3,
)
const text = values.memory
  ? memoryTable(await benchMemory()).join('\n')
  : printTable(await benchPrint(values.rounds))
process.stdout.write(`${text}\n`)
