/** The queries every issued document goes through, built once. */
import { sql } from 'kysely'
import type { CompanyId, DocumentId, FolioRangeId } from '../ports.ts'
import { PreparedQuery } from '../storage/prepared.ts'
import type { DocumentRow } from '../storage/tables.ts'

export const findReference = new PreparedQuery<{ companyId: CompanyId; reference: string }, { id: DocumentId }>((db, hole) =>
  db.selectFrom('documents').select('id')
    .where('company_id', '=', hole('companyId')).where('external_reference', '=', hole('reference')))

/** Answers no row when the reference is taken. */
export const insertDocument = new PreparedQuery<DocumentRow, { id: DocumentId }>((db, hole) => db.insertInto('documents').values({
  id: hole('id'), company_id: hole('company_id'), document_code: hole('document_code'), invoice_type: hole('invoice_type'),
  serie: hole('serie'), number: hole('number'), external_reference: hole('external_reference'), status: hole('status'),
  body: hole('body'), ted_xml: hole('ted_xml'), cae: hole('cae'), cae_expires_on: hole('cae_expires_on'),
  track_id: hole('track_id'), created_at_ms: hole('created_at_ms'), deleted_at_ms: hole('deleted_at_ms'),
  authority_due_at_ms: hole('authority_due_at_ms'), authority_attempts: hole('authority_attempts'),
}).onConflict((conflict) => conflict.columns(['company_id', 'external_reference']).doNothing()).returning('id'))

export interface AdvancedRange {
  readonly id: FolioRangeId
  readonly next_folio: number
  readonly first_folio: number
  readonly last_folio: number
  readonly caf_xml: string
  readonly private_key_pem: string
  readonly low_notified_at_ms: number | null
}

/** Moves the first range in use on by one folio; no row when there is none. */
export const advanceRange = new PreparedQuery<{ companyId: CompanyId; documentCode: number; today: string }, AdvancedRange>((db, hole) =>
  db.updateTable('folio_ranges')
    .set((eb) => ({
      next_folio: eb('next_folio', '+', 1),
      status: sql<'ACT' | 'AGO'>`CASE WHEN next_folio = last_folio THEN 'AGO' ELSE 'ACT' END`,
    }))
    .where('id', '=', (eb) => eb.selectFrom('folio_ranges').select('id')
      .where('company_id', '=', hole('companyId')).where('document_code', '=', hole('documentCode')).where('status', '=', 'ACT')
      .where((or) => or.or([or('date_end', 'is', null), or('date_end', '>=', hole('today'))]))
      .orderBy('first_folio').limit(1))
    .returning(['id', 'next_folio', 'first_folio', 'last_folio', 'caf_xml', 'private_key_pem', 'low_notified_at_ms']))
