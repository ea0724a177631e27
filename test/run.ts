/**
 * `npm test`: types, lint and every suite, with the system packages the suites need put in place
 * first where that is allowed. Closes with one line of counts. Arguments go to vitest: `npm test --
 * electron/till`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fakeTimeLibrary, OTHER_DATES, passesOn } from './support/other-clock.ts'
import { postgresPrograms } from './support/postgres.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REPORT = join(ROOT, '.cache', 'vitest.json')
const only = process.argv.slice(2)

interface SystemProgram {
  readonly program: string
  readonly packages: readonly string[]
  readonly neededBy: string
  /** For what is not found by its name in the path. */
  readonly isThere?: () => boolean
}

/**
 * What a suite needs from the system: the program that shows it is there, and the Debian packages
 * that bring it.
 */
const SYSTEM_PROGRAMS: readonly SystemProgram[] = [
  { program: 'chromium', packages: ['chromium'], neededBy: 'browser stories' },
  {
    program: 'cc',
    packages: ['gcc', 'libc6-dev'],
    neededBy: 'the crash sweep (a shim that fails disk operations)',
  },
  { program: 'pdftoppm', packages: ['poppler-utils'], neededBy: 'a second opinion on PDFs' },
  { program: 'openssl', packages: ['openssl'], neededBy: 'a second opinion on the stamps' },
  {
    program: 'postgres',
    packages: ['postgresql'],
    neededBy: 'the service over PostgreSQL',
    isThere: () => postgresPrograms() !== null,
  },
  { program: 'socat', packages: ['socat'], neededBy: 'the scale and the printer on a wire' },
  {
    program: 'libfaketime',
    packages: ['libfaketime'],
    neededBy: 'the suites on another day',
    isThere: () => fakeTimeLibrary() !== null,
  },
]
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
]

installSystemPrograms()
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

const { passed, failing, skipped } = countTests()
for (const { program, neededBy } of missingPrograms())
  process.stdout.write(`\nskipped without ${program}: ${neededBy}`)
if (failed.length > 0) process.stdout.write(`\nfailed: ${failed.join(', ')}\n`)
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

/**
 * As root on Debian they are installed; elsewhere the suites that need them skip and say what to
 * install.
 */
function installSystemPrograms(): void {
  const missing = missingPrograms()
  if (missing.length === 0) return
  const packages = missing.flatMap((need) => need.packages)
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const line = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (!mayInstall) {
    for (const { program, neededBy } of missing)
      process.stdout.write(`${program} is missing: ${neededBy} are skipped. Install: ${line}\n`)
    return
  }
  process.stdout.write(`installing ${packages.join(', ')}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const installed = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    { stdio: ['ignore', 'ignore', 'inherit'], env },
  )
  if (installed.status !== 0) process.stdout.write(`could not install; run: ${line}\n`)
}

function missingPrograms(): readonly SystemProgram[] {
  return SYSTEM_PROGRAMS.filter(({ program, isThere }) => !(isThere?.() ?? isOnPath(program)))
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => {
    try {
      return readdirSync(folder).includes(program)
    } catch {
      return false
    }
  })
}

function countTests(): { passed: number; failing: number; skipped: number } {
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numPendingTests: number
    }
    return {
      passed: report.numPassedTests,
      failing: report.numFailedTests,
      skipped: report.numPendingTests,
    }
  } catch {
    return { passed: 0, failing: 0, skipped: 0 }
  }
}
