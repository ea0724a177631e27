/**
 * The reporter of `npm test`: a line a suite as soon as its last file is done, with what it cost,
 * and one for each test that failed. Nothing is coloured.
 */
import { writeSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Names an open file descriptor for the lines, apart from what programs print. */
export const LINES_FD = 'MESON_SUITE_LINES_FD'

interface SuiteSum {
  waitingFor: number
  passed: number
  failed: number
  skipped: number
  costMs: number
}

/** As much of a finished test file as is counted. */
export interface FinishedFile {
  readonly relativeModuleId: string
  readonly state: () => string
  readonly diagnostic: () => Readonly<
    Record<'collectDuration' | 'setupDuration' | 'duration', number>
  >
  readonly children: { readonly allTests: () => Iterable<FinishedTest> }
}

interface FinishedTest {
  readonly fullName: string
  readonly result: () => {
    readonly state: string
    readonly errors?: readonly { readonly message: string }[] | undefined
  }
}

export default class SuiteLines implements Reporter {
  private readonly sums = new Map<string, SuiteSum>()
  private readonly print: (line: string) => void
  private root = ''

  constructor(options: { print?: (line: string) => void } = {}) {
    this.print =
      options.print ?? ((line) => writeSync(Number(process.env[LINES_FD] ?? 1), `${line}\n`))
  }

  onInit(vitest: { readonly config: { readonly root: string } }): void {
    this.root = vitest.config.root
  }

  onTestRunStart(files: readonly { readonly moduleId: string }[]): void {
    for (const { moduleId } of files)
      this.sumOf(suiteOf(moduleId.replace(`${this.root}/`, ''))).waitingFor += 1
  }

  onTestModuleEnd(file: FinishedFile): void {
    const suite = suiteOf(file.relativeModuleId)
    const sum = this.sumOf(suite)
    const { collectDuration, setupDuration, duration } = file.diagnostic()
    sum.costMs += collectDuration + setupDuration + duration
    const tests = [...file.children.allTests()]
    const count = (state: string) => tests.filter((one) => one.result().state === state).length
    sum.passed += count('passed')
    sum.skipped += count('skipped')
    // A file that cannot be loaded has no test that failed.
    sum.failed += Math.max(count('failed'), file.state() === 'failed' ? 1 : 0)
    for (const test of tests)
      if (test.result().state === 'failed')
        this.print(failedLine(file.relativeModuleId, test.fullName, test.result().errors?.[0]))
    sum.waitingFor -= 1
    if (sum.waitingFor === 0) this.print(suiteLine(suite, sum))
  }

  private sumOf(suite: string): SuiteSum {
    const known = this.sums.get(suite)
    if (known !== undefined) return known
    const sum = { waitingFor: 0, passed: 0, failed: 0, skipped: 0, costMs: 0 }
    this.sums.set(suite, sum)
    return sum
  }
}

/** At once as well: of a run that is cut off nobody would know. */
function failedLine(file: string, test: string, error: { message: string } | undefined): string {
  const why = error?.message.split('\n', 1)[0]?.slice(0, MOST_LETTERS) ?? ''
  return `× ${file} > ${test}: ${why}`
}

function suiteLine(suite: string, sum: SuiteSum): string {
  const { passed, failed, skipped, costMs } = sum
  return [
    suite.padEnd(SUITE_COLUMNS),
    `${passed} passed`.padStart(12),
    seconds(costMs).padStart(8),
    ...(skipped > 0 ? [`  ${skipped} skipped`] : []),
    ...(failed > 0 ? [`  ${failed} FAILED`] : []),
  ].join('')
}

export const SUITE_COLUMNS = 22
/** Of a message; a page's whole text has been in one. */
const MOST_LETTERS = 300

/** Seconds of a worker, waiting included. */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** A room, a part of `electron/`, or a folder of `test/`. */
function suiteOf(file: string): string {
  const [room = '', part = ''] = file.split('/')
  return room === 'electron' || room === 'test' ? `${room}/${part}` : room
}
