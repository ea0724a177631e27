import { expect, it } from 'vitest'
import SuiteLines, { type FinishedFile } from './suite-lines.ts'

const file = (path: string, states: readonly string[], durationMs = 100): FinishedFile => ({
  relativeModuleId: path,
  state: () => (states.includes('failed') || states.length === 0 ? 'failed' : 'passed'),
  diagnostic: () => ({ collectDuration: 0, setupDuration: 0, duration: durationMs }),
  children: {
    allTests: () =>
      states.map((state) => ({
        fullName: 'sells',
        result: () => ({ state, errors: [{ message: 'expected 1 to be 2\nat line 3' }] }),
      })),
  },
})

function linesOf(files: readonly FinishedFile[]): string[] {
  const lines: string[] = []
  const reporter = new SuiteLines({ print: (line) => lines.push(line.replace(/ +/g, ' ')) })
  reporter.onInit({ config: { root: '/project' } })
  reporter.onTestRunStart(
    files.map(({ relativeModuleId }) => ({ moduleId: `/project/${relativeModuleId}` })),
  )
  for (const one of files) reporter.onTestModuleEnd(one)
  return lines
}

it('prints one line a suite, once its last file is done, with its cost', () => {
  expect(
    linesOf([
      file('electron/till/a.test.ts', ['passed', 'passed'], 1_500),
      file('shared/money/b.test.ts', ['passed', 'skipped']),
      file('electron/till/selling/c.test.ts', ['passed'], 500),
    ]),
  ).toEqual(['shared 1 passed 0.1 s 1 skipped', 'electron/till 3 passed 2.0 s'])
})

it('names what failed with the first line of why, and counts a file that cannot be loaded', () => {
  expect(linesOf([file('test/sim/a.test.ts', ['failed']), file('test/sim/b.test.ts', [])])).toEqual(
    ['× test/sim/a.test.ts > sells: expected 1 to be 2', 'test/sim 0 passed 0.2 s 2 FAILED'],
  )
})
