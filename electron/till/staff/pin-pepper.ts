/**
 * A secret that goes into the hash of every PIN and lies where the service's key lies, never in the
 * database or a backup: a copy of the file alone says no PIN, however many are tried on it.
 */
import { createHmac } from 'node:crypto'
import type { Log } from '#shared/core/ports.ts'
import type { Randomness, SecretStore } from '../kernel/ports.ts'
import type { LostPepper } from './lost-pepper.ts'
import type { Pepper } from './pin-hash.ts'

const PEPPER_BYTES = 32
export const PEPPER = /^[0-9a-f]{64}$/
const ID_DIGITS = 16

interface PepperPorts {
  readonly lost?: LostPepper
  readonly log?: Log
}

const NEVER_ASKED: LostPepper = { isAsked: () => false, forget: () => {}, putAside: () => '' }

/**
 * Made at the first start. Null where the host keeps none, or where it is kept and cannot be opened
 * now: another one would make every PIN wrong for good. Only one that the open keyring does not
 * know, and that support was asked about, makes way for another. Throws what the disk says.
 */
export async function loadPepper(
  secrets: SecretStore | undefined,
  randomness: Randomness,
  { lost = NEVER_ASKED, log = () => {} }: PepperPorts = {},
): Promise<Pepper | null> {
  if (secrets === undefined) return null
  const stored = await secrets.load()
  if (stored !== null) {
    lost.forget()
    return PEPPER.test(stored) ? pepperOf(stored) : null
  }
  if ((await secrets.isClosed?.()) === true) {
    if (!lost.isAsked() || (await secrets.isLost?.()) !== true) return null
    lost.putAside()
    log('the secret of the PINs did not open and was put aside; another was made', {})
  }
  const made = Buffer.from(randomness.bytes(PEPPER_BYTES)).toString('hex')
  await secrets.save(made)
  return pepperOf(made)
}

function pepperOf(text: string): Pepper {
  const key = Buffer.from(text, 'hex')
  return { key, id: createHmac('sha256', key).update('id').digest('hex').slice(0, ID_DIGITS) }
}
