import Database from 'better-sqlite3'
import { refusal, type Refusal, type RefusalCode } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'

/**
 * A full disk is an expected refusal and leaves nothing behind. Any other failed commit may have
 * happened all the same (a failed fsync does not say), so the cashier is told to look before doing
 * it again.
 */
export function guardCommit<Value>(
  commit: () => Value,
  codes: { readonly full: RefusalCode; readonly unknown: RefusalCode } = {
    full: 'DISK_FULL',
    unknown: 'SALE_NOT_SAVED',
  },
): Result<Value, Refusal> {
  try {
    return ok(commit())
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return refuse(refusal(error.code === 'SQLITE_FULL' ? codes.full : codes.unknown))
  }
}
