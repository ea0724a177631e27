/** The key under which a person is named in the log and among the erased. */
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TillKeys } from '../../audit/seal-key.ts'
import { writeDurably } from '../../kernel/durable-files.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'
import type { Randomness, SecretStore } from '../../kernel/ports.ts'

const KEY_BYTES = 32
const DIGEST_CHARS = 32
/** Enough to tell people apart in a log. */
const SHOWN_CHARS = 12

/** What people are named by here; null while it cannot be had. */
export type PeopleKey = Buffer | null

/**
 * Of the till's own secret; null while the keyring that holds it does not open. A till without one,
 * as in tests, keeps a key in a file, or has none where there is no room for it.
 */
export function peopleKeyOf(
  { ownSecret, randomness }: { readonly ownSecret?: SecretStore; readonly randomness: Randomness },
  keys: TillKeys | null,
  { folder }: Pick<TillFolder, 'folder'>,
): PeopleKey {
  if (keys !== null) return keys.people
  if (ownSecret !== undefined) return null
  const file = join(folder, 'people-key')
  try {
    if (!existsSync(file))
      writeDurably(file, Buffer.from(randomness.bytes(KEY_BYTES)).toString('hex'))
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  } catch {
    return null
  }
}

/** Of a RUT as it is stored. The same RUT has the same digest, at this till alone. */
export function digestOf(key: Buffer, rut: string): string {
  return createHmac('sha256', key).update(rut).digest('hex').slice(0, DIGEST_CHARS)
}

/** How a person is called in the log. */
export function shownDigest(digest: string): string {
  return digest.slice(0, SHOWN_CHARS)
}
