/**
 * A folder of its own, in memory where there is such a disk, and the programs that run in it behind
 * the shim.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from '../support/programs.ts'
import { buildShim, shimEnvironment } from './shim.ts'

export type CrashFolder = ReturnType<typeof makeCrashFolder>

export function makeCrashFolder(name: string) {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `meson-${name}-`))
  const shim = buildShim(folder)
  return {
    path: (...parts: readonly string[]) => join(folder, ...parts),
    /** One of the programs beside this file. */
    run: (
      program: string,
      args: readonly string[],
      watched?: Parameters<typeof shimEnvironment>[2],
    ) => runToEnd(`test/crash/${program}.ts`, args, shimEnvironment(shim, folder, watched)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
