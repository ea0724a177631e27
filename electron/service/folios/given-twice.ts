/**
 * Folios that two documents have: one here and another one that the authority took in, from the
 * database that this one is an older copy of.
 */
import { sql, type Kysely } from 'kysely'
import { folioRuns } from '#shared/shifts/folio-runs.ts'
import type { Country } from '../core/country.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Authority } from '../parts/authority.ts'
import type { Tables } from '../storage/tables.ts'

/** More of them are not named: nobody looks up each. */
const NAMED_MAX = 500

export interface RangeBehind {
  readonly company_id: CompanyId
  readonly country: Country
  readonly document_code: number
  readonly is_trial: number
  readonly first_folio: number
  /** The highest that the authority has. */
  readonly folio: number
}

/**
 * Of a document of which it is not known here that the authority has it: also one that was cut off
 * on its way.
 */
export const NOT_SURELY_SENT = sql<boolean>`documents.status IN ('PEN', 'DELETED')`

/** In order; null when the authority does not say. */
export async function givenTwice(
  db: Kysely<Tables>,
  authority: Pick<Authority, 'received'>,
  range: RangeBehind,
): Promise<readonly number[] | null> {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'number'])
    .where(NOT_SURELY_SENT)
    .where('company_id', '=', range.company_id)
    .where('document_code', '=', range.document_code)
    .where('is_trial', '=', range.is_trial)
    .where('number', '>=', range.first_folio)
    .where('number', '<=', range.folio)
    .orderBy('number', 'desc')
    .limit(NAMED_MAX)
    .execute()
  if (rows.length === 0) return []
  const answer = await authority.received(
    rows.map(({ id, number }) => ({
      documentId: id,
      country: range.country,
      documentCode: range.document_code,
      number: number ?? 0,
    })),
  )
  if (answer.kind === 'UNREACHABLE') return null
  return rows
    .flatMap(({ number }, at) => (answer.documents[at] === null ? (number ?? []) : []))
    .toReversed()
}

/** `5-7, 9` of folios in order. */
export function shownFolios(folios: readonly number[]): string {
  return folioRuns(folios.map((folio) => ({ documentType: null, folio })))
    .map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
    .join(', ')
}
