/**
 * How much smear a printed stamp survives, against other ways to make dots, in the same run.
 * `--receipts N` adds N random receipts per width (`--width 58` or `80` for one alone): all of them
 * must decode, also after
 * `--blur D` dots (default 0.6).
 * `--wear N` lays N stamps this way and that, and reads them smeared, askew and with dead dots.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { WIDTHS } from '../support/paper-samples.ts'
import { benchStampBlur, blurTable } from './stamp-blur.ts'
import { benchDecodes, decodeTable } from './stamp-decode.ts'
import { benchWear, wearTable } from './stamp-wear.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- blur [--receipts N] [--wear N] [--blur N] [--width 58|80]',
    options: {
      receipts: { kind: 'number', from: 0, to: 100_000, first: 0 },
      wear: { kind: 'number', from: 0, to: 100_000, first: 0 },
      blur: { kind: 'number', from: 0, to: 10, first: 0.6, isShare: true },
      width: { kind: 'number', from: 58, to: 80 },
    },
  },
  process,
  3,
)
const { receipts, wear, blur } = values
const say = (text: string): void => void process.stderr.write(`${text}\n`)
if (wear > 0) process.stdout.write(`${wearTable(await benchWear(wear, blur, say), blur)}\n`)
else if (values.width === undefined) process.stdout.write(`${blurTable(await benchStampBlur())}\n`)
if (receipts > 0) {
  const widths = WIDTHS.filter((width) => values.width === undefined || width === values.width)
  const rows = await benchDecodes(receipts, widths, blur, say)
  process.stdout.write(`${decodeTable(rows)}\n`)
  if (rows.some(({ decoded }) => decoded < receipts)) process.exitCode = 1
}
