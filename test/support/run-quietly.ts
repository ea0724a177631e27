/** Programs of a test run: a line each when it is done, and what it printed where it failed. */
import { spawn } from 'node:child_process'
import { seconds, SUITE_COLUMNS } from './suite-lines.ts'
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

export const CHECKS: readonly Step[] = [
  { name: 'types', words: ['npm', 'run', '--silent', 'types'] },
  { name: 'lint', words: ['npm', 'run', '--silent', 'lint'] },
]

/** One after the other; answers those that failed. */
export async function inTurn(steps: readonly Step[]): Promise<Step[]> {
  const failed: Step[] = []
  for (const step of steps) {
    const startedMs = performance.now()
    const isWhole = await runQuietly(step.words, step.variables ?? {}, 'where it fails')
    const verdict = isWhole ? 'ok' : 'FAILED'
    const cost = seconds(performance.now() - startedMs)
    process.stdout.write(
      `${step.name.padEnd(SUITE_COLUMNS)}${verdict.padStart(12)}${cost.padStart(8)}\n`,
    )
    if (!isWhole) failed.push(step)
  }
  return failed
}

/** Whether the program ended well. */
export function runQuietly(
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
  print: 'as it comes' | 'where it fails',
): Promise<boolean> {
  return new Promise((resolve) => {
    const printed: Buffer[] = []
    const stdio = print === 'as it comes' ? 'inherit' : 'pipe'
    const env = { ...process.env, ...variables }
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', stdio, stdio], env })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => printed.push(piece))
    const end = (isWhole: boolean) => {
      if (!isWhole) process.stdout.write(Buffer.concat(printed))
      resolve(isWhole)
    }
    child.once('error', () => end(false))
    child.once('close', (code) => end(code === 0))
  })
}
