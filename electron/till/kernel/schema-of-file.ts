/** The schema a database file says it has, read without opening it. */
import { closeSync, openSync, readSync } from 'node:fs'

/**
 * Where SQLite's header keeps the schema's number (file format, 1.3); 0 = nothing was ever made in
 * it.
 */
const USER_VERSION_AT = 60
const USER_VERSION_BYTES = 4

/** Null when the file is too short to tell. What lies in a log beside it is not seen. */
export function schemaOfFile(path: string): number | null {
  const bytes = Buffer.alloc(USER_VERSION_BYTES)
  const file = openSync(path, 'r')
  try {
    return readSync(file, bytes, 0, USER_VERSION_BYTES, USER_VERSION_AT) < USER_VERSION_BYTES
      ? null
      : bytes.readUInt32BE(0)
  } finally {
    closeSync(file)
  }
}
