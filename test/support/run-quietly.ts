/** Programs of a test run: a line each when it is done, and what it printed where it failed. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { LINES_FD, seconds, SUITE_COLUMNS } from './suite-lines.ts'
import type { TestPart } from '../config/parts.ts'
import { ROOT } from './source-files.ts'

export const VITEST = [
  process.execPath,
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'test/config/vitest.config.ts',
]

export interface Step {
  readonly name: string
  readonly words: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
}

/**
 * Lint reads every file by the types of its own room, and says what they do not allow; that this
 * reading is the compiler's, which its makers call an experiment, the compiler says once a landing.
 */
export const CHECKS: Readonly<Record<TestPart, readonly Step[]>> = {
  short: [{ name: 'types and lint', words: ['npm', 'run', '--silent', 'lint'] }],
  rest: [{ name: 'types', words: ['npm', 'run', '--silent', 'types'] }],
}

/** One after the other; answers those that failed. */
export async function inTurn(steps: readonly Step[]): Promise<Step[]> {
  const failed: Step[] = []
  for (const step of steps) {
    const startedMs = performance.now()
    const isWhole = await runQuietly(step.words, step.variables ?? {})
    const verdict = isWhole ? 'ok' : 'FAILED'
    const cost = seconds(performance.now() - startedMs)
    process.stdout.write(
      `${step.name.padEnd(SUITE_COLUMNS)}${verdict.padStart(12)}${cost.padStart(8)}\n`,
    )
    if (!isWhole) failed.push(step)
  }
  return failed
}

/** Whether the program ended well; what it printed is shown where it did not. */
export async function runQuietly(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<boolean> {
  const printed: Buffer[] = []
  const child = begin(words, variables, ['ignore', 'pipe', 'pipe'])
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => printed.push(piece))
  const isWhole = await hasEndedWell(child)
  if (!isWhole) process.stdout.write(Buffer.concat(printed))
  return isWhole
}

const STDOUT = 1

/** The same with the reporter's lines at once, and all that others printed in a file. */
export async function runSuites(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  output: string,
): Promise<boolean> {
  const file = openSync(output, 'w')
  const child = begin(words, { ...variables, [LINES_FD]: '3' }, ['ignore', file, file, STDOUT])
  closeSync(file)
  return hasEndedWell(child)
}

function begin(
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
  stdio: StdioOptions,
): ChildProcess {
  return spawn(program, args, { cwd: ROOT, stdio, env: { ...process.env, ...variables } })
}

function hasEndedWell(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
