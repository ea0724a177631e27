import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

const TRIAL_RANGE = `caf_xml LIKE '%<IDK>666</IDK>%' OR caf_xml LIKE '%<IDK>100</IDK>%'`
/** Until now no two ranges of a company and type had a folio in common. */
const IN_TRIAL_RANGE = `number IS NOT NULL AND EXISTS (SELECT 1 FROM folio_ranges range
  WHERE range.is_trial = 1 AND range.company_id = documents.company_id
    AND range.document_code = documents.document_code
    AND documents.number BETWEEN range.first_folio AND range.last_folio)`
/** Argentina has no ranges: there the authority of the trials numbers them. */
const OF_TRIAL_AUTHORITY = `number IS NOT NULL AND EXISTS (SELECT 1 FROM companies
  WHERE companies.id = documents.company_id AND country = 'ARG'
    AND (is_test = 1 OR created_at_ms < production_at_ms))`
const OVER_TRIAL = `EXISTS (SELECT 1 FROM documents
  WHERE documents.company_id = credits.company_id AND documents.number = credits.number
    AND documents.document_code = credits.document_code AND documents.is_trial = 1)`

/**
 * What was numbered for nobody stands beside what counts: either may have the same folio. A company
 * that tries out takes the folios of its trials first.
 */
export async function trialFolios(db: Kysely<unknown>, { integer }: Engine): Promise<void> {
  for (const statement of [
    ...['folio_ranges', 'documents', 'credits'].map(
      (table) => `ALTER TABLE ${table} ADD COLUMN is_trial ${integer} NOT NULL DEFAULT 0`,
    ),
    `UPDATE folio_ranges SET is_trial = 1 WHERE ${TRIAL_RANGE}`,
    `UPDATE documents SET is_trial = 1 WHERE ${IN_TRIAL_RANGE} OR ${OF_TRIAL_AUTHORITY}`,
    `UPDATE credits SET is_trial = 1 WHERE ${OVER_TRIAL}`,
    'DROP INDEX documents_folio',
    `CREATE UNIQUE INDEX documents_folio ON documents (document_code, number, company_id, is_trial)
      WHERE number IS NOT NULL`,
    'DROP INDEX folio_ranges_use',
    `CREATE INDEX folio_ranges_use
      ON folio_ranges (company_id, document_code, status, is_trial DESC, first_folio)`,
  ])
    await sql.raw(statement).execute(db)
}
