import type { Kysely } from 'kysely'
import { documentRequestSchema, type DocumentRequest } from '#shared/issuing/document-request.ts'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import type { Principal, Reach } from '../auth/keys.ts'
import { DOCUMENT_TYPES, type DocumentTypeEntry } from '../catalogues/catalogues.ts'
import { failure, type ApiFailure } from '../core/errors.ts'
import type { CompanyId, DocumentId } from '../core/ports.ts'
import { isOfMode } from '../storage/hot-queries.ts'
import { isAmong } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { CompanyRow, DocumentRow, Tables } from '../storage/tables.ts'

/** A document with what it takes to show it. */
export interface StoredDocument {
  readonly row: DocumentRow
  readonly company: CompanyRow
  readonly request: DocumentRequest
  readonly type: DocumentTypeEntry
}

export async function findById(
  storage: Storage,
  principal: Principal,
  id: string,
): Promise<Result<StoredDocument, ApiFailure>> {
  const row = await storage.read
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id as DocumentId)
    .executeTakeFirst()
  if (row === undefined) return refuse(failure('DOCUMENT_NOT_FOUND'))
  if (!(await principal.reach.has(row.company_id))) return refuse(failure('COMPANY_NOT_ACCESSIBLE'))
  return ok(await complete(storage, row))
}

/**
 * A document by type code and folio. The path names no company, so it is looked for in all
 * companies of the key; `companyId` decides when two of them have the same folio. In earnest a
 * trial is found by its id alone, whether or not its folio counts by now.
 */
export async function findByFolio(
  storage: Storage,
  principal: Principal,
  path: { readonly code: string; readonly folio: number; readonly companyId: string | null },
): Promise<Result<StoredDocument, ApiFailure>> {
  const codes = documentCodesOf(path.code)
  if (codes.length === 0)
    return refuse(failure('DOCUMENT_TYPE_NOT_FOUND', 'document_code', { type: path.code }))
  if (path.companyId !== null && !(await principal.reach.has(path.companyId as CompanyId)))
    return refuse(failure('DOCUMENT_NOT_FOUND'))
  const reachable = await byFolio(storage.read, principal.reach, { ...path, codes }).execute()
  if (new Set(reachable.map((row) => row.company_id)).size > 1)
    return refuse(failure('COMPANY_REQUIRED', 'company_id'))
  // A letter means both series of a company subject to retention. The ordinary one wins; the other
  // has its own number code.
  const [row] = reachable.toSorted(
    (a, b) => codes.indexOf(a.document_code) - codes.indexOf(b.document_code),
  )
  return row === undefined
    ? refuse(failure('DOCUMENT_NOT_FOUND'))
    : ok(await complete(storage, row))
}

/**
 * Every company has a folio 1: whose they are is asked with them, and one more than a single
 * company can have says that there are several.
 */
export function byFolio(
  db: Kysely<Tables>,
  reach: Pick<Reach, 'among'>,
  asked: {
    readonly codes: readonly number[]
    readonly folio: number
    readonly companyId: string | null
  },
) {
  const { codes, folio, companyId } = asked
  const found = db
    .selectFrom('documents')
    .selectAll()
    .where('document_code', 'in', codes)
    .where('number', '=', folio)
    .where(isOfMode('documents'))
    .limit(codes.length + 1)
  if (companyId !== null) return found.where('company_id', '=', companyId as CompanyId)
  return found.where(isAmong(db, 'company_id', reach.among(db)))
}

export async function complete(storage: Storage, row: DocumentRow): Promise<StoredDocument> {
  const company = await storage.read
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', row.company_id)
    .executeTakeFirst()
  assert(company !== undefined, 'a document belongs to a company')
  return {
    row,
    company,
    request: documentRequestSchema.parse(JSON.parse(row.body)),
    type: typeOfRow(company, row),
  }
}

/** What was made while its company tried things out never has a value. */
export function isTestDocument(row: Pick<DocumentRow, 'is_trial'>): boolean {
  return row.is_trial === 1
}

function typeOfRow(company: CompanyRow, row: DocumentRow): DocumentTypeEntry {
  const type = DOCUMENT_TYPES.find(
    (entry) => entry.country === company.country && entry.invoice_type === row.invoice_type,
  )
  assert(type !== undefined, 'a stored document has a known type')
  return type
}

/** Numeric codes a path may mean: `39`, `BLE` in either case, `FCA` with both of its series. */
export function documentCodesOf(text: string): number[] {
  const upper = text.toUpperCase()
  const codes = DOCUMENT_TYPES.filter(
    (type) => String(type.code) === upper || type.alias === upper || type.invoice_type === upper,
  ).map((type) => type.code)
  const retained: Readonly<Record<string, number>> = {
    FCA: 51,
    NDA: 52,
    NCA: 53,
    '51': 51,
    '52': 52,
    '53': 53,
  }
  const extra = retained[upper]
  return [...new Set(extra === undefined ? codes : [...codes, extra])]
}
