/** At the opening: who was erased is erased again where it is needed, and the daily run begins. */
import type { TillOptions } from '../options.ts'
import type { Store } from '../store.ts'
import type { Workers } from '../workers.ts'
import { eraseAgain } from './erase-again.ts'
import { openPeopleParts } from './people-parts.ts'
import { createRetentionJob, type RetentionJob } from './retention-job.ts'

export function openRetention(
  options: TillOptions,
  store: Store,
  { foregroundPriority }: Pick<Workers, 'foregroundPriority'>,
): RetentionJob {
  const parts = openPeopleParts(options, store, () => null)
  const again = eraseAgain(parts)
  if (again > 0) options.log('people were erased again after a restore', { count: again })
  return createRetentionJob({
    parts,
    priority: foregroundPriority,
    isHalted: store.durability.isHalted,
    log: options.log,
  })
}
