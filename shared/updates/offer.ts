/**
 * Whether the program may be replaced by another version of itself now. Nobody waits at the
 * counter, nothing is half sent or half printed, and the data can be read by what comes.
 */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { compareVersions } from './version.ts'

/** What was copied longer ago may lack a sale. */
export const UPDATE_BACKUP_AGE_MS_MAX = 10 * 60_000

export type UpdateWish = 'update' | 'way-back'

/** A program and the newest schema of the database it reads. */
export interface ProgramFacts {
  readonly version: string
  readonly schema: number
}

export interface UpdateFacts {
  readonly wish: UpdateWish
  /** What runs now, on the schema the data have now. */
  readonly here: ProgramFacts
  /** Whose installer lies here, proven; null when none does. */
  readonly there: ProgramFacts | null
  readonly isSaleOpen: boolean
  /** Receipts without a folio. */
  readonly unsentCount: number
  /** Papers on their way to a printer. */
  readonly printingCount: number
  /** Where no shifts are used there is none. */
  readonly isShiftOpen: boolean
}

/** Sales that are parked do not count: they are kept like everything else. */
export function mayOfferUpdate(facts: UpdateFacts): Result<null, Refusal> {
  const { there, unsentCount, printingCount } = facts
  if (there === null) return refuse(refusal('UPDATE_NOT_READY'))
  const wrong = wrongVersion(facts, there)
  if (wrong !== null) return refuse(wrong)
  if (facts.isSaleOpen) return refuse(refusal('UPDATE_SALE_OPEN'))
  if (unsentCount > 0) return refuse(refusal('UPDATE_UNSENT', null, { count: String(unsentCount) }))
  if (printingCount > 0)
    return refuse(refusal('UPDATE_PRINTING', null, { count: String(printingCount) }))
  return facts.isShiftOpen ? refuse(refusal('UPDATE_SHIFT_OPEN')) : ok(null)
}

/** The same, right before the installer gets it: `backupAgeMs` null when there is no backup. */
export function mayHandOver(facts: UpdateFacts, backupAgeMs: number | null): Result<null, Refusal> {
  const may = mayOfferUpdate(facts)
  if (!may.ok) return may
  const isFresh =
    backupAgeMs !== null && backupAgeMs >= 0 && backupAgeMs <= UPDATE_BACKUP_AGE_MS_MAX
  return isFresh ? ok(null) : refuse(refusal('UPDATE_NEEDS_BACKUP'))
}

function wrongVersion({ wish, here }: UpdateFacts, there: ProgramFacts): Refusal | null {
  const params = { here: here.version, there: there.version }
  const order = compareVersions(there.version, here.version)
  if (wish === 'update' && order <= 0) return refusal('UPDATE_NOT_NEWER', null, params)
  if (wish === 'way-back' && order >= 0) return refusal('UPDATE_NOT_OLDER', null, params)
  // It would refuse to open them.
  return there.schema < here.schema ? refusal('UPDATE_SCHEMA_OLDER', null, params) : null
}
