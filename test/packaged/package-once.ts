/**
 * Packs the till with electron-builder as a release does, over the stand-in's distribution, once
 * for each state of what goes in. Answers the folder, which is never written to again.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import packageJson from '../../package.json' with { type: 'json' }
import { buildShell } from '../../electron/kiosk/build-parts.ts'
import { TEST_RELEASE_PUBLIC } from '../support/release-feed.ts'
import { ROOT } from '../support/source-files.ts'
import { makeDistribution } from './stand-in/make-distribution.ts'

const CACHE = join(ROOT, '.cache', 'packaged')
const SOURCES = ['shared', 'electron', 'renderer', 'electron.vite.config.ts']
const PACKED = [
  ...['resources', 'package.json', 'package-lock.json', 'test/packaged/stand-in'],
  'test/support/release-feed.ts',
]

export interface Packaged {
  /** The program a shop starts. */
  readonly executable: string
  readonly resourcesDir: string
  /** The archive as electron-builder wrote it; the program reads it unfolded beside this. */
  readonly archive: string
}

export const UNPACKED = join('linux-unpacked', 'resources')

export async function packageOnce(): Promise<Packaged> {
  const folder = join(CACHE, hashOf([...SOURCES, ...PACKED]).slice(0, 16))
  if (!existsSync(folder)) {
    rmSync(CACHE, { recursive: true, force: true })
    mkdirSync(CACHE, { recursive: true })
    if (!isBuilt()) await buildShell(ROOT)
    pack(`${folder}.part`)
    renameSync(`${folder}.part`, folder)
  }
  const resourcesDir = join(folder, UNPACKED)
  return {
    executable: join(folder, 'linux-unpacked', packageJson.build.linux.executableName),
    resourcesDir,
    archive: join(resourcesDir, 'app.asar.packed'),
  }
}

/** `npm test` has built everything already, and other suites are using it. */
function isBuilt(): boolean {
  const built = statSync(join(ROOT, 'out', 'main', 'index.js'), { throwIfNoEntry: false })
  if (built === undefined) return false
  const newestMs = (path: string): number => {
    const entries = readEntries(path)
    if (entries === null) return statSync(path).mtimeMs
    return Math.max(0, ...entries.map((name) => newestMs(join(path, name))))
  }
  return SOURCES.every((source) => newestMs(join(ROOT, source)) < built.mtimeMs)
}

function pack(folder: string): void {
  const distribution = join(CACHE, 'electron')
  makeDistribution(distribution, packageJson.build.electronVersion)
  execFileSync(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'electron-builder', 'cli.js'),
      '--dir',
      '--linux',
      `-c.electronDist=${distribution}`,
      `-c.directories.output=${folder}`,
      // It believes the releases of the tests, whatever the owner has put there.
      `-c.extraMetadata.releaseKey=${TEST_RELEASE_PUBLIC}`,
    ],
    { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const resources = join(folder, UNPACKED)
  const archive = join(resources, 'app.asar')
  // Electron reads the archive as a folder of this very name; unfolded under it, every path is the
  // same string.
  extractAll(archive, `${archive}.folder`)
  renameSync(archive, `${archive}.packed`)
  renameSync(`${archive}.folder`, archive)
}

/** Everything in a folder, whoever wrote it. */
export function hashOfFolder(folder: string): string {
  const hash = createHash('sha256')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const name of names) {
    hash.update(name)
    if (readEntries(join(folder, name)) === null) hash.update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex')
}

/** Of names and contents; what is tested beside its source does not count. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    if (/\.test\.tsx?$|\/screenshots$/.test(path)) return
    const entries = readEntries(join(ROOT, path))
    if (entries === null) hash.update(path).update(readFileSync(join(ROOT, path)))
    else for (const name of entries) add(`${path}/${name}`)
  }
  paths.forEach(add)
  return hash.digest('hex')
}

function readEntries(path: string): string[] | null {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
    throw error
  }
}
