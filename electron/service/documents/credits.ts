/**
 * What the service knows of the document a Chilean credit note is about, and what notes took from
 * it.
 */
import type { Kysely } from 'kysely'
import { documentRequestSchema, type DocumentRequest } from '#shared/issuing/document-request.ts'
import type { CompanyId, DocumentId } from '../core/ports.ts'
import {
  creditedReferenceOf,
  isDebitNote,
  totalInPesos,
  type CreditedReference,
} from '../catalogues/credited-reference.ts'
import type { DocumentRow, Tables } from '../storage/tables.ts'
import type { Credited } from '../rules/rule.ts'

/** Null when the document names no one document that can be credited. Other documents never ask. */
export async function loadCredited(
  db: Kysely<Tables>,
  companyId: CompanyId,
  document: Partial<DocumentRequest>,
): Promise<Credited | null> {
  const reference = creditedReferenceOf(document)
  if (reference === null) return null
  const row = await db
    .selectFrom('documents')
    .innerJoin('companies', 'companies.id', 'documents.company_id')
    .select(['documents.status', 'body', 'documents.created_at_ms'])
    .select(['is_test', 'production_at_ms'])
    .where('company_id', '=', companyId)
    .where('document_code', '=', reference.type.code)
    .where('number', '=', reference.number)
    .executeTakeFirst()
  // Where it counts, a trial is no document: a note over it would lower a tax that nobody owes.
  if (row?.is_test === 0 && row.created_at_ms < (row.production_at_ms ?? 0))
    return { kind: 'MISSING' }
  if (row === undefined)
    return { kind: (await isInRange(db, companyId, reference)) ? 'MISSING' : 'ELSEWHERE' }
  const request = documentRequestSchema.parse(JSON.parse(row.body))
  return {
    kind: 'HERE',
    date: request.invoice_date,
    status: row.status,
    totalClp: totalInPesos(request),
    isExempt:
      reference.type.kind === 'EXEMPT_RECEIPT' ||
      reference.type.kind === 'EXEMPT_INVOICE' ||
      (reference.type.kind === 'CREDIT_NOTE' && (request.totals.taxes ?? []).length === 0),
    creditedClp: await creditedOf(
      db,
      companyId,
      { documentCode: reference.type.code, number: reference.number },
      document.external_reference,
    ),
  }
}

/** A folio of a range of this service was given to a document here, or to none. */
async function isInRange(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { type, number }: CreditedReference,
): Promise<boolean> {
  const range = await db
    .selectFrom('folio_ranges')
    .select('id')
    .where('company_id', '=', companyId)
    .where('document_code', '=', type.code)
    .where('first_folio', '<=', number)
    .where('last_folio', '>=', number)
    .executeTakeFirst()
  return range !== undefined
}

/**
 * Sum of the notes that stand, less what debit notes gave back of them. One with the same reference
 * is this note itself, sent again.
 */
async function creditedOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { documentCode, number }: { readonly documentCode: number; readonly number: number },
  ownReference: string | undefined,
): Promise<number> {
  const notes = await standingNotes(db, { companyId, documentCode, number })
    .select([
      'credits.amount_clp',
      'documents.external_reference',
      'documents.document_code',
      'documents.number',
    ])
    .execute()
  const others = notes.filter(
    (note) => ownReference === undefined || note.external_reference !== ownReference,
  )
  const undoneClp = await debitedOf(db, companyId, others)
  return others.reduce((sum, note) => sum + note.amount_clp, 0) - undoneClp
}

/** What the standing notes over a document that was issued here took from it, in pesos. */
export async function creditedOfRow(
  db: Kysely<Tables>,
  { company_id: companyId, document_code: documentCode, number }: DocumentRow,
): Promise<number> {
  if (number === null) return 0
  return creditedOf(db, companyId, { documentCode, number }, undefined)
}

/** What standing debit notes gave back of these notes. */
async function debitedOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  notes: readonly { readonly document_code: number; readonly number: number | null }[],
): Promise<number> {
  let sumClp = 0
  for (const { document_code: documentCode, number } of notes) {
    if (number === null) continue
    const debits = await standingNotes(db, { companyId, documentCode, number })
      .select('credits.amount_clp')
      .execute()
    sumClp += debits.reduce((sum, debit) => sum + debit.amount_clp, 0)
  }
  return sumClp
}

/**
 * Whether the room that a debit note made in a document has been credited again: then it has to
 * stay.
 */
export async function isDebitUsed(
  db: Kysely<Tables>,
  companyId: CompanyId,
  debit: DocumentRequest,
): Promise<boolean> {
  const undone = creditedReferenceOf(debit)
  if (undone === null || !isDebitNote(debit)) return false
  const note = await db
    .selectFrom('documents')
    .select('body')
    .where('company_id', '=', companyId)
    .where('document_code', '=', undone.type.code)
    .where('number', '=', undone.number)
    .executeTakeFirst()
  if (note === undefined) return false
  const { external_reference: _itself, ...request } = documentRequestSchema.parse(
    JSON.parse(note.body),
  )
  const reference = creditedReferenceOf(request)
  if (reference !== null)
    await holdForCredit(db, {
      companyId,
      documentCode: reference.type.code,
      number: reference.number,
    })
  const credited = await loadCredited(db, companyId, request)
  return credited?.kind === 'HERE' && credited.creditedClp + totalInPesos(debit) > credited.totalClp
}

interface CreditedFolio {
  readonly companyId: CompanyId
  readonly documentCode: number
  readonly number: number
}

/** The notes over a document that are neither deleted nor rejected. */
export function standingNotes(
  db: Kysely<Tables>,
  { companyId, documentCode, number }: CreditedFolio,
) {
  return db
    .selectFrom('credits')
    .innerJoin('documents', 'documents.id', 'credits.note_id')
    .where('credits.company_id', '=', companyId)
    .where('credits.document_code', '=', documentCode)
    .where('credits.number', '=', number)
    .where('documents.status', 'not in', ['DELETED', 'RCH'])
}

/** Those of the notes whose document is still to be sent to the authority. */
export async function notesBeforeTheirDocument(
  db: Kysely<Tables>,
  notes: readonly DocumentId[],
): Promise<ReadonlySet<DocumentId>> {
  const rows = await db
    .selectFrom('credits')
    .select('credits.note_id')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.document_code', '=', 'credits.document_code')
        .onRef('documents.number', '=', 'credits.number')
        .onRef('documents.company_id', '=', 'credits.company_id'),
    )
    .where('credits.note_id', 'in', notes)
    .where('documents.status', '=', 'PEN')
    .execute()
  return new Set(rows.map((row) => row.note_id))
}

/**
 * Makes everything that many writers do about one document's credit follow each other: a statement
 * that changes nothing holds its row until the end of the transaction. SQLite has one writer
 * anyway.
 */
export async function holdForCredit(
  db: Kysely<Tables>,
  { companyId, documentCode, number }: CreditedFolio,
): Promise<void> {
  await db
    .updateTable('documents')
    .set((eb) => ({ authority_attempts: eb.ref('authority_attempts') }))
    .where('company_id', '=', companyId)
    .where('document_code', '=', documentCode)
    .where('number', '=', number)
    .execute()
}

export async function enterCredit(
  db: Kysely<Tables>,
  note: DocumentRow,
  request: DocumentRequest,
): Promise<void> {
  const reference = creditedReferenceOf(request)
  if (reference === null) return
  await db
    .insertInto('credits')
    .values({
      note_id: note.id,
      company_id: note.company_id,
      document_code: reference.type.code,
      number: reference.number,
      amount_clp: totalInPesos(request),
    })
    .execute()
}
