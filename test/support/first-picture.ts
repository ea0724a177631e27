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

export function packedBytes(root: string): number {
  const packed = firstFiles(root).map((file) => gzipSync(readFileSync(join(root, file))).length)
  return packed.reduce((sum, bytes) => sum + bytes, 0)
}
