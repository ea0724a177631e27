/**
 * A folder of its own, in memory where there is such a disk, and the programs that run in it behind
 * the shim.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { bundled } from '../support/bundled.ts'
import { readingAs } from '../support/reading-as.ts'
import { runToEnd } from '../support/programs.ts'
import { buildShim, shimEnvironment, shimObstacle } from './shim.ts'

export type CrashFolder = ReturnType<typeof makeCrashFolder>

/** One for all tests of a file, prepared before the first of them, where the shim works. */
export function crashFolderOfFile(
  name: string,
  prepare: (folder: CrashFolder) => void | Promise<void>,
) {
  const obstacle = shimObstacle()
  let made: CrashFolder | null = null
  beforeAll(async () => {
    if (obstacle !== null) return
    made = makeCrashFolder(name)
    await prepare(made)
  })
  afterAll(() => made?.remove())
  return {
    /** Why nothing of it can run here; null = it can. */
    obstacle,
    folder: readingAs<CrashFolder>(() => {
      if (made === null) throw new Error('the folder is there from the first test on')
      return made
    }),
  }
}

function makeCrashFolder(name: string) {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `meson-${name}-`))
  const shim = buildShim(folder)
  return {
    path: (...parts: readonly string[]) => join(folder, ...parts),
    /** One of the programs beside this file. */
    run: async (
      program: string,
      args: readonly string[],
      watched?: Parameters<typeof shimEnvironment>[2],
    ) =>
      runToEnd(
        await bundled(`test/crash/${program}.ts`),
        args,
        shimEnvironment(shim, folder, watched),
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
