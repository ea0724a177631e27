/**
 * How much smear a printed stamp survives, against other ways to make dots, in the same run.
 * `--receipts N` adds N random receipts per width (`--width 58` or `80` for one alone): all of them must decode, also after
 * `--blur D` dots (default 0.6).
 */
import { parseArgs } from 'node:util'
import { WIDTHS } from '../support/paper-samples.ts'
import { benchStampBlur, blurTable } from './stamp-blur.ts'
import { benchDecodes, decodeTable } from './stamp-decode.ts'

const { values } = parseArgs({
  args: process.argv.slice(3), options: { receipts: { type: 'string', default: '0' }, blur: { type: 'string', default: '0.6' }, width: { type: 'string' } },
})
const receipts = Number(values.receipts)
if (values.width === undefined) process.stdout.write(`${blurTable(await benchStampBlur())}\n`)
if (receipts > 0) {
  const widths = WIDTHS.filter((width) => values.width === undefined || width === Number(values.width))
  const rows = await benchDecodes(receipts, widths, Number(values.blur), (text) => process.stderr.write(`${text}\n`))
  process.stdout.write(`${decodeTable(rows)}\n`)
  if (rows.some(({ decoded }) => decoded < receipts)) process.exitCode = 1
}
