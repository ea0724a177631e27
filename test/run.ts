/**
 * `npm test`: types, lint and every suite, with the system packages the suites need put in place
 * first where that is allowed. Closes with one line of counts. Arguments go to vitest: `npm test --
 * electron/till`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fakeTimeLibrary, OTHER_DATES, passesOn } from './support/other-clock.ts'
import { STRAY_ERRORS_FILE } from './support/stray-errors.ts'
import { readSuiteReport, strayErrorsOf, type Failure } from './support/suite-report.ts'
import { missingPrograms } from './support/system-programs.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SUITES = 'suites'
const REPORT = join(ROOT, '.cache', 'vitest.json')
const SECOND_REPORT = join(ROOT, '.cache', 'vitest-alone.json')
/** Tests; what fails beyond them is no matter of load. */
const MOST_UNSTEADY = 8
const only = process.argv.slice(2)

/**
 * Suites of dates and of the service, which a clock set to another day would break first; seconds,
 * not minutes.
 */
const EXPOSED_TO_DATES = [
  '--project',
  'unit',
  '--project',
  'house',
  'electron/service',
  'electron/till/sales',
  'electron/till/shifts',
  'electron/till/returns',
  'test/contract',
  'test/integration/service-',
  // Knows no day, and is the longest of them.
  '--exclude',
  'test/integration/service-fuzz.test.ts',
]

if (missingPrograms().length > 0)
  spawnSync(process.execPath, ['test/setup-ci.ts'], { cwd: ROOT, stdio: 'inherit' })
mkdirSync(join(ROOT, '.cache'), { recursive: true })
for (const report of [REPORT, SECOND_REPORT])
  for (const file of [report, strayErrorsOf(report)]) rmSync(file, { force: true })
// Each of these keeps one processor busy, so they run side by side; each prints its own output when
// it is done.
const checks =
  only.length > 0
    ? []
    : await Promise.all([
        check('types', 'npm', ['run', '--silent', 'types']),
        check('lint', 'npm', ['run', '--silent', 'lint']),
      ])
const failed = [
  ...checks,
  ...(only.length > 0
    ? []
    : [
        run('screens', process.execPath, [
          'node_modules/electron-vite/bin/electron-vite.js',
          'build',
          '--logLevel',
          'warn',
        ]),
      ]),
  suites(SUITES, REPORT, only),
  ...(only.length > 0 ? [] : [onAnotherDay()]),
].filter((step) => step !== null)

const first = readSuiteReport(ROOT, REPORT, failed.includes(SUITES))
const second = failed.includes(SUITES) ? secondLook(first.failures) : null
const { failures, unsteady } = second ?? { failures: first.failures, unsteady: [] }
const failedSteps = failed.filter((step) => step !== SUITES || second?.held !== true)
for (const { program, neededBy } of missingPrograms())
  process.stdout.write(`\nskipped without ${program}: ${neededBy}`)
if (failedSteps.length > 0) process.stdout.write(`\nfailed: ${failedSteps.join(', ')}\n`)
// Last, because whoever reads a long log, or only its end, looks here.
for (const { line } of unsteady) process.stdout.write(`\n  unsteady, held when alone: ${line}`)
for (const { line } of failures) process.stdout.write(`\n  × ${line}`)
const counts = {
  passed: first.passed + unsteady.filter(({ stray }) => stray !== true).length,
  failed: failures.length,
  skipped: first.skipped,
  unsteady: unsteady.length,
}
const said = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
process.stdout.write(`\n${said.join(', ')}\n`)
process.exitCode = failedSteps.length > 0 || counts.passed === 0 ? 1 : 0

/**
 * A machine that others load makes a browser or an emulated machine miss what a test waits for. So
 * the few that failed are asked once more with nothing beside them, and named either way: a test
 * that holds only alone is a test to mend, a fault of the program fails again. Null when nothing
 * is asked again: nobody can tell from more than a handful, and arguments are somebody at work.
 */
function secondLook(
  failures: readonly Failure[],
): { held: boolean; failures: readonly Failure[]; unsteady: readonly Failure[] } | null {
  if (failures.length === 0 || failures.length > MOST_UNSTEADY || only.length > 0) return null
  const files = [...new Set(failures.map(({ file }) => file))]
  // An error of no file that is known can not be asked again.
  if (files.includes('')) return null
  const held = suites('what failed, alone', SECOND_REPORT, ['--maxWorkers=1', ...files]) === null
  if (held) return { held, failures: [], unsteady: failures }
  const again = readSuiteReport(ROOT, SECOND_REPORT, true).failures
  const failsAgain = ({ file }: Failure) => again.some((one) => one.file === file)
  // A run that fails without naming a test has shown nothing.
  if (again.length === 0) return null
  return { held, failures: again, unsteady: failures.filter((one) => !failsAgain(one)) }
}

function suites(name: string, report: string, more: readonly string[]): string | null {
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/config/vitest.config.ts',
  ]
  const reporters = ['default', 'json', './test/support/stray-errors.ts']
  return run(
    name,
    process.execPath,
    [
      ...vitest,
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      `--outputFile.json=${report}`,
      ...more,
    ],
    { [STRAY_ERRORS_FILE]: strayErrorsOf(report) },
  )
}

function run(
  name: string,
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): string | null {
  process.stdout.write(`\n== ${name}\n`)
  const env = { ...process.env, ...variables }
  const { status, signal } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env })
  if (status === 0) return null
  process.stdout.write(`\n${name} ended with ${signal ?? `code ${status}`}\n`)
  return name
}

/** The leap day, whatever today is; `npm run test:dates` runs everything on three of them. */
function onAnotherDay(): string | null {
  const date = OTHER_DATES[1] ?? ''
  if (fakeTimeLibrary() === null) return null
  process.stdout.write(`\n== suites on ${date}\n`)
  return passesOn(date, ['--reporter=dot', ...EXPOSED_TO_DATES]) ? null : `suites on ${date}`
}

async function check(
  name: string,
  program: string,
  args: readonly string[],
): Promise<string | null> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  const status = await new Promise<number | null>((resolve) =>
    child.once('error', () => resolve(null)).once('close', resolve),
  )
  process.stdout.write(`\n== ${name}\n${Buffer.concat(output).toString()}`)
  return status === 0 ? null : name
}
