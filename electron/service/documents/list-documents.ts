/** A company's documents, the last ones first, a page at a time, by whatever one looks for. */
import { z } from 'zod'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { DOCUMENT_LIMITS } from '#shared/issuing/document-limits.ts'
import { documentCodesOf } from './stored-document.ts'
import { centsOf, recipientNumber } from './search-facts.ts'
import { localDate } from '../core/local-time.ts'
import { isPostgres } from '../storage/many-rows.ts'
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
  is_test: z.enum(['true', 'false']).optional().describe('What has no value, or only what has'),
  cursor: z.string().max(300).optional().describe('`next_cursor` of the page before'),
}
export type DocumentFilters = z.output<z.ZodObject<typeof documentFilters>>

const COLUMNS = [
  ...(['id', 'company_id', 'document_code', 'serie', 'number', 'status', 'track_id'] as const),
  ...(['external_reference', 'created_at_ms'] as const),
  ...(['issued_on', 'recipient_number', 'total_cents', 'till'] as const),
  'is_trial' as const,
]
export type ListedRow = Pick<DocumentRow, (typeof COLUMNS)[number]>

interface DocumentPage {
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

type Asked = DocumentFilters & { readonly after: Cursor | null; readonly limit: number }
type Company = Pick<CompanyRow, 'id' | 'country' | 'is_test' | 'production_at_ms'>

/** The series of a letter are looked through one by one: together no index has them in order. */
export async function listDocuments(
  db: Kysely<Tables>,
  company: Company,
  asked: Asked,
): Promise<DocumentPage> {
  const { document_type: type, limit } = asked
  const codes = type === undefined ? [null] : documentCodesOf(type)
  const each = await Promise.all(codes.map((code) => ofOneType(db, company, asked, code)))
  const rows = each.length === 1 ? (each[0] ?? []) : each.flat().toSorted(laterFirst)
  const last = rows[limit - 1]
  const isLast = rows.length <= limit
  return { rows: rows.slice(0, limit), next: isLast || !last ? null : writeCursor(last) }
}

const laterFirst = (one: ListedRow, other: ListedRow) =>
  compared(other.issued_on, one.issued_on) ||
  other.created_at_ms - one.created_at_ms ||
  compared(other.id, one.id)
const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function ofOneType(
  db: Kysely<Tables>,
  company: Company,
  { after, limit, from, to, is_test: isTest, ...filters }: Asked,
  code: number | null,
): Promise<ListedRow[]> {
  let found = db.selectFrom('documents').where('company_id', '=', company.id)
  // As the indexes say it that have the days in order. Of a reference each kind has one document.
  if (filters.external_reference === undefined)
    found = found.where('created_at_ms', '>=', sql.lit(0 as EpochMs))
  if (from !== undefined) found = found.where('issued_on', '>=', from)
  if (to !== undefined) found = found.where('issued_on', '<=', to)
  for (const condition of conditions(db, company, filters, code)) found = found.where(condition)
  if (isTest !== undefined) found = found.where(isTrial(company, isTest === 'true'))
  if (after !== null)
    found = found.where(
      sql<boolean>`(issued_on, created_at_ms, id) < (${after[0]}, ${after[1]}, ${after[2]})`,
    )
  return (
    found
      .select(COLUMNS)
      .orderBy('issued_on', 'desc')
      .orderBy('created_at_ms', 'desc')
      .orderBy('id', 'desc')
      // One more says that there is another page.
      .limit(limit + 1)
      .execute()
  )
}

/**
 * No document is dated later than tomorrow, so that trials are
 * looked for from about the day on which they ended.
 */
function isTrial({ country, is_test, production_at_ms }: Company, isWanted: boolean) {
  if (is_test === 1) return sql<boolean>`${sql.lit(isWanted ? 1 : 0)} = 1`
  const startedAt = production_at_ms ?? (0 as EpochMs)
  const lastDay = localDate(country, (startedAt + DAY_MS) as EpochMs)
  return isWanted
    ? sql<boolean>`is_trial = 1 AND issued_on <= ${lastDay}`
    : sql<boolean>`is_trial = 0`
}

/**
 * What a row has to be, by what the fewest share first. SQLite knows no numbers of its own: told to
 * (`+`) it leaves the indexes of the others alone.
 */
function conditions(
  db: Kysely<Tables>,
  { country }: Company,
  { external_reference: reference, recipient, total, till, status }: DocumentFilters,
  code: number | null,
): RawBuilder<boolean>[] {
  const buyer = recipient === undefined ? undefined : recipientNumber(recipient, country)
  const wanted: readonly (readonly [string, string | number | null | undefined])[] = [
    ['external_reference', reference],
    ['recipient_number', buyer ?? undefined],
    ['total_cents', total === undefined ? undefined : centsOf(total)],
    ['till', till],
    ['status', status === 'APR' ? undefined : status],
    ['document_code', code ?? undefined],
  ]
  const plus = isPostgres(db) ? sql`` : sql`+`
  const first = wanted.find(([, value]) => value !== undefined)
  return [
    ...wanted.flatMap(([column, value]) =>
      value === undefined
        ? []
        : [sql<boolean>`${column === first?.[0] ? sql`` : plus}${sql.ref(column)} = ${value}`],
    ),
    // Said as its index says it, which holds the few that are not, or not yet, approved.
    ...(first?.[0] === 'status' ? [sql<boolean>`status <> 'APR'`] : []),
    ...(status === 'APR' ? [sql<boolean>`status = 'APR'`] : []),
    ...(buyer === null ? [sql<boolean>`recipient_number IS NULL`] : []),
  ]
}
