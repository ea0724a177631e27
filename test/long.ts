/**
 * `npm run test:long`: the attacks in full length, about an hour of two processors. With every
 * change a part of them runs; this is for before a release and after work on the queue, the disk or
 * the printers.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/config/vitest.config.ts',
    ...LONG_SUITES,
    ...process.argv.slice(2),
  ],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_LONG: '1',
      CRASH_SWEEP: 'full',
      OPEN_SALE_WALKS: process.env['OPEN_SALE_WALKS'] ?? '200000',
    },
  },
)
process.exitCode = status ?? 1
