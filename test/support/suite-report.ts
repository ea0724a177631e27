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
  /** One line: file, name, the first line of why. */
  readonly line: string
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
 * list of the errors that belong to no test.
 */
export function readSuiteReport(root: string, path: string): SuiteReport {
  try {
    const report = suiteReport(root, JSON.parse(readFileSync(path, 'utf8')) as VitestReport)
    const stray = JSON.parse(readFileSync(strayErrorsOf(path), 'utf8')) as Failure[]
    return { ...report, failures: [...report.failures, ...stray] }
  } catch {
    return { passed: 0, skipped: 0, failures: [] }
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
    return [{ file: name, line: `${name}: ${firstLine(file.message)}` }]
  return tests.map((test) => ({
    file: name,
    line: `${name} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
  }))
}

function firstLine(message: string | undefined): string {
  return (message ?? '').split('\n', 1)[0]?.slice(0, 300) ?? ''
}
