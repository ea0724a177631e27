/**
 * `npm run types`: every room with its own permissions, whose words an editor shows; `npm run lint`
 * says the same in one reading (`test/architecture/types.test.ts`). TypeScript 7's compiler does it
 * in a tenth of the time; tests that read the source stand on the API of 6, which 7 does not have.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'

askedOrEnd(parseArgs, { usage: 'npm run types', options: {} }, process)
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMPILER = 'node_modules/typescript-7/bin/tsc'

const failed = ['shared', 'electron', 'renderer', 'test'].filter(
  (room) =>
    spawnSync(process.execPath, [COMPILER, '-p', room], { cwd: ROOT, stdio: 'inherit' }).status !==
    0,
)
if (failed.length > 0) process.stderr.write(`types do not hold in: ${failed.join(', ')}\n`)
process.exitCode = failed.length > 0 ? 1 : 0
