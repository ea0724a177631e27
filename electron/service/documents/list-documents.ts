/** A company's documents, the last ones first, a page at a time, by whatever one looks for. */
import { z } from 'zod'
import { sql, type Kysely } from 'kysely'
import { DOCUMENT_LIMITS } from '#shared/issuing/document-limits.ts'
import { documentCodesOf } from './stored-document.ts'
import { centsOf, recipientNumber } from './search-facts.ts'
import type { CompanyRow, DocumentRow, Tables } from '../storage/tables.ts'

const STATES = ['PEN', 'EMS', 'APR', 'RCH', 'DELETED'] as const
const TOTAL_MAX = 90_000_000_000

export const documentFilters = {
  from: z.iso.date().optional().describe('First day of issue'),
  to: z.iso.date().optional().describe('Last day of issue'),
  status: z.enum(STATES).optional(),
  document_type: z.string().min(1).max(10).optional().describe('Type code: 39, or its alias'),
  recipient: z.string().trim().min(1).max(30).optional().describe('Tax number of the buyer'),
  external_reference: z.string().min(1).max(DOCUMENT_LIMITS.externalReferenceCharsMax).optional(),
  total: z.coerce.number().min(0).max(TOTAL_MAX).optional(),
  till: z.string().min(1).max(100).optional().describe('What its papers call it: Caja'),
  cursor: z.string().max(300).optional().describe('`next_cursor` of the page before'),
}
export type DocumentFilters = z.output<z.ZodObject<typeof documentFilters>>

const COLUMNS = [
  ...(['id', 'company_id', 'document_code', 'serie', 'number', 'status', 'track_id'] as const),
  ...(['external_reference', 'created_at_ms'] as const),
  ...(['issued_on', 'recipient_number', 'total_cents', 'till'] as const),
]
export type ListedRow = Pick<DocumentRow, (typeof COLUMNS)[number]>

export interface DocumentPage {
  readonly rows: readonly ListedRow[]
  /** Null on the last page. */
  readonly next: string | null
}

/** Where a page starts: after this document. */
const cursorSchema = z.tuple([z.iso.date(), z.int(), z.string().max(50)])
type Cursor = z.output<typeof cursorSchema>

/** Undefined for what no page of ours ended with. */
export function readCursor(text: string): Cursor | undefined {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}

const writeCursor = ({ issued_on, created_at_ms, id }: ListedRow) =>
  Buffer.from(JSON.stringify([issued_on, created_at_ms, id])).toString('base64url')

export async function listDocuments(
  db: Kysely<Tables>,
  company: Pick<CompanyRow, 'id' | 'country'>,
  filters: DocumentFilters & { readonly after: Cursor | null; readonly limit: number },
): Promise<DocumentPage> {
  const { after, limit } = filters
  let found = filtered(db, company, filters)
  if (after !== null)
    found = found.where(
      sql<boolean>`(issued_on, created_at_ms, id) < (${after[0]}, ${after[1]}, ${after[2]})`,
    )
  const rows = await found
    .select(COLUMNS)
    .orderBy('issued_on', 'desc')
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    // One more says that there is another page.
    .limit(limit + 1)
    .execute()
  const last = rows[limit - 1]
  const isLast = rows.length <= limit
  return { rows: rows.slice(0, limit), next: isLast || !last ? null : writeCursor(last) }
}

function filtered(
  db: Kysely<Tables>,
  company: Pick<CompanyRow, 'id' | 'country'>,
  { from, to, status, document_type: type, recipient, ...filters }: DocumentFilters,
) {
  let found = db.selectFrom('documents').where('company_id', '=', company.id)
  if (from !== undefined) found = found.where('issued_on', '>=', from)
  if (to !== undefined) found = found.where('issued_on', '<=', to)
  if (status !== undefined) found = found.where('status', '=', status)
  // Said as the index says it, which holds the few that are not, or not yet, approved.
  if (status !== undefined && status !== 'APR')
    found = found.where('status', '<>', sql.lit<'APR'>('APR'))
  if (type !== undefined) found = found.where('document_code', 'in', documentCodesOf(type))
  if (recipient !== undefined) {
    const number = recipientNumber(recipient, company.country)
    found = found.where('recipient_number', number === null ? 'is' : '=', number)
  }
  if (filters.external_reference !== undefined)
    found = found.where('external_reference', '=', filters.external_reference)
  if (filters.total !== undefined) found = found.where('total_cents', '=', centsOf(filters.total))
  return filters.till === undefined ? found : found.where('till', '=', filters.till)
}
