/** What a folder holds, byte by byte. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Every byte of it and of the folders in it. */
export function bytesOf(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? bytesOf(path) : readFileSync(path, 'latin1')))
    .join('\n')
}
