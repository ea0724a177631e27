/** The ranges of folios in use, as the head office sees and deals them out. */
import type { Kysely } from 'kysely'
import { ROWS_MAX, type OfficeRange } from '#shared/head-office/contract.ts'
import type { CompanyId } from '../core/ports.ts'
import { isOfMode } from '../storage/hot-queries.ts'
import { isHeld } from '../storage/place.ts'
import type { Tables } from '../storage/tables.ts'

/** Of the kind that the company issues now, by kind of document. */
export async function rangesOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
): Promise<{ readonly data: readonly OfficeRange[]; readonly is_more: boolean }> {
  const rows = await db
    .selectFrom('folio_ranges')
    .select(['id', 'document_code', 'first_folio', 'last_folio', 'next_folio', 'date_end'])
    .select(['branch_office', isHeld(db).as('is_held')])
    .where('company_id', '=', companyId)
    .where('status', '=', 'ACT')
    .where(isOfMode('folio_ranges'))
    .orderBy('document_code')
    .orderBy('first_folio')
    .limit(ROWS_MAX + 1)
    .execute()
  const data = rows
    .slice(0, ROWS_MAX)
    .map((row) => ({
      ...{ range_id: row.id, document_type: String(row.document_code) },
      ...{ first: Number(row.first_folio), last: Number(row.last_folio) },
      left: Number(row.last_folio) - Number(row.next_folio) + 1,
      ends_on: row.date_end,
      is_held: Boolean(row.is_held),
      branch_office: row.branch_office === null ? null : Number(row.branch_office),
    }))
  return { data, is_more: rows.length > ROWS_MAX }
}
