/**
 * The queries every issued document goes through, built once. Whether a document is a trial is
 * decided by the mode its company is in where its folio is taken: a range of the other kind gives
 * none.
 */
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import type { CompanyId, DocumentId, FolioRangeId } from '../core/ports.ts'
import { hasIdIn } from './many-rows.ts'
import { issuesHere } from './place.ts'
import { PreparedChange, PreparedQuery } from './prepared.ts'
import type { DocumentRow, DocumentStatus, ReceiptPageRow, Tables } from './tables.ts'

/** 1 while the company tries out: then what it issues is a trial. */
function modeOf(db: Kysely<Tables>, companyId: CompanyId) {
  return db.selectFrom('companies').select('is_test').where('companies.id', '=', companyId)
}

/** The same of the row's company, of a range or a document. */
export function isOfMode(table: 'folio_ranges' | 'documents') {
  const [company, kind] = [sql.ref(`${table}.company_id`), sql.ref(`${table}.is_trial`)]
  return sql<boolean>`${kind} = (SELECT is_test FROM companies WHERE companies.id = ${company})`
}

export const modeOfCompany = new PreparedQuery<{ companyId: CompanyId }, { is_test: number }>(
  (db, hole) => modeOf(db, hole('companyId')),
)

export const findReference = new PreparedQuery<
  { companyId: CompanyId; reference: string },
  { id: DocumentId }
>((db, hole) =>
  db
    .selectFrom('documents')
    .select('id')
    .where('company_id', '=', hole('companyId'))
    .where('external_reference', '=', hole('reference'))
    .where('is_trial', '=', modeOf(db, hole('companyId'))),
)

/** Changes no row when the reference is taken. */
export const insertDocument = new PreparedChange<DocumentRow>((db, hole) =>
  db
    .insertInto('documents')
    .values({
      id: hole('id'),
      company_id: hole('company_id'),
      document_code: hole('document_code'),
      invoice_type: hole('invoice_type'),
      serie: hole('serie'),
      number: hole('number'),
      external_reference: hole('external_reference'),
      status: hole('status'),
      body: hole('body'),
      ted_xml: hole('ted_xml'),
      cae: hole('cae'),
      cae_expires_on: hole('cae_expires_on'),
      track_id: hole('track_id'),
      created_at_ms: hole('created_at_ms'),
      deleted_at_ms: hole('deleted_at_ms'),
      authority_due_at_ms: hole('authority_due_at_ms'),
      authority_attempts: hole('authority_attempts'),
      authority_claim: hole('authority_claim'),
      authority_is_unsure: hole('authority_is_unsure'),
      issued_on: hole('issued_on'),
      recipient_number: hole('recipient_number'),
      total_cents: hole('total_cents'),
      till: hole('till'),
      is_trial: hole('is_trial'),
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'external_reference', 'is_trial']).doNothing(),
    ),
)

