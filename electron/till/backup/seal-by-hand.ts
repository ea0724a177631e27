import { existsSync, readFileSync } from 'node:fs'
import type { TillDatabase } from '../kernel/database.ts'
import type { TillFolder } from '../kernel/till-folder.ts'
import type { Clock } from '../kernel/ports.ts'
import { openChain } from '../audit/chain.ts'
import { notePause, sealWhatWaited } from '../audit/closed-key.ts'
import { keysIn } from '../audit/seal-key.ts'
import { MIGRATIONS } from '../tables/migrations.ts'

/**
 * For support's rows at a closed till. With a key that only the system's keyring opens the till
 * seals them when it opens.
 */
export function sealIfPossible(db: TillDatabase, { ownSecret }: TillFolder, clock: Clock): void {
  const keys = existsSync(ownSecret) ? keysIn(readFileSync(ownSecret, 'utf8')) : null
  if (keys !== null) {
    openChain(db, keys.seal, clock, MIGRATIONS)
    sealWhatWaited(db, clock)
  }
  if (keys === null && existsSync(ownSecret)) notePause(db, clock)
}
