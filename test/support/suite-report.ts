/** What vitest's JSON report says of a run, in the words `npm test` closes with. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

export interface SuiteReport {
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
}

export interface Failure {
  /** Of the test file, from the project's root; empty when nobody knows it. */
  readonly file: string
  /** An error outside of any test, which no test's count knows. */
  readonly stray?: boolean
  /** Vitest says that the file failed, and not why. */
  readonly isNameless?: boolean
  /** One line: file, name, the first line of why. */
  readonly line: string
  /** The same with all of why: what was expected, and where. */
  readonly whole?: string
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly VitestFile[]
}

interface VitestFile {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages: readonly string[]
  }[]
}

/**
 * A report that is missing or cut is a run that never ended: nothing passed. Beside it lies the
 * list of the errors that belong to no test. `isRed`: the run itself ended so, which is said where
 * neither names why: a set-up of all suites that threw, a runner that was ended.
 */
export function readSuiteReport(root: string, path: string, isRed: boolean): SuiteReport {
  const report = read(path, (found) => suiteReport(root, found as VitestReport)) ?? NOTHING
  const stray = read(strayErrorsOf(path), (found) => found as Failure[]) ?? []
  // A group whose set-up threw is named by that, and its file by nothing.
  const named = report.failures.filter(
    ({ file, isNameless }) => isNameless !== true || stray.every((one) => one.file !== file),
  )
  const failures = [...named, ...stray]
  const unnamed = { file: '', stray: true, line: 'no test: why stands where the suites ended' }
  return { ...report, failures: isRed && failures.length === 0 ? [unnamed] : failures }
}

const NOTHING: SuiteReport = { passed: 0, skipped: 0, failures: [] }

function read<Found>(path: string, as: (found: unknown) => Found): Found | null {
  try {
    return as(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

export function strayErrorsOf(reportPath: string): string {
  return `${reportPath}.stray`
}

function suiteReport(root: string, report: VitestReport): SuiteReport {
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap((file) => failuresOf(file, relative(root, file.name))),
  }
}

function failuresOf(file: VitestFile, name: string): Failure[] {
  const tests = file.assertionResults.filter(({ status }) => status === 'failed')
  // A file that cannot be loaded, or whose set-up threw, has no test that failed.
  if (tests.length === 0 && file.status === 'failed')
    return [
      { file: name, line: `${name}: ${firstLine(file.message)}`, isNameless: file.message === '' },
    ]
  return tests.map((test) => ({
    file: name,
    line: `${name} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
    whole: `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`,
  }))
}

function firstLine(message: string | undefined): string {
  return (message ?? '').split('\n', 1)[0]?.slice(0, 300) ?? ''
}
