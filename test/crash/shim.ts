/**
 * The C shim in front of a child's I/O: built once a run, told what to do through paths that do not
 * exist.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../support/source-files.ts'

export type FaultMode = 'eio' | 'enospc'

/** Why this machine cannot run the sweep, or null. */
export function shimObstacle(): string | null {
  if (process.platform !== 'linux') return 'the I/O shim needs Linux'
  const found = spawnSync('cc', ['--version'], { stdio: 'ignore' })
  return found.error
    ? 'no C compiler: apt-get install -y --no-install-recommends gcc libc6-dev'
    : null
}

/** Compiles the shim into a folder; the file to preload. */
export function buildShim(folder: string): string {
  const file = join(folder, 'io-shim.so')
  const built = spawnSync(
    'cc',
    [
      '-shared',
      '-fPIC',
      '-O2',
      '-Wall',
      '-Wextra',
      '-o',
      file,
      join(ROOT, 'test/crash/io-shim.c'),
      '-ldl',
    ],
    { encoding: 'utf8' },
  )
  if (built.status !== 0 || !existsSync(file))
    throw new Error(`the shim does not compile: ${built.stderr}`)
  return file
}

/**
 * Environment of a child whose database below `folder` is watched; `isWide` = its backups and PDFs
 * as well.
 */
export function shimEnvironment(
  shim: string,
  folder: string,
  { recordFile = null, isWide = false }: { recordFile?: string | null; isWide?: boolean } = {},
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LD_PRELOAD: shim,
    CRASH_SHIM_DIR: folder,
    TMPDIR: folder,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(recordFile === null ? {} : { CRASH_SHIM_LOG: recordFile }),
    ...(isWide ? { CRASH_SHIM_WIDE: '1' } : {}),
  }
}

/** The `n`-th operation from now on fails. */
export function arm(mode: FaultMode, n: number, sticky: boolean): void {
  control(`arm=${mode},${n}${sticky ? ',sticky' : ''}`)
}
/**
 * Dies at the last of those operations; before, the folder is copied as a death at each of the
 * others would leave it. Who dies leaves nothing at its end: what was compiled is kept before, for
 * those that come after.
 */
export function armKill(dataDir: string, moments: string): void {
  flushCompileCache()
  control(`arm=kill,${moments},${dataDir}`)
}
/** From the one to the other, so many apart. */
export const momentsOf = (from: number, apart: number, last: number) => `${from},${apart},${last}`
export function disarm(): void {
  control('disarm')
}
export function startRecording(): void {
  control('arm=record,0')
}
/** Notes in the record that a sale has been shown as sold. */
export function recordAcknowledged(saleId: string): void {
  control(`ack=${saleId}`)
}
/** Whether the armed operation has been reached. */
export function wasHit(): boolean {
  return control('hit') === 'ENOENT'
}

function control(order: string): string | undefined {
  try {
    openSync(`/crash-shim/${order}`, 'r')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}
