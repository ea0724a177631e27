/**
 * A folder of its own, in memory where there is such a disk, and the programs that run in it behind
 * the shim.
 */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { bundled } from '../support/bundled.ts'
import { readingAs } from '../support/reading-as.ts'
import { runToEnd } from '../support/programs.ts'
import { buildShim, momentsOf, shimEnvironment, shimObstacle } from './shim.ts'

/** The folder, and its copies at an operation: `killed@5`. */
const KILLED = 'killed'
/** Operations after which a program is really killed; of those before it leaves its folder. */
const POINTS_OF_A_RUN = 25

/** What is killed at every so many operations, until it comes to its end. */
export interface Sweep {
  readonly prepare: (dataDir: string) => void
  /** One of the programs beside this file. */
  readonly program: string
  readonly words: (dataDir: string, moments: string) => readonly string[]
  readonly step: number
  /** So many at the start are each killed at. */
  readonly each?: number
  readonly isWide?: boolean
}

/** As it lies at the operation; at the end there is one that was not killed. */
interface Killed {
  readonly n: number
  readonly dataDir: string
  readonly isKilled: boolean
}

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
  const run = async (
    program: string,
    args: readonly string[],
    watched?: Parameters<typeof shimEnvironment>[2],
  ) =>
    runToEnd(
      await bundled(`test/crash/${program}.ts`),
      args,
      shimEnvironment(shim, folder, watched),
    )
  return {
    path: (...parts: readonly string[]) => join(folder, ...parts),
    /** One of the programs beside this file. */
    run,
    async *killed({ prepare, program, words, step, each = 1, isWide = false }: Sweep) {
      const dataDir = join(folder, KILLED)
      // Of a sweep before that came to no end: its points are none of this one.
      for (const name of readdirSync(folder).filter((one) => one.startsWith(KILLED)))
        rmSync(join(folder, name), { recursive: true, force: true })
      for (let from = 1, isOver = false; !isOver; ) {
        const apart = from < each ? 1 : step
        const last = from < each ? each : from + POINTS_OF_A_RUN * step
        prepare(dataDir)
        const moments = momentsOf(from, apart, last)
        const { code, signal, stderr } = await run(program, words(dataDir, moments), { isWide })
        isOver = signal === null
        if ((signal ?? 'SIGKILL') !== 'SIGKILL' || (isOver && code !== 0)) throw new Error(stderr)
        renameSync(dataDir, `${dataDir}@${isOver ? Infinity : last}`)
        for (const n of leftIn(folder)) {
          // Where it was: a folder may know its place.
          renameSync(`${dataDir}@${n}`, dataDir)
          yield { n, dataDir, isKilled: n < Infinity } satisfies Killed
          rmSync(dataDir, { recursive: true, force: true })
        }
        from = last + step
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const leftIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(`${KILLED}@`))
    .map((name) => Number(name.slice(KILLED.length + 1)))
    .toSorted((a, b) => a - b)
