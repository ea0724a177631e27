/**
 * Ranges of folios that are one branch's: its documents take of it first and those of no other
 * branch ever do. One that is used up, or never came, keeps nobody from selling: then they go on
 * with the ranges that are everybody's. Whole ranges, so that each is given out without a hole as
 * before; the statement that takes a folio compares the branch, whenever it was reserved.
 */
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId, FolioRangeId } from '../core/ports.ts'
import type { StoredRange, Tables } from '../storage/tables.ts'

/** Inside a write job. `branch`: as the documents have it; null: everybody's again. */
export async function reserveRange(
  db: Kysely<Tables>,
  companyId: CompanyId,
  id: string,
  branch: number | null,
): Promise<Result<StoredRange, ApiError>> {
  const range = await db
    .updateTable('folio_ranges')
    .set({ branch_office: branch })
    .where('id', '=', id as FolioRangeId)
    .where('company_id', '=', companyId)
    .where('status', '=', 'ACT')
    .returningAll()
    .executeTakeFirst()
  return range === undefined ? refuse(apiError('RANGE_NOT_FOUND')) : ok(range)
}
