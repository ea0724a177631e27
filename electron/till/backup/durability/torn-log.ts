/**
 * A write-ahead log that ends damaged holds the newest that was sold, and SQLite, which reads it up
 * to the damage, writes over the rest as soon as it opens. A copy of it is put into quarantine
 * first, for whoever can read more of it.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { flushFolder } from '../../kernel/durable-files.ts'
import { isLogWhole } from './log-frames.ts'
import { quarantineOf } from './restored-files.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'

/** A disk that tears one at each start fills itself with no more. */
export const TORN_LOGS_MAX = 5
const SUFFIX = '-wal'

/** Before anything opens the database. The name of the copy, or null where none had to be made. */
export function putTornLogAside(folder: TillFolder, at: EpochMs): string | null {
  const log = `${folder.database}-wal`
  if (!existsSync(folder.database) || isLogWhole(log)) return null
  const target = `${quarantineOf(folder, at)}${SUFFIX}`
  mkdirSync(target, { recursive: true, mode: 0o700 })
  copyFileSync(log, join(target, 'till.db-wal'))
  for (const changed of [target, folder.quarantine]) flushFolder(changed)
  const made = basename(target)
  // By a clock that went back the one of now would be the oldest.
  const others = tornLogsIn(folder).filter((name) => name !== made)
  for (const name of others.slice(0, Math.max(0, others.length + 1 - TORN_LOGS_MAX)))
    rmSync(join(folder.quarantine, name), { recursive: true })
  return made
}

/** The oldest first. */
export function tornLogsIn({ quarantine }: TillFolder): string[] {
  if (!existsSync(quarantine)) return []
  return readdirSync(quarantine)
    .filter((name) => name.endsWith(SUFFIX))
    .toSorted()
}
