/**
 * A till whose key cannot be opened sells all the same, and its rows have no seal. They get it when
 * the key opens again, and both ends stand in the log: whoever writes such rows from outside can
 * make no more of them than a time in which, as the log and every check say, there was no seal.
 */
import { z } from 'zod'
import { readAuditDetail } from '#shared/staff/audit-detail.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'
import { createAudit } from './audit.ts'
import { chainOf } from './chain.ts'
import { pendingIn } from './pending.ts'
import { createSealedRows, SEALED_KINDS, type SealedKind } from './sealed-rows.ts'

/** Who writes these rows of the log. */
const TILL = { id: null, name: 'Caja' } as const

/** The key did not open: from here on nothing is sealed. Says how far everything is written. */
export function notePause(db: TillDatabase, clock: Clock): void {
  const lastOf = (table: 'sale' | 'shift_close') =>
    db.prepare<[], number>(`SELECT coalesce(max(rowid), 0) FROM ${table}`).pluck().get() ?? 0
  const detail = { lastSale: lastOf('sale'), lastClose: lastOf('shift_close') }
  createAudit(db, clock).write({ action: 'seal-paused', staff: TILL, detail })
}

/** The key is open. Seals what was written since the log said that it was not, and nothing else. */
export function sealWhatWaited(db: TillDatabase, clock: Clock): void {
  const anchor = chainOf(db).anchor()
  if (anchor === null) return
  const rows = createSealedRows(db)
  db.transaction(() => {
    const waiting = pendingIn(db)
    const unsealed = (kind: SealedKind) =>
      rows.unsealed(kind, anchor.epoch, waiting[kind], EVERY_ROW)
    const pause = firstPause(db, unsealed('audit'))
    if (pause === null) return
    let count = 0
    for (const kind of SEALED_KINDS)
      for (const ref of unsealed(kind))
        if (rows.rowOf(kind, ref) > pause[kind]) {
          chainOf(db).add(kind, ref)
          count += 1
        }
    count += chainOf(db).takeChanged()
    createAudit(db, clock).write({
      action: 'seal-resumed',
      staff: TILL,
      detail: { what: String(count) },
    })
  }).immediate()
}

const EVERY_ROW = -1

/** By the order in which they were written: the clock may have been put back since. */
type LastBefore = Readonly<Record<SealedKind, number>>

const pauseDetail = z.object({ lastSale: z.int(), lastClose: z.int() })

/** By the first row that says so and has no seal yet; null when there is none. */
function firstPause(db: TillDatabase, unsealed: readonly string[]): LastBefore | null {
  const paused = db
    .prepare<[string], string>(
      "SELECT detail_json FROM audit WHERE seq = ? AND action = 'seal-paused'",
    )
    .pluck()
  for (const seq of unsealed) {
    const json = paused.get(seq)
    if (json === undefined) continue
    const said = pauseDetail.safeParse(readAuditDetail(json))
    // One that does not say how far vouches for no sale: what is there stays without a seal.
    const { lastSale, lastClose } = said.success ? said.data : NO_SALES
    return { audit: Number(seq) - 1, sale: lastSale, close: lastClose, state: NO_STATE }
  }
  return null
}

/** Without its key a till seals no change: such a row is somebody else's. */
const NO_STATE = Number.MAX_SAFE_INTEGER
const NO_SALES = { lastSale: Number.MAX_SAFE_INTEGER, lastClose: Number.MAX_SAFE_INTEGER }
