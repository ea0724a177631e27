import { childEnvironment } from '#shared/core/child-environment.ts'
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the screens are made of; anything newer than the build means building again. */
const SOURCES = [
  'renderer',
  'shared',
  'resources/icons',
  'electron.vite.config.ts',
  'package-lock.json',
]
const BUILT = 'out/renderer/index.html'
/** A process of its own: the till need not carry a bundler in its memory. */
const BUILDER = fileURLToPath(new URL('./screens-builder.ts', import.meta.url))

/** The program's folder belongs to somebody else. The sentence is for whoever started it. */
export class ProgramFolderLocked extends Error {
  readonly code = 'PROGRAM_FOLDER_LOCKED'
  constructor(folder: string) {
    super(
      `Este usuario no puede escribir en la carpeta del programa (${folder}) y faltan las pantallas de la caja. ` +
        'Abra la caja una vez con el usuario dueño de la carpeta, o pida permiso para escribir en ella. ' +
        'This user cannot write to the folder of the program and its screens are not ready: start the till once as the owner ' +
        'of that folder, or ask for the right to write there.',
    )
  }
}

/**
 * Builds the screens when there is no build or their sources are newer: a fresh clone needs no step
 * of its own.
 */
export async function buildScreens(root: string, say: (sentence: string) => void): Promise<void> {
  const builtAtMs = modifiedMs(join(root, BUILT))
  const newestMs = Math.max(...SOURCES.map((source) => newestIn(join(root, source))))
  if (builtAtMs > newestMs) return
  refuseLocked(root)
  say('Preparando las pantallas de la caja (solo la primera vez o tras un cambio)…')
  const started = performance.now()
  await runBuilder(root, [BUILDER, join(root, 'electron.vite.config.ts')])
  say(`Pantallas listas en ${((performance.now() - started) / 1000).toFixed(1)} s.`)
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
  const folder =
    ['out/renderer', 'out', ''].map((part) => join(root, part)).find((path) => existsSync(path)) ??
    root
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
  if (code !== 0) throw new Error(`the screens could not be built (exit ${code})`)
}

function newestIn(path: string): number {
  const ownMs = modifiedMs(path)
  if (ownMs === 0 || !statSync(path).isDirectory()) return ownMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0)
}

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
