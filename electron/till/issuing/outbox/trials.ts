/**
 * Documents that were issued to try out. A company goes on in earnest with their folios, so that
 * from then on what such a folio leads to may be another customer's.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { COUNTS } from './receipt-conditions.ts'
import { trialOf } from '../../sold/sale-parts.ts'

/** A trial by what a path names, and by what it surely is. */
export interface Trial {
  readonly documentType: DocumentType
  readonly folio: number
  readonly remoteId: string
  /** 1: this till has issued there what counts, and there is no way back from it. */
  readonly isOver: number
}

/** SQL: the trial `r` is of a company that by now issues what counts. */
export const IS_OVER_TRIAL = `(${trialOf('r.')} = 1 AND EXISTS
  (SELECT 1 FROM receipt WHERE service_id = r.service_id AND ${COUNTS}))`

/**
 * SQL: what was given for the trial `r` pays nothing any more: what counts was issued, or its
 * folios are there, which the next sale may be given.
 */
export const IS_PAST_VALUE = `(${IS_OVER_TRIAL} OR (${trialOf('r.')} = 1 AND EXISTS
  (SELECT 1 FROM folio_range f WHERE f.service_id = r.service_id AND f.is_listed = 1
    AND f.is_trial = 0)))`

export interface Trials {
  /** Null: it counts, or has no folio. */
  of(saleId: SaleId): Trial | null
  /** What this note names by its folio, where that is a trial. */
  namedBy(noteId: SaleId): Trial | null
}

export function createTrials(db: TillDatabase): Trials {
  const select = `SELECT r.document_type AS documentType, r.folio, r.remote_id AS remoteId,
      ${IS_OVER_TRIAL} AS isOver
    FROM receipt r WHERE r.is_trial = 1 AND r.folio IS NOT NULL AND r.sale_id =`
  const of = db.prepare<[SaleId], Trial>(`${select} ?`)
  const named = db.prepare<[SaleId], Trial>(`${select} (SELECT original_id FROM sale
    WHERE id = ? AND document_type IN ('56', '61'))`)
  return { of: (saleId) => of.get(saleId) ?? null, namedBy: (noteId) => named.get(noteId) ?? null }
}
