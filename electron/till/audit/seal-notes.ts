/** Times for which a whole seal does not answer: what was there was sealed as it lay. */
import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { SealNote } from '#shared/staff/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { readAuditDetail } from '#shared/staff/audit-detail.ts'
import type { EpochInfo } from './chain.ts'

const rowsOf = z.coerce.number().pipe(z.int().min(0)).catch(0)

/**
 * Where the chain was begun anew, and where rows were sealed after the key had been closed, in
 * order of time. Whoever puts rows in from outside can pretend either, and is told of here.
 */
export function sealNotes(db: Database.Database, epochs: readonly EpochInfo[]): SealNote[] {
  const begun = epochs.flatMap(({ reason, startedAtMs }) =>
    reason === 'first' ? [] : [{ kind: reason, at: startedAtMs as EpochMs, rows: 0 }],
  )
  const later = db
    .prepare<[], { at: EpochMs; detailJson: string }>(
      "SELECT at_ms AS at, detail_json AS detailJson FROM audit WHERE action = 'seal-resumed'",
    )
    .all()
    .map(({ at, detailJson }) => ({
      kind: 'later' as const,
      at,
      rows: rowsOf.parse(readAuditDetail(detailJson)['what']),
    }))
  return [...begun, ...later].sort((a, b) => a.at - b.at)
}
