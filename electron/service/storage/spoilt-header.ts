import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Whether nothing but SQLite says that the file is only to be read: one byte of its header makes it
 * of a format that may not be written. `code`: what SQLite answered.
 */
export function hasSpoiltHeader(code: string, file: string): boolean {
  if (code !== 'SQLITE_READONLY') return false
  try {
    for (const path of [dirname(file), file]) accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
