/**
 * `npm run test:dates [-- YYYY-MM-DD ...] [FILE ...]`: the unit and house suites under other
 * clocks. A test that names a day and meets the machine's clock passes on the day it was written
 * and fails on another.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd, refused, tell } from '#shared/core/command-line.ts'
import { fakeTimeLibrary, OTHER_DATES, withClockOf } from './support/other-clock.ts'
import { runVitest } from './support/run-vitest.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/
const { words: typed } = askedOrEnd(
  parseArgs,
  { usage: 'npm run test:dates [-- YYYY-MM-DD ...] [FILE ...]', options: {}, wordsMax: 100 },
  process,
)
const wrong = typed.find((word) => DATE.test(word) && !isDay(word))
if (wrong !== undefined)
  process.exit(tell(refused(`«${wrong}» no es un día`, `“${wrong}” is no day`), process))
const dates = typed.some((word) => DATE.test(word))
  ? typed.filter((word) => DATE.test(word))
  : OTHER_DATES
const args = [
  '--project',
  'unit',
  '--project',
  'house',
  ...typed.filter((word) => !DATE.test(word)),
]

function isDay(text: string): boolean {
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

if (fakeTimeLibrary() === null) {
  process.stdout.write(
    'libfaketime is missing. Install: apt-get install -y --no-install-recommends libfaketime\n',
  )
  process.exitCode = 1
} else {
  const failed = dates.filter((date) => {
    process.stdout.write(`\n== ${date}\n`)
    return runVitest(args, withClockOf(date)) !== 0
  })
  process.stdout.write(
    failed.length > 0 ? `\nfailed on ${failed.join(', ')}\n` : '\nthe same on every day\n',
  )
  process.exitCode = failed.length > 0 ? 1 : 0
}
