/**
 * From here on what is written is sealed. A keyring that does not open is no reason not to sell;
 * what is sold meanwhile has no seal.
 */
import type { Log } from '#shared/core/ports.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock, Randomness, SecretStore } from '../kernel/ports.ts'
import { openChain } from './chain.ts'
import { notePause, sealWhatWaited } from './closed-key.ts'
import { loadTillKeys, SecretClosed, type TillKeys } from './seal-key.ts'

interface SealOptions {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  /** Without it nothing is sealed. */
  readonly ownSecret?: SecretStore
}

export async function openSeal(
  { ownSecret, randomness, clock, log }: SealOptions,
  db: TillDatabase,
  migrations: readonly string[],
): Promise<TillKeys | null> {
  if (ownSecret === undefined) return null
  try {
    const keys = await loadTillKeys(ownSecret, randomness)
    openChain(db, keys.seal, clock, migrations)
    sealWhatWaited(db, clock)
    return keys
  } catch (error) {
    if (!(error instanceof SecretClosed)) throw error
    log('selling without a seal: the secret cannot be opened', { code: error.code })
    notePause(db, clock)
    return null
  }
}
