/**
 * A secret that goes into the hash of every PIN and lies where the service's key lies, never in the
 * database or a backup: a copy of the file alone says no PIN, however many are tried on it.
 */
import { createHmac } from 'node:crypto'
import type { Randomness } from '../ports.ts'
import type { SecretStore } from '../settings/settings.ts'
import type { Pepper } from './pin-hash.ts'

const PEPPER_BYTES = 32
export const PEPPER = /^[0-9a-f]{64}$/
const ID_DIGITS = 16

/**
 * Made at the first start. Null where the host keeps none, or where it is kept and cannot be opened
 * now: another one would make every PIN wrong for good. Throws what the disk says.
 */
export async function loadPepper(
  secrets: SecretStore | undefined,
  randomness: Randomness,
): Promise<Pepper | null> {
  if (secrets === undefined) return null
  const stored = await secrets.load()
  if (stored !== null) return PEPPER.test(stored) ? pepperOf(stored) : null
  if ((await secrets.isClosed?.()) === true) return null
  const made = Buffer.from(randomness.bytes(PEPPER_BYTES)).toString('hex')
  await secrets.save(made)
  return pepperOf(made)
}

function pepperOf(text: string): Pepper {
  const key = Buffer.from(text, 'hex')
  return { key, id: createHmac('sha256', key).update('id').digest('hex').slice(0, ID_DIGITS) }
}
