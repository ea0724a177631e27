/**
 * `npm run check`: what a change is looked at with before it is committed. Types, lint and the unit
 * and architecture suites, all at once. Suites named `*.slow.test.ts` are left to `npm test`.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const startedMs = performance.now()
/** Types and lint fill what waits leave: a worker more would only load every module once more. */
const WORKERS = Math.min(4, availableParallelism())
const VITEST = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'test/config/vitest.config.ts',
  '--reporter=dot',
  `--maxWorkers=${WORKERS}`,
  '--project',
  'unit',
  '--project',
  'house',
  'shared',
  'electron',
  'renderer',
  'test/architecture',
  '--exclude',
  '**/*.slow.test.ts',
]

const failed = (
  await Promise.all([
    inTurn(['npm', 'run', '--silent', 'types']),
    inTurn(['npm', 'run', '--silent', 'lint']),
    inTurn([process.execPath, ...VITEST]),
  ])
).flat()
process.stdout.write(
  `\n${failed.length === 0 ? 'all well' : `failed: ${failed.join('; ')}`}, ${Math.round((performance.now() - startedMs) / 1_000)} s\n`,
)
process.exitCode = failed.length === 0 ? 0 : 1

async function inTurn(...commands: readonly (readonly [string, ...string[]])[]): Promise<string[]> {
  const failed: string[] = []
  for (const [program, ...rest] of commands) {
    if (!(await run(program, rest))) failed.push([program.split('/').at(-1), ...rest].join(' '))
  }
  return failed
}

/** What it prints comes at once when it is done, so that two do not mix. */
function run(program: string, given: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, given, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => printed.push(piece))
    child.once('error', () => resolve(false))
    child.once('exit', (code) => {
      process.stdout.write(Buffer.concat(printed))
      resolve(code === 0)
    })
  })
}
