/** At the opening: who was erased is erased again where it is needed, and the daily run begins. */
import type { Log } from '#shared/core/ports.ts'
import type { Connection } from '../../issuing/connection/connection.ts'
import type { ForegroundPriority } from '../../kernel/foreground-priority.ts'
import { eraseAgain } from './erase-again.ts'
import { openPeopleParts, type PeopleParts } from './people-parts.ts'
import { createRetentionJob, type RetentionJob } from './retention-job.ts'

interface RetentionNeighbours {
  readonly foregroundPriority: ForegroundPriority
  readonly connection: Connection
}

export function openRetention(
  options: Parameters<typeof openPeopleParts>[0] & { readonly log: Log },
  store: Parameters<typeof openPeopleParts>[1] & {
    readonly durability: { readonly isHalted: () => boolean }
  },
  { foregroundPriority, connection }: RetentionNeighbours,
): RetentionJob {
  const parts = openPeopleParts(options, store, () => null)
  eraseAgainOrSay(parts, options.log)
  return createRetentionJob({
    parts,
    priority: foregroundPriority,
    clockSkewMs: connection.skewMs,
    answeredAt: connection.lastAnswerAt,
    isHalted: store.durability.isHalted,
    log: options.log,
  })
}

/** Tried again at the next opening: a till that cannot do this now still sells. */
function eraseAgainOrSay(parts: PeopleParts, log: Log): void {
  try {
    const count = eraseAgain(parts)
    if (count > 0) log('people were erased again after a restore', { count })
  } catch (error) {
    log('people who were erased could not be erased again', { error: String(error) })
  }
}
