/** What of support outlives a database: the work under way, and the exchange of one for another. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RestorePreview } from '#shared/backup/views.ts'
import type { Log } from '#shared/core/ports.ts'
import { PREPARING, SALVAGING } from '../durability/restore.ts'
import { filesBeside } from '../durability/restored-files.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'
import type { Audit } from '../../audit/audit.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { removeDatabase } from './second-copy.ts'
import { clearWork } from './work-folder.ts'

export interface SupportDesk {
  readonly jobs: Jobs
  readonly folder: TillFolder
  /** What lies in the candidate's place, as it was shown; null when nothing does. */
  looked: RestorePreview | null
  /** Of a till that moves, as it was shown: the file it wakes out of; null for any other. */
  lookedMove: string | null
  /** The only code a till that leaves is sealed with: made here, shown once. */
  moveCode: string | null
  /**
   * Closes the till, works on its files, and opens what is there then, behind the lock; `after`
   * writes into the log what is to be there. Rejects with the work's own error, the till open.
   */
  exchange<Value>(work: () => Promise<Value>, after: (log: Audit) => void): Promise<Value>
}

export function createSupportDesk(
  folder: TillFolder,
  log: Log,
  exchange: SupportDesk['exchange'],
): SupportDesk {
  removeLeftovers(folder)
  const nothing = { looked: null, lookedMove: null, moveCode: null }
  return { jobs: createJobs(log), folder, ...nothing, exchange }
}

/** Whole copies of the database, of a till that ended before they were used up. */
function removeLeftovers({ folder, candidate, copying, looking }: TillFolder): void {
  rmSync(candidate, { force: true })
  rmSync(filesBeside(candidate), { recursive: true, force: true })
  for (const name of [PREPARING, SALVAGING]) removeDatabase(join(folder, name))
  for (const work of [copying, looking]) clearWork(work)
}
