/** What the built screen reads before its first picture. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Scripts and styles that its page names, by their places under `root`. */
export function firstFiles(root: string): readonly string[] {
  const html = readFileSync(join(root, 'index.html'), 'utf8')
  const files = [...html.matchAll(/(?:href|src)="\.\/(assets\/[^"]+\.(?:js|css))"/g)]
  return [...new Set(files.map(([, file = '']) => file))]
}

/** What each takes packed. */
export function packedFiles(root: string) {
  return firstFiles(root).map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(root, file))).length,
  }))
}

export function packedBytes(root: string): number {
  return packedFiles(root).reduce((sum, { bytes }) => sum + bytes, 0)
}
