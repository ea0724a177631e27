import { existsSync, readFileSync } from 'node:fs'
import type { TillDatabase } from '../db/open-database.ts'
import type { TillFolder } from '../durability/till-folder.ts'
import type { Clock } from '../ports.ts'
import { openChain } from './chain.ts'
import { notePause, sealWhatWaited } from './closed-key.ts'
import { keysIn } from './seal-key.ts'

/**
 * For support's rows at a closed till. With a key that only the system's keyring opens the till
 * seals them when it opens.
 */
export function sealIfPossible(db: TillDatabase, { ownSecret }: TillFolder, clock: Clock): void {
  const keys = existsSync(ownSecret) ? keysIn(readFileSync(ownSecret, 'utf8')) : null
  if (keys !== null) {
    openChain(db, keys.seal, clock)
    sealWhatWaited(db, clock)
  }
  if (keys === null && existsSync(ownSecret)) notePause(db, clock)
}
