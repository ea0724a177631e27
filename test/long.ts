/**
 * `npm run test:long`: the attacks in full length, about an hour of two processors. With every
 * change a part of them runs; this is for before a release and after work on the queue, the disk or
 * the printers. Named files are played alone: `npm run test:long -- test/sim/point-day`.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { runVitest } from './support/run-vitest.ts'

const { words } = askedOrEnd(
  parseArgs,
  { usage: 'npm run test:long [-- FILE ...]', options: {}, wordsMax: 100 },
  process,
)
const LONG_SUITES = [
  'test/chaos',
  'test/crash',
  'test/sim',
  'test/hostile',
  'test/walks',
  'test/integration/service-fuzz',
  // On React's development build, whose complaints are failures.
  'test/renderer',
]

process.exitCode = runVitest(words.length > 0 ? words : LONG_SUITES, {
  TEST_LONG: '1',
  CRASH_SWEEP: 'full',
  OPEN_SALE_WALKS: process.env['OPEN_SALE_WALKS'] ?? '20000',
})
