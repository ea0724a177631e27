/** A key belongs to the address it was given for: it is never sent to another one. */
import { createHash } from 'node:crypto'

/** Scheme, name and port; null for no address. */
export function originOf(url: string | null): string | null {
  return url === null ? null : new URL(url).origin
}

/** To know a key again without keeping it: sixteen hexadecimal digits of its SHA-256. */
export function fingerprintOf(key: string | null): string | null {
  return key === null ? null : createHash('sha256').update(key).digest('hex').slice(0, 16)
}
