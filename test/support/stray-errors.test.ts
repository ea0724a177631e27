import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import StrayErrors, { errorsOfGroups, STRAY_ERRORS_FILE, strayFailure } from './stray-errors.ts'
import { readSuiteReport, strayErrorsOf } from './suite-report.ts'

describe('an error that belongs to no test', () => {
  it('is named with the file and test beside it and our line of its stack', () => {
    const stack = [
      'TypeError: gone',
      '    at emit (node:events:1:1)',
      '    at send (/house/node_modules/ws/index.js:1:1)',
      '    at close (/house/electron/core/stop.ts:7:3)',
    ].join('\n')
    const error = { name: 'TypeError', message: 'gone\n away', stack }
    const told = { VITEST_TEST_PATH: '/house/test/a.test.ts', VITEST_TEST_NAME: 'sells' }
    expect(strayFailure('/house', { ...error, ...told })).toEqual({
      file: 'test/a.test.ts',
      stray: true,
      line: 'test/a.test.ts > sells, outside of any test: TypeError: gone away at close (/electron/core/stop.ts:7:3)',
    })
  })

  it('has no file where nobody knows one, so nothing is asked again for it', () => {
    const { file, line } = strayFailure('/house', { message: 'Worker exited unexpectedly' })
    expect(file).toBe('')
    expect(line).toBe('no file, outside of any test: Error: Worker exited unexpectedly')
  })

  it('is named whatever was thrown', () => {
    const odd = { message: { a: 1 }, stack: 5, name: 7 }
    expect(strayFailure('/house', odd).line).toBe('no file, outside of any test: 7: {"a":1}')
    const nothing = { message: undefined }
    expect(strayFailure('/house', nothing).line).toContain('Error: undefined')
  })
})

it('a global tear-down that broke, which vitest only prints, has no file: nothing is asked again', () => {
  const dir = mkdtempSync(join(tmpdir(), 'run-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'report.json.stray')
  vi.stubEnv(STRAY_ERRORS_FILE, path)
  onTestFinished(() => void vi.unstubAllEnvs())
  const atClose: (() => void)[] = []
  const logger = { error: vi.fn() }
  const reporter = new StrayErrors()
  const onClose = (told: () => void) => void atClose.push(told)
  reporter.onInit({ config: { root: '/house' }, logger, onClose })
  // What it prints before of tests that failed is in its own report.
  logger.error('Failed Tests 1')
  reporter.onTestRunEnd([], [{ message: 'Worker exited' }])
  for (const told of atClose) told()
  logger.error('error during close', new TypeError('no folder'))
  const lines = (JSON.parse(readFileSync(path, 'utf8')) as { line: string }[]).map(
    ({ line }) => line,
  )
  expect(lines).toEqual([
    'no file, outside of any test: Error: Worker exited',
    expect.stringContaining('no file, outside of any test: TypeError: no folder'),
  ])
})

describe('a red run', () => {
  const readRun = (report: object, strays: unknown, isRed = true) => {
    const dir = mkdtempSync(join(tmpdir(), 'run-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const path = join(dir, 'report.json')
    writeFileSync(path, JSON.stringify(report))
    if (strays !== null) writeFileSync(strayErrorsOf(path), JSON.stringify(strays))
    return readSuiteReport('/house', path, isRed)
  }
  const file = (name: string, message: string) => ({
    ...{ name: `/house/${name}`, status: 'failed', message, assertionResults: [] },
  })
  const reportOf = (...testResults: object[]) => ({
    ...{ numPassedTests: 9, numPendingTests: 0, testResults },
  })

  it('names the set-up of a group that threw, and its file once', () => {
    const error = { name: 'Error', message: 'no disk' }
    const group = { fullName: 'a shop', errors: () => [error] }
    const children = { allSuites: () => [group] }
    const strays = errorsOfGroups([{ moduleId: '/house/a.test.ts', children }]).map((stray) =>
      strayFailure('/house', stray),
    )
    const { failures } = readRun(reportOf(file('a.test.ts', ''), file('b.test.ts', 'gone')), strays)
    expect(failures.map(({ line }) => line)).toEqual([
      'b.test.ts: gone',
      'a.test.ts > a shop, outside of any test: Error: no disk',
    ])
  })

  it('keeps what its tests said where the list of stray errors is missing', () => {
    const { passed, failures } = readRun(reportOf(file('b.test.ts', 'gone')), null)
    expect({ passed, lines: failures.map(({ line }) => line) }).toEqual({
      ...{ passed: 9, lines: ['b.test.ts: gone'] },
    })
  })

  it('that nothing names is named itself, and nothing is asked again for it', () => {
    expect(readRun(reportOf(), []).failures).toMatchObject([{ file: '', stray: true }])
    expect(readRun(reportOf(), [], false).failures).toEqual([])
  })
})
