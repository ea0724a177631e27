import { childEnvironment } from '#shared/core/child-environment.ts'
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Part {
  readonly name: 'screens' | 'program'
  /** Anything of it that is newer than what was built means building again. */
  readonly sources: readonly string[]
  readonly folder: string
  readonly built: string
}
const CONFIGURATION = ['shared', 'electron.vite.config.ts', 'package-lock.json'] as const
const SCREENS: Part = {
  name: 'screens',
  sources: ['renderer', 'resources/icons', ...CONFIGURATION],
  folder: 'out/renderer',
  built: 'index.html',
}
const PROGRAM: Part = {
  name: 'program',
  sources: ['electron', ...CONFIGURATION],
  folder: 'out/kiosk',
  built: 'kiosk.js',
}
/** A process of its own: the till need not carry a bundler in its memory. */
const BUILDER = fileURLToPath(new URL('./builder.ts', import.meta.url))

/** The program's folder belongs to somebody else. The sentence is for whoever started it. */
export class ProgramFolderLocked extends Error {
  readonly code = 'PROGRAM_FOLDER_LOCKED'
  constructor(folder: string) {
    super(
      `Este usuario no puede escribir en la carpeta del programa (${folder}) y la caja no está preparada. ` +
        'Abra la caja una vez con el usuario dueño de la carpeta, o pida permiso para escribir en ella. ' +
        'This user cannot write to the folder of the program, which is not prepared: start the till once as the owner ' +
        'of that folder, or ask for the right to write there.',
    )
  }
}

type Say = (sentence: string) => void

/**
 * Builds the screens when there is no build or their sources are newer: a fresh clone needs no step
 * of its own.
 */
export const buildScreens = (root: string, say: Say) => buildParts(root, [SCREENS], say)

/** The screens, and the till's program as one piece; the folder it lies in. */
export async function buildKiosk(root: string, say: Say): Promise<string> {
  await buildParts(root, [SCREENS, PROGRAM], say)
  return join(root, PROGRAM.folder)
}

async function buildParts(root: string, parts: readonly Part[], say: Say): Promise<void> {
  const all = new Set(parts.flatMap(({ sources }) => sources))
  const newestMs = new Map([...all].map((source) => [source, newestIn(join(root, source))]))
  const old = parts.filter(({ sources, folder, built }) => {
    const builtMs = modifiedMs(join(root, folder, built))
    return sources.some((source) => builtMs <= (newestMs.get(source) ?? 0))
  })
  if (old.length === 0) return
  refuseLocked(root)
  say('Preparando la caja (solo la primera vez o tras un cambio)…')
  const started = performance.now()
  for (const { name, folder } of old)
    await runBuilder(root, [
      BUILDER,
      join(root, 'electron.vite.config.ts'),
      name,
      join(root, folder),
    ])
  say(`Caja lista en ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

/**
 * Builds Electron's own files; takes two seconds, so it is simply done at every start from source.
 */
export async function buildShell(root: string): Promise<void> {
  refuseLocked(root)
  await runBuilder(root, [
    join(root, 'node_modules/electron-vite/bin/electron-vite.js'),
    'build',
    '--logLevel',
    'error',
  ])
}

/** Asked first: the builder itself would end in a stack trace. */
function refuseLocked(root: string): void {
  const built = join(root, 'out')
  const folder = existsSync(built) ? built : root
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new ProgramFolderLocked(root)
  }
}

async function runBuilder(root: string, args: readonly string[]): Promise<void> {
  const builder = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Whatever the environment says: with another word here React comes as its slow development
    // build.
    env: { ...childEnvironment(process.env), NODE_ENV: 'production' },
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    builder.once('error', reject)
    builder.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`the till could not be built (exit ${code})`)
}

/** The folder says what in it is one: of thousands of files each question more is felt. */
function newestIn(path: string, isFolder = isFolderAt(path)): number {
  const ownMs = modifiedMs(path)
  if (!isFolder) return ownMs
  return readdirSync(path, { withFileTypes: true }).reduce((newest, entry) => {
    const isFolder = entry.isSymbolicLink() ? undefined : entry.isDirectory()
    return Math.max(newest, newestIn(join(path, entry.name), isFolder))
  }, ownMs)
}

function isFolderAt(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
