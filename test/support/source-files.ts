import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SKIPPED = new Set(['node_modules', 'out', 'dist', '.git', '.cache', 'coverage'])

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Every TypeScript file of the given top-level folders. */
export function sourceFiles(folders: readonly string[], pattern = /\.tsx?$/): SourceFile[] {
  return folders
    .flatMap((folder) => walk(join(ROOT, folder)))
    .filter((file) => pattern.test(file))
    .map((file) => ({ path: fromRoot(file), text: readFileSync(file, 'utf8') }))
}

/** Every test file, relative to the project, with forward slashes. */
export function testFiles(): string[] {
  return ['shared', 'electron', 'renderer', 'test']
    .flatMap((folder) => walk(join(ROOT, folder)))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map(fromRoot)
    .toSorted()
}

const fromRoot = (file: string) => relative(ROOT, file).split(sep).join('/')

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}
