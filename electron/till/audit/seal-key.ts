/** The secret behind the seal of this till: made here, and in no backup. */
import { createHmac } from 'node:crypto'
import type { Randomness, SecretStore } from '../kernel/ports.ts'
import type { SealKey } from './chain.ts'

const ROOT_BYTES = 32
const ROOT = /^[0-9a-f]{64}$/

/** The operating system keeps it sealed and does not open it now; making another would lose it. */
export class SecretClosed extends Error {
  readonly code = 'SECRET_CLOSED'
}

/** Keys for different uses, from one secret. */
export interface TillKeys {
  readonly seal: SealKey
  /** Names people who were erased, so that nobody can read who they were. */
  readonly people: Buffer
}

/** Throws SecretClosed, or what the disk says. */
export async function loadTillKeys(
  secrets: SecretStore,
  randomness: Randomness,
): Promise<TillKeys> {
  const stored = await secrets.load()
  if (stored !== null && !ROOT.test(stored)) throw new SecretClosed('the secret is not readable')
  const root = stored ?? Buffer.from(randomness.bytes(ROOT_BYTES)).toString('hex')
  if (stored === null) await secrets.save(root)
  return keysOf(root, stored === null)
}

/** Null for text that is no such secret, as one that the system's keyring has sealed. */
export function keysIn(text: string): TillKeys | null {
  return ROOT.test(text.trim()) ? keysOf(text.trim(), false) : null
}

function keysOf(root: string, isNew: boolean): TillKeys {
  const derived = (use: string) =>
    createHmac('sha256', Buffer.from(root, 'hex')).update(use).digest()
  return { seal: { key: derived('seal'), isNew }, people: derived('people') }
}
