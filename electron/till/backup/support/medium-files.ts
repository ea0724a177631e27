/**
 * Files on a medium that is not the till's: whoever prepared it may have put a link, a pipe or a
 * film where a file is expected. Nothing is written through a link, or waited for.
 */
import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'

/** A file of its own under that name, whatever was there. Throws what the file system says. */
export function openFresh(file: string): number {
  rmSync(file, { force: true })
  return openSync(file, 'wx', 0o600)
}

export function writeFlushed(file: string, bytes: Buffer): void {
  const handle = openFresh(file)
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

export const isThere = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined

export const isRealFile = (file: string) =>
  lstatSync(file, { throwIfNoEntry: false })?.isFile() === true

/** Of the till's own disk: small texts as they are kept. Null where there is none. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
