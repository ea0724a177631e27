/** Files that must survive a power cut: written, then flushed, then named. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

const READ_BYTES = 1024 * 1024

/**
 * Flushes a file's bytes to the disk. Never call it on a database that is open here: closing drops
 * SQLite's locks.
 */
export function flushFile(file: string): void {
  flush(file, 'r+')
}

function flush(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Makes names in a folder durable: what was created, renamed or removed there. Windows has no such
 * call.
 */
export function flushFolder(folder: string): void {
  if (process.platform !== 'win32') flush(folder, 'r')
}

export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  flushFolder(dirname(to))
}

/** Appears whole or not at all. */
export function writeDurably(file: string, text: string, mode = 0o600): void {
  writeFileSync(`${file}.new`, text, { mode })
  // Whatever the program's umask takes away.
  chmodSync(`${file}.new`, mode)
  flushFile(`${file}.new`)
  renameDurably(`${file}.new`, file)
}

/** SHA-256 of a file in hexadecimal, read in pieces. */
export function hashFile(file: string): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  const handle = openSync(file, 'r')
  try {
    for (;;) {
      const count = readSync(handle, buffer, 0, READ_BYTES, null)
      if (count === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, count))
    }
  } finally {
    closeSync(handle)
  }
}
