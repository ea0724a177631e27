/**
 * A program of this checkout as one file. What a test starts a hundred times spends most of its
 * life finding modules and stripping types: so a fifth of the processor's time is left. What it
 * finds beside its sources (workers, fonts, pictures) it still finds there.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { ROOT } from './source-files.ts'

/** Native, or nothing that such a program asks for at once. */
const PACKAGES = ['better-sqlite3', 'usb', '@serialport/bindings-cpp', '@napi-rs/canvas', 'pg']

const made = new Map<string, Promise<string>>()

/**
 * Where it lies: made once a run of the suites, by whichever worker asks first. Elsewhere, as in a
 * bench, it is the source itself.
 */
export async function bundled(entry: string): Promise<string> {
  const run = process.env['MESON_TEST_DISK']
  if (run === undefined) return join(ROOT, entry)
  const known = made.get(entry) ?? bundle(entry, join(run, 'bundled'))
  made.set(entry, known)
  return known
}

async function bundle(entry: string, all: string): Promise<string> {
  const folder = join(all, entry.replaceAll('/', '-'))
  const file = join(folder, 'program.mjs')
  if (existsSync(file)) return file
  // Only by whoever has something to bundle.
  const { build } = await import('vite')
  const outDir = mkdtempSync(`${all}-`)
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [asInPlace(entry)],
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: join(ROOT, entry),
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: { output: { entryFileNames: 'program.mjs', chunkFileNames: '[hash].mjs' } },
    },
  })
  layOnce(outDir, folder)
  return file
}

/** Another worker may have been first; its own is as good. */
function layOnce(outDir: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  try {
    renameSync(outDir, folder)
  } catch {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Each module is told the place of its source, and the program its own name. */
function asInPlace(entry: string): Plugin {
  const requireFrom = createRequire(import.meta.url)
  const isEntry = (id: string) => id === join(ROOT, entry)
  return {
    name: 'as-in-place',
    enforce: 'pre',
    resolveId: (id) =>
      PACKAGES.includes(id)
        ? { id: pathToFileURL(requireFrom.resolve(id)).href, external: true }
        : null,
    transform(code, id) {
      const own = isEntry(id) ? `process.argv[1] = ${JSON.stringify(id)};` : ''
      const told = code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.filename', JSON.stringify(id))
      return own === '' && told === code ? null : { code: own + told, map: null }
    },
  }
}
