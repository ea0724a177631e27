/** What of support outlives a database: the work under way, and the exchange of one for another. */
import { rmSync } from 'node:fs'
import type { RestorePreview } from '#shared/bridge/support.ts'
import type { Log } from '#shared/core/ports.ts'
import type { TillFolder } from '../durability/till-folder.ts'
import type { Audit } from '../staff/audit.ts'
import { createJobs, type Jobs } from './jobs.ts'

export interface SupportDesk {
  readonly jobs: Jobs
  readonly folder: TillFolder
  /** What lies in the candidate's place, as it was shown; null when nothing does. */
  looked: RestorePreview | null
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
  // Left by a till that ended before it was used.
  rmSync(folder.candidate, { force: true })
  return { jobs: createJobs(log), folder, looked: null, exchange }
}