/** Changes no row when the token is another document's. */
export const insertPage = new PreparedChange<ReceiptPageRow>((db, hole) =>
  db
    .insertInto('receipt_pages')
    .values({
      token_hash: hole('token_hash'),
      document_id: hole('document_id'),
      expires_at_ms: hole('expires_at_ms'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Everybody's, or that branch's own; a lane of no branch in particular asks with null. */
function isForBranch(branch: number | null) {
  return sql<boolean>`(branch_office IS NULL OR branch_office = ${branch})`
}

const RANGE_COLUMNS = [
  ...(['id', 'next_folio', 'first_folio', 'last_folio'] as const),
  ...(['caf_xml', 'private_key_pem', 'low_notified_at_ms', 'is_trial'] as const),
]

interface NextFolio {
  readonly next_folio: number
  readonly last_folio: number
  readonly low_notified_at_ms: number | null
}

interface KnownRange {
  readonly id: FolioRangeId
  readonly today: string
  readonly branch: number | null
}

/**
 * Moves a range on by one folio; no row when it is not in use any more, or only its last folio is
 * left.
 */
export const advanceKnownRange = new PreparedQuery<KnownRange, NextFolio>((db, hole) =>
  db
    .updateTable('folio_ranges')
    .set((eb) => ({ next_folio: eb('next_folio', '+', 1) }))
    .where('id', '=', hole('id'))
    .where(isForBranch(hole('branch')))
    .where('status', '=', 'ACT')
    .where(isOfMode('folio_ranges'))
    .where(issuesHere(db))
    .whereRef('next_folio', '<', 'last_folio')
    .where((or) => or.or([or('date_end', 'is', null), or('date_end', '>=', hole('today'))]))
    .returning(['next_folio', 'last_folio', 'low_notified_at_ms']),
)

interface ExpectedFolios extends KnownRange {
  readonly firstFolio: number
  readonly lastFolio: number
  readonly nextFolio: number
}

/** Moves a range on by a whole batch, from the folio it was expected at; no row otherwise. */
const advanceExpectedRange = (isUsedUp: boolean) =>
  new PreparedQuery<ExpectedFolios, Pick<NextFolio, 'low_notified_at_ms'>>((db, hole) =>
    db
      .updateTable('folio_ranges')
      .set({ next_folio: hole('nextFolio'), ...(isUsedUp ? { status: 'AGO' } : {}) })
      .where('id', '=', hole('id'))
      .where('status', '=', 'ACT')
      .where(isOfMode('folio_ranges'))
      .where(issuesHere(db))
      .where(isForBranch(hole('branch')))
      .where('next_folio', '=', hole('firstFolio'))
      .where('last_folio', isUsedUp ? '=' : '>', hole('lastFolio'))
      .where((or) => or.or([or('date_end', 'is', null), or('date_end', '>=', hole('today'))]))
      .returning('low_notified_at_ms'),
  )

/**
 * Leaves the range some folios. Writes no column of an index: SQLite would write its page again
 * with every receipt.
 */
export const advanceWithinRange = advanceExpectedRange(false)

/** To its last folio. */
export const advanceToEndOfRange = advanceExpectedRange(true)

export interface RangeWanted {
  readonly companyId: CompanyId
  readonly documentCode: number
  readonly today: string
  /** As the document has it; null: of no branch that has ranges of its own. */
  readonly branch: number | null
}

function firstInUse(
  db: Kysely<Tables>,
  ranges: SelectQueryBuilder<Tables, 'folio_ranges', object>,
  hole: <Name extends keyof RangeWanted>(name: Name) => RangeWanted[Name],
) {
  return (
    ranges
      .where('company_id', '=', hole('companyId'))
      .where('document_code', '=', hole('documentCode'))
      .where('status', '=', 'ACT')
      .where('is_trial', '=', modeOf(db, hole('companyId')))
      .where(issuesHere(db))
      .where((or) => or.or([or('date_end', 'is', null), or('date_end', '>=', hole('today'))]))
      .where(isForBranch(hole('branch')))
      // A branch's own before everybody's.
      .orderBy(sql`branch_office IS NULL`)
      .orderBy('first_folio')
      .limit(1)
  )
}

/** The first range in use as it stands; no row when there is none. */
export const rangeInUse = new PreparedQuery<RangeWanted, AdvancedRange>((db, hole) =>
  firstInUse(db, db.selectFrom('folio_ranges'), hole).select(RANGE_COLUMNS),
)

export interface AdvancedRange extends NextFolio {
  readonly id: FolioRangeId
  readonly first_folio: number
  readonly caf_xml: string
  readonly private_key_pem: string
  readonly is_trial: number
}

/** Moves the first range in use on by one folio, whichever that is; no row when there is none. */
export const advanceRange = new PreparedQuery<RangeWanted, AdvancedRange>((db, hole) =>
  db
    .updateTable('folio_ranges')
    .set((eb) => ({
      next_folio: eb('next_folio', '+', 1),
      status: sql<'ACT' | 'AGO'>`CASE WHEN next_folio = last_folio THEN 'AGO' ELSE 'ACT' END`,
    }))
    .where('id', '=', (eb) => firstInUse(db, eb.selectFrom('folio_ranges'), hole).select('id'))
    // Said again for engines with several writers: one that waited for the row must not go on when
    // its last folio went.
    .where('status', '=', 'ACT')
    .where(isOfMode('folio_ranges'))
    .where(issuesHere(db))
    .where(isForBranch(hole('branch')))
    .whereRef('next_folio', '<=', 'last_folio')
    .returning(RANGE_COLUMNS),
)

/** Answers those of them that were still pending. `ids`: JSON text, as of `idsOf`. */
export const markSent = new PreparedQuery<
  { ids: string; trackId: number; dueAtMs: EpochMs },
  { id: DocumentId }
>((db, hole) =>
  db
    .updateTable('documents')
    .set({
      status: 'EMS',
      track_id: hole('trackId'),
      authority_due_at_ms: hole('dueAtMs'),
      authority_attempts: 0,
      authority_claim: null,
      authority_is_unsure: 0,
    })
    .where(hasIdIn(db, hole('ids')))
    .where('status', '=', 'PEN')
    .returning('id'),
)

/** Answers those of them that were still at the authority. */
export const markJudged = new PreparedQuery<
  { ids: string; status: 'APR' | 'RCH' },
  { id: DocumentId }
>((db, hole) =>
  db
    .updateTable('documents')
    .set({ status: hole('status'), authority_due_at_ms: null })
    .where(hasIdIn(db, hole('ids')))
    .where('status', '=', 'EMS')
    .returning('id'),
)

export const firstDue = new PreparedQuery<
  { status: DocumentStatus },
  { authority_due_at_ms: EpochMs | null }
>((db, hole) =>
  db
    .selectFrom('documents')
    .select('authority_due_at_ms')
    .where('status', '=', hole('status'))
    .where('authority_due_at_ms', 'is not', null)
    .orderBy('authority_due_at_ms')
    .limit(1),
)
