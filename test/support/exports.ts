/** What a file offers by name to whoever imports it, and who does. */
import { posix } from 'node:path'
import { exportsOf, importsOf } from './imports.ts'
import type { SourceFile } from './source-files.ts'

const isTest = (path: string) => path.startsWith('test/') || /\.test\.tsx?$/.test(path)

/** `path: name` of what no other file of the program takes, nor a test beside it. */
export function unusedExports(files: readonly SourceFile[]): string[] {
  const taken = new Map<string, Set<string>>()
  const whole = new Set<string>()
  for (const file of files)
    for (const { target, names } of importsOf(file)) {
      const isBeside = posix.dirname(target) === posix.dirname(file.path)
      if (isTest(file.path) && !isTest(target) && !isBeside) continue
      if (names === null) whole.add(target)
      const known = taken.get(target) ?? new Set()
      taken.set(target, known)
      for (const name of names ?? []) known.add(name)
    }
  return files
    .filter(({ path }) => !isTest(path) && !whole.has(path))
    .flatMap((file) =>
      exportsOf(file)
        .filter((name) => taken.get(file.path)?.has(name) !== true)
        .map((name) => `${file.path}: ${name}`),
    )
}
