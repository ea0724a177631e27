import { sql, type Kysely } from 'kysely'
import { POSTGRES_ENGINE, type Engine } from '../engine.ts'

const TRIAL_RANGE = `caf_xml LIKE '%<IDK>666</IDK>%' OR caf_xml LIKE '%<IDK>100</IDK>%'`
/** Until now no two ranges of a company and type had a folio in common. */
const IN_TRIAL_RANGE = `number IS NOT NULL AND EXISTS (SELECT 1 FROM folio_ranges range
  WHERE range.is_trial = 1 AND range.company_id = documents.company_id
    AND range.document_code = documents.document_code
    AND documents.number BETWEEN range.first_folio AND range.last_folio)`
const MADE_IN_TEST_MODE = `EXISTS (SELECT 1 FROM companies
  WHERE companies.id = documents.company_id AND (is_test = 1 OR created_at_ms < production_at_ms))`
const BY_TRIAL = `EXISTS (SELECT 1 FROM documents
  WHERE documents.id = credits.note_id AND documents.is_trial = 1)`

/**
 * What was numbered for nobody stands beside what counts: either may have the same folio, and the
 * same reference. Whoever enters something says which it is: a process of before has no word for
 * it, and what it enters would count.
 */
export async function trialFolios(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of [
    ...added('folio_ranges', TRIAL_RANGE, engine),
    ...added('documents', `${MADE_IN_TEST_MODE} OR ${IN_TRIAL_RANGE}`, engine),
    ...added('credits', BY_TRIAL, engine),
    'DROP INDEX documents_folio',
    `CREATE UNIQUE INDEX documents_folio ON documents (document_code, number, company_id, is_trial)
      WHERE number IS NOT NULL`,
    'DROP INDEX documents_reference',
    `CREATE UNIQUE INDEX documents_reference
      ON documents (company_id, external_reference, is_trial)`,
    'DROP INDEX folio_ranges_use',
    `CREATE INDEX folio_ranges_use
      ON folio_ranges (company_id, document_code, status, is_trial, first_folio)`,
    ...countersByKind(engine),
  ])
    await sql.raw(statement).execute(db)
}

/** Neither engine adds a column to a key everywhere. */
function countersByKind({ integer, tableEnd }: Engine): string[] {
  return [
    `CREATE TABLE counters_by_kind (
      company_id TEXT NOT NULL REFERENCES companies (id), document_code ${integer} NOT NULL,
      is_trial ${integer} NOT NULL, next_number ${integer} NOT NULL,
      PRIMARY KEY (company_id, document_code, is_trial))${tableEnd}`,
    `INSERT INTO counters_by_kind SELECT company_id, document_code, is_test, next_number
      FROM authority_counters JOIN companies ON companies.id = company_id`,
    'DROP TABLE authority_counters',
    'ALTER TABLE counters_by_kind RENAME TO authority_counters',
  ]
}

/** Without a default; SQLite adds none to a table that has rows, and asks at each new one. */
function added(table: string, isTrial: string, engine: Engine): string[] {
  const column = `ALTER TABLE ${table} ADD COLUMN is_trial ${engine.integer}`
  const filled = `UPDATE ${table} SET is_trial = CASE WHEN ${isTrial} THEN 1 ELSE 0 END`
  return engine === POSTGRES_ENGINE
    ? [column, filled, `ALTER TABLE ${table} ALTER COLUMN is_trial SET NOT NULL`]
    : [
        column,
        filled,
        `CREATE TRIGGER ${table}_trial BEFORE INSERT ON ${table} WHEN NEW.is_trial IS NULL
          BEGIN SELECT RAISE(ABORT, '${table}: is_trial is not said'); END`,
      ]
}
