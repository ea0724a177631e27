/**
 * `npm test`: types, lint and every suite, with the system packages the suites need put in place
 * first where that is allowed. Closes with one line of counts. Arguments go to vitest: `npm test --
 * electron/till`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fakeTimeLibrary, OTHER_DATES, passesOn } from './support/other-clock.ts'
import { missingPrograms } from './support/system-programs.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REPORT = join(ROOT, '.cache', 'vitest.json')
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
  run('suites', process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/config/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    ...only,
  ]),
  ...(only.length > 0 ? [] : [onAnotherDay()]),
].filter((step) => step !== null)

const { passed, failing, skipped, failures } = countTests()
for (const { program, neededBy } of missingPrograms())
  process.stdout.write(`\nskipped without ${program}: ${neededBy}`)
if (failed.length > 0) process.stdout.write(`\nfailed: ${failed.join(', ')}\n`)
// Last, because whoever reads a long log, or only its end, looks here.
for (const failure of failures) process.stdout.write(`\n  × ${failure}`)
process.stdout.write(`\n${passed} passed, ${failing} failed, ${skipped} skipped\n`)
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0

function run(name: string, program: string, args: readonly string[]): string | null {
  process.stdout.write(`\n== ${name}\n`)
  return spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' }).status === 0 ? null : name
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

interface Counts {
  readonly passed: number
  readonly failing: number
  readonly skipped: number
  /** One line each: file, name, the first line of why. */
  readonly failures: readonly string[]
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

function countTests(): Counts {
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8')) as VitestReport
    return {
      passed: report.numPassedTests,
      failing: report.numFailedTests,
      skipped: report.numPendingTests,
      failures: report.testResults.flatMap(failuresOf),
    }
  } catch {
    return { passed: 0, failing: 0, skipped: 0, failures: [] }
  }
}

function failuresOf(file: VitestReport['testResults'][number]): string[] {
  const tests = file.assertionResults.filter(({ status }) => status === 'failed')
  const name = relative(ROOT, file.name)
  if (tests.length === 0 && file.status === 'failed') return [`${name}: ${firstLine(file.message)}`]
  return tests.map((test) => `${name} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
}

function firstLine(message: string | undefined): string {
  return (message ?? '').split('\n', 1)[0]?.slice(0, 300) ?? ''
}
