/**
 * What the service knows of the document a Chilean credit note is about, and what notes took from
 * it.
 */
import type { Kysely } from 'kysely'
import { documentRequestSchema, type DocumentRequest } from '#shared/issuing/document-request.ts'
import { assert } from '#shared/core/result.ts'
import type { CompanyId, DocumentId } from '../core/ports.ts'
import {
  creditedReferenceOf,
  isDebitNote,
  totalInPesos,
  type CreditedReference,
} from '../catalogues/credited-reference.ts'
import type { DocumentRow, Tables } from '../storage/tables.ts'
import type { Credited } from '../rules/rule.ts'

/** A document by its number: a trial and one that counts may have the same. */
interface IssuedFolio {
  readonly companyId: CompanyId
  readonly documentCode: number
  readonly number: number
  readonly isTrial: number
}

export function issuedFolio(
  row: Pick<DocumentRow, 'company_id' | 'document_code' | 'is_trial'> & { readonly number: number },
): IssuedFolio {
  const { company_id: companyId, document_code: documentCode, is_trial: isTrial, number } = row
  return { companyId, documentCode, number, isTrial }
}

/**
 * What a company's document means by a folio: a trial another trial, what counts what counts. By
 * default it is of the kind that its company issues now. `other`: of the other kind.
 */
async function documentNamed(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { type, number }: CreditedReference,
  isTrial?: number,
) {
  const rows = await db
    .selectFrom('companies')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.company_id', '=', 'companies.id')
        .on('documents.document_code', '=', type.code)
        .on('documents.number', '=', number),
    )
    .select(['documents.status', 'body', 'is_trial', 'is_test'])
    .where('companies.id', '=', companyId)
    .execute()
  const [company] = rows
  assert(company !== undefined, 'a company that issues is there')
  const kind = isTrial ?? company.is_test
  const found = rows.flatMap(({ status, body, is_trial: is }) =>
    status === null || body === null ? [] : [{ status, is, request: requestOf(body) }],
  )
  const [named, other] = [kind, 1 - kind].map((wanted) => found.find(({ is }) => is === wanted))
  return { isTrial: kind, named, other }
}

const requestOf = (body: string) => documentRequestSchema.parse(JSON.parse(body))

/** Null when the document names no one document that can be credited. Other documents never ask. */
export async function loadCredited(
  db: Kysely<Tables>,
  companyId: CompanyId,
  document: Partial<DocumentRequest>,
  ofKind?: number,
): Promise<Credited | null> {
  const reference = creditedReferenceOf(document)
  if (reference === null) return null
  const { isTrial, named, other } = await documentNamed(db, companyId, reference, ofKind)
  if (named === undefined) {
    // Of a trial's number another system may have issued a document, on another day. The trial is
    // none: a note over it would lower a tax that nobody owes.
    const days = [undefined, other?.request.invoice_date]
    const isTheTrial = isTrial === 0 && other !== undefined && days.includes(reference.date)
    const isHere = isTheTrial || (await isInRange(db, companyId, isTrial, reference))
    return { kind: isHere ? 'MISSING' : 'ELSEWHERE' }
  }
  const { status, request } = named
  return {
    kind: 'HERE',
    date: request.invoice_date,
    status,
    totalClp: totalInPesos(request),
    isExempt:
      reference.type.kind === 'EXEMPT_RECEIPT' ||
      reference.type.kind === 'EXEMPT_INVOICE' ||
      (reference.type.kind === 'CREDIT_NOTE' && (request.totals.taxes ?? []).length === 0),
    creditedClp: await creditedOf(
      db,
      { companyId, documentCode: reference.type.code, number: reference.number, isTrial },
      document.external_reference,
    ),
  }
}

/** A folio of a range of this service was given to a document here, or to none. */
async function isInRange(
  db: Kysely<Tables>,
  companyId: CompanyId,
  isTrial: number,
  { type, number }: CreditedReference,
): Promise<boolean> {
  const range = await db
    .selectFrom('folio_ranges')
    .select('id')
    .where('company_id', '=', companyId)
    .where('document_code', '=', type.code)
    .where('first_folio', '<=', number)
    .where('last_folio', '>=', number)
    // What counts has none of a trial range.
    .where('is_trial', '<=', isTrial)
    .executeTakeFirst()
  return range !== undefined
}

/**
 * Sum of the notes that stand, less what debit notes gave back of them. One with the same reference
 * is this note itself, sent again.
 */
async function creditedOf(
  db: Kysely<Tables>,
  folio: IssuedFolio,
  ownReference: string | undefined,
): Promise<number> {
  const notes = await standingNotes(db, folio)
    .select(['credits.amount_clp', 'documents.external_reference', 'documents.company_id'])
    .select(['documents.document_code', 'documents.number', 'documents.is_trial'])
    .execute()
  const others = notes.filter(
    (note) => ownReference === undefined || note.external_reference !== ownReference,
  )
  const undoneClp = await debitedOf(db, others)
  return others.reduce((sum, note) => sum + note.amount_clp, 0) - undoneClp
}

/** What the standing notes over a document that was issued here took from it, in pesos. */
export async function creditedOfRow(
  db: Kysely<Tables>,
  { number, ...row }: DocumentRow,
): Promise<number> {
  return number === null ? 0 : creditedOf(db, issuedFolio({ ...row, number }), undefined)
}

/** What standing debit notes gave back of these notes. */
async function debitedOf(
  db: Kysely<Tables>,
  notes: readonly Pick<DocumentRow, 'company_id' | 'document_code' | 'number' | 'is_trial'>[],
): Promise<number> {
  let sumClp = 0
  for (const { number, ...note } of notes) {
    if (number === null) continue
    const debits = await standingNotes(db, issuedFolio({ ...note, number }))
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
  { company_id: companyId, is_trial: isTrial, body }: DocumentRow,
): Promise<boolean> {
  const debit = requestOf(body)
  const undone = creditedReferenceOf(debit)
  if (undone === null || !isDebitNote(debit)) return false
  const { named } = await documentNamed(db, companyId, undone, isTrial)
  if (named === undefined) return false
  const { external_reference: _itself, ...request } = named.request
  const reference = creditedReferenceOf(request)
  if (reference !== null)
    await holdForCredit(db, {
      companyId,
      documentCode: reference.type.code,
      number: reference.number,
    })
  const credited = await loadCredited(db, companyId, request, isTrial)
  return credited?.kind === 'HERE' && credited.creditedClp + totalInPesos(debit) > credited.totalClp
}

/** The notes over a document that are neither deleted nor rejected. */
export function standingNotes(
  db: Kysely<Tables>,
  { companyId, documentCode, number, isTrial }: IssuedFolio,
) {
  return db
    .selectFrom('credits')
    .innerJoin('documents', 'documents.id', 'credits.note_id')
    .where('credits.company_id', '=', companyId)
    .where('credits.document_code', '=', documentCode)
    .where('credits.number', '=', number)
    .where('credits.is_trial', '=', isTrial)
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
        .onRef('documents.company_id', '=', 'credits.company_id')
        .onRef('documents.is_trial', '=', 'credits.is_trial'),
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
  { companyId, documentCode, number }: Omit<IssuedFolio, 'isTrial'>,
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
      is_trial: note.is_trial,
    })
    .execute()
}
