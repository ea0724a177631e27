/**
 * A till whose key cannot be opened sells all the same, and its rows have no seal. They get it when
 * the key opens again, and both ends stand in the log: whoever writes such rows from outside can
 * make no more of them than a time in which, as everybody reads, there was no seal.
 */
import type { TillDatabase } from '../db/open-database.ts'
import type { Clock } from '../ports.ts'
import { createAudit } from '../staff/audit.ts'
import { chainOf } from './chain.ts'
import { createSealedRows, SEALED_KINDS } from './sealed-rows.ts'

/** Who writes these rows of the log. */
const TILL = { id: null, name: 'Caja' } as const

/** The key did not open: from here on nothing is sealed. */
export function notePause(db: TillDatabase, clock: Clock): void {
  createAudit(db, clock).write({ action: 'seal-paused', staff: TILL })
}

/** The key is open. Seals what was written since the log said that it was not, and nothing else. */
export function sealWhatWaited(db: TillDatabase, clock: Clock): void {
  const anchor = chainOf(db).anchor()
  if (anchor === null) return
  const rows = createSealedRows(db)
  db.transaction(() => {
    const sinceMs = pausedSinceMs(db, rows.unsealed('audit', anchor.epoch, EVERY_ROW))
    if (sinceMs === null) return
    let count = 0
    for (const kind of SEALED_KINDS)
      for (const ref of rows.unsealed(kind, anchor.epoch, EVERY_ROW))
        if (rows.writtenAtMs(kind, ref) >= sinceMs) {
          chainOf(db).add(kind, ref)
          count += 1
        }
    createAudit(db, clock).write({
      action: 'seal-resumed',
      staff: TILL,
      detail: { what: String(count) },
    })
  }).immediate()
}

const EVERY_ROW = -1

/** By the first row that says so and has no seal yet; null when there is none. */
function pausedSinceMs(db: TillDatabase, unsealed: readonly string[]): number | null {
  const paused = db.prepare<[string], number>(
    "SELECT at_ms FROM audit WHERE seq = ? AND action = 'seal-paused'",
  )
  for (const seq of unsealed) {
    const atMs = paused.pluck().get(seq)
    if (atMs !== undefined) return atMs
  }
  return null
}
