/**
 * `npm test`: types, lint and the suites a person waits for. `npm run test:all`: all the others,
 * and some of them once more on a leap day. Both install what the suites need from the system where
 * that is allowed, print a line a suite with its cost, then what failed; whole messages lie in
 * `.cache/test-failures.txt`, what programs printed in `.cache/printed-*.txt`. Named files are
 * played alone, with Vitest's own words.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { filesMatching, filesOfPart, TEST_PART, type TestPart } from './config/parts.ts'
import { suitesOfTheMachinesClock } from './support/clock-suites.ts'
import { fakeTimeLibrary, OTHER_DATES, withClockOf } from './support/other-clock.ts'
import { CHECKS, inTurn, runSuites, VITEST } from './support/run-quietly.ts'
import { runVitest } from './support/run-vitest.ts'
import { ROOT } from './support/source-files.ts'
import { STRAY_ERRORS_FILE } from './support/stray-errors.ts'
import { readSuiteReport, strayErrorsOf, type Failure } from './support/suite-report.ts'
import { missingPrograms } from './support/system-programs.ts'

const CACHE = join(ROOT, '.cache')
const MESSAGES = '.cache/test-failures.txt'
/** Tests; what fails beyond them is no matter of load. */
const MOST_UNSTEADY = 8
/** Of one failed test's message, and of what a run printed that failed and names no test. */
const MOST_PRINTED_LETTERS = 4_000
/** What is played once more on a leap day; the slow ones are left to `npm run test:dates`. */
const LEAP_DAY = ['unit', 'house'] as const

const words = process.argv.slice(2)
const isRest = words[0] === '--rest'
const named = isRest ? words.slice(1) : words

if (missingPrograms().length > 0)
  spawnSync(process.execPath, ['test/setup-ci.ts'], { cwd: ROOT, stdio: 'inherit' })
process.exitCode =
  named.length > 0 ? runVitest(named, {}) : await runPart(isRest ? 'rest' : 'short')

interface SuitesRun {
  readonly name: string
  readonly isRed: boolean
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
}

async function runPart(part: TestPart): Promise<number> {
  mkdirSync(CACHE, { recursive: true })
  const startedMs = performance.now()
  const playSuites = async () => [
    await suites('suites', [], { [TEST_PART]: part }),
    ...(part === 'rest' ? await leapDay() : []),
  ]
  const [checks, runs] = await Promise.all([inTurn(CHECKS[part]), playSuites()])
  const looked = []
  for (const run of runs) looked.push(await secondLook(run))
  for (const { program, neededBy } of missingPrograms())
    process.stdout.write(`skipped without ${program}: ${neededBy}\n`)
  return close(
    checks.map(({ name }) => name),
    looked,
    startedMs,
  )
}

/** The leap day, whatever today is; `npm run test:dates` runs everything on three of them. */
async function leapDay(): Promise<SuitesRun[]> {
  const date = OTHER_DATES[1] ?? ''
  if (fakeTimeLibrary() === null) return []
  process.stdout.write(`\non ${date}:\n`)
  const short = LEAP_DAY.flatMap((project) => {
    const { include, exclude } = filesOfPart(project, 'short')
    return filesMatching(include, exclude)
  })
  const words = [
    ...LEAP_DAY.flatMap((project) => ['--project', project]),
    ...suitesOfTheMachinesClock(short),
  ]
  return [await suites(date, words, { [TEST_PART]: 'short', ...withClockOf(date) })]
}

async function suites(
  name: string,
  more: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<SuitesRun> {
  const slug = name.replaceAll(' ', '-')
  const report = join(CACHE, `vitest-${slug}.json`)
  const printed = join(CACHE, `printed-${slug}.txt`)
  for (const file of [report, strayErrorsOf(report)]) rmSync(file, { force: true })
  const isWhole = await runSuites(
    [
      ...VITEST,
      ...['json', './test/support/stray-errors.ts', './test/support/suite-lines.ts'].map(
        (reporter) => `--reporter=${reporter}`,
      ),
      `--outputFile.json=${report}`,
      ...more,
    ],
    { ...variables, [STRAY_ERRORS_FILE]: strayErrorsOf(report) },
    printed,
  )
  const told = readSuiteReport(ROOT, report, !isWhole)
  // Nobody knows why but who printed it.
  if (told.failures.some(({ file }) => file === ''))
    process.stdout.write(readFileSync(printed, 'utf8').slice(-MOST_PRINTED_LETTERS))
  return { name, isRed: !isWhole, ...told }
}

/**
 * A machine that others load makes a browser or an emulated machine miss what a test waits for. So
 * the few that failed are asked once more with nothing beside them, and named either way: a test
 * that holds only alone is a test to mend, a fault of the program fails again. Nothing is asked
 * again where nobody can tell: more than a handful, or a red run that names no test.
 */
async function secondLook(first: SuitesRun): Promise<SuitesRun & { unsteady: readonly Failure[] }> {
  const files = [...new Set(first.failures.map(({ file }) => file))]
  const isFew = files.length > 0 && first.failures.length <= MOST_UNSTEADY
  // Only what ran under today's clock: the other day is not told to this run.
  if (!first.isRed || !isFew || files.includes('') || first.name !== 'suites')
    return { ...first, unsteady: [] }
  process.stdout.write('\nwhat failed, alone:\n')
  const again = await suites('what failed alone', ['--maxWorkers=1', ...files], {})
  if (!again.isRed) return { ...first, isRed: false, failures: [], unsteady: first.failures }
  const failsAgain = ({ file }: Failure) => again.failures.some((one) => one.file === file)
  const unsteady = first.failures.filter((one) => !failsAgain(one))
  return { ...first, failures: again.failures, unsteady }
}

/** What failed stands last, because whoever reads a long log, or only its end, looks there. */
function close(
  checks: readonly string[],
  runs: readonly (SuitesRun & { unsteady: readonly Failure[] })[],
  startedMs: number,
): number {
  const failures = runs.flatMap((run) => run.failures)
  const unsteady = runs.flatMap((run) => run.unsteady)
  const red = [...checks, ...runs.filter(({ isRed }) => isRed).map(({ name }) => name)]
  const messages = failures.map(({ whole, line }) => whole ?? line)
  writeFileSync(join(ROOT, MESSAGES), messages.join('\n\n'))
  // Of a machine that is gone when its log is read, nothing else is left.
  if (!process.stdout.isTTY)
    for (const message of messages.slice(0, MOST_UNSTEADY))
      process.stdout.write(`\n${message.slice(0, MOST_PRINTED_LETTERS)}\n`)
  const sum = (figure: 'passed' | 'skipped') => runs.reduce((all, run) => all + run[figure], 0)
  const passed = sum('passed') + unsteady.filter(({ stray }) => stray !== true).length
  const lines = [
    '',
    ...unsteady.map(({ line }) => `unsteady, held when alone: ${line}`),
    ...failures.map(({ line }) => `× ${line}`),
    ...(failures.length > 0 ? [`whole messages: ${MESSAGES}`] : []),
    ...(red.length > 0 ? [`failed: ${red.join(', ')}`] : []),
    `${unsteady.length} unsteady, ${Math.round((performance.now() - startedMs) / 1_000)} s`,
    `${passed} passed, ${failures.length} failed, ${sum('skipped')} skipped`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return red.length > 0 || passed === 0 ? 1 : 0
}
