/** Documents listed and looked for, and the one question of a till that lost an answer. */
import { createRoute, z } from '@hono/zod-openapi'
import { documentSchema, errorBodySchema } from '#shared/issuing/document-response.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { csvText } from '#shared/text/csv.ts'
import { qrCodeOf } from '../documents/argentine-qr.ts'
import {
  documentFilters,
  listDocuments,
  readCursor,
  type ListedRow,
} from '../documents/list-documents.ts'
import { complete, documentCodesOf, isTestDocument } from '../documents/stored-document.ts'
import { viewOf } from '../documents/view.ts'
import { failure, type ApiFailure } from '../core/errors.ts'
import { isOfMode } from '../storage/hot-queries.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { companyAsked } from './company-asked.ts'
import { fail, mount, readQuery, type ServiceApp, type ServiceContext } from './http.ts'
import { jsonAnswer } from './openapi-shapes.ts'

/** House decision, as of the other lists. */
const PER_PAGE = 20
const PER_PAGE_MAX = 100
const CSV_LINES = 1_000
const CSV_LINES_MAX = 5_000

const whose = {
  company_id: z.string().max(50).optional(),
  issuer: z.string().max(30).optional().describe('Its tax number, instead of its id'),
}
const pageOf = (first: number, most: number) =>
  z.strictObject({
    ...whose,
    ...documentFilters,
    per_page: z.coerce.number().int().min(1).max(most).default(first),
  })
const listQuery = pageOf(PER_PAGE, PER_PAGE_MAX)
const csvQuery = pageOf(CSV_LINES, CSV_LINES_MAX)
const referenceQuery = z.strictObject(whose)

const listedSchema = z.object({
  id: z.uuid(),
  company_id: z.string(),
  invoice_type: z.int(),
  serie: z.string().nullable(),
  number: z.int().nullable(),
  invoice_date: z.string(),
  status: z.string(),
  external_reference: z.string().nullable(),
  /** Null for nobody in particular. */
  recipient_document_number: z.string().nullable(),
  total: z.number(),
  till: z.string().nullable(),
  track_id: z.int().nullable(),
  /** It has no value, on its paper and for the authority. */
  is_test: z.boolean(),
  created_at: z.string(),
})
type Listed = z.output<typeof listedSchema>

const refused = {
  400: jsonAnswer('A parameter does not fit, or the company has to be said', errorBodySchema),
  403: jsonAnswer('No access', errorBodySchema),
  404: jsonAnswer('No such company or document type', errorBodySchema),
}

const getList = createRoute({
  method: 'get',
  path: '/api/invoices',
  summary: 'List documents of a company, the last ones first',
  tags: ['Documents'],
  request: { query: listQuery },
  responses: {
    200: jsonAnswer(
      'A page',
      z.object({ data: z.array(listedSchema), next_cursor: z.string().nullable() }),
    ),
    ...refused,
  },
})
const getCsv = createRoute({
  method: 'get',
  path: '/api/invoices.csv',
  summary: 'The same as a table; the header x-next-cursor says where it goes on',
  tags: ['Documents'],
  request: { query: csvQuery },
  responses: {
    200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } },
    ...refused,
  },
})
const getByReference = createRoute({
  method: 'get',
  path: '/api/invoices/by-reference/{external_reference}',
  summary: 'Read a document by the reference its client gave it',
  tags: ['Documents'],
  request: { params: z.object({ external_reference: z.string() }), query: referenceQuery },
  responses: { 200: jsonAnswer('The document', documentSchema), ...refused },
})

export function documentListRoutes(app: ServiceApp, parts: ServiceParts): void {
  mount(app, getList, async (c) => {
    const page = await asked(parts, c, listQuery)
    if (!page.ok) return fail(c, page.refusal)
    const { rows, next } = page.value
    return c.json({ data: rows, next_cursor: next })
  })

  mount(app, getCsv, async (c) => {
    const page = await asked(parts, c, csvQuery)
    if (!page.ok) return fail(c, page.refusal)
    const { rows, next } = page.value
    const names = Object.keys(listedSchema.shape) as (keyof Listed)[]
    const lines = rows.map((row) => names.map((name) => String(row[name] ?? '')))
    return c.body(csvText([names, ...lines]), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="documents.csv"',
      ...(next === null ? {} : { 'x-next-cursor': next }),
    })
  })

  mount(app, getByReference, async (c) => {
    const query = readQuery(c, referenceQuery)
    const company = query.ok ? await companyAsked(parts, c, query.value) : query
    if (!company.ok) return fail(c, company.refusal)
    const row = await parts.storage.read
      .selectFrom('documents')
      .selectAll()
      .where('company_id', '=', company.value.id)
      .where('external_reference', '=', c.req.param('external_reference') ?? '')
      .where(isOfMode('documents'))
      .executeTakeFirst()
    if (row === undefined) return fail(c, failure('DOCUMENT_NOT_FOUND'))
    const found = await complete(parts.storage, row)
    return c.json(viewOf(found, await qrCodeOf(found)))
  })
}

async function asked(
  parts: ServiceParts,
  c: ServiceContext,
  schema: typeof listQuery,
): Promise<Result<{ readonly rows: readonly Listed[]; readonly next: string | null }, ApiFailure>> {
  const query = readQuery(c, schema)
  if (!query.ok) return query
  const { cursor, document_type: type, per_page: limit } = query.value
  const after = cursor === undefined ? null : readCursor(cursor)
  if (after === undefined)
    return refuse(failure('INVALID_PARAMETER', 'cursor', { detail: 'cursor' }))
  if (type !== undefined && documentCodesOf(type).length === 0)
    return refuse(failure('DOCUMENT_TYPE_NOT_FOUND', 'document_type', { type }))
  const company = await companyAsked(parts, c, query.value)
  if (!company.ok) return company
  const wanted = { ...query.value, after, limit }
  const { rows, next } = await listDocuments(parts.storage.read, company.value, wanted)
  return ok({ rows: rows.map(shown), next })
}

function shown(row: ListedRow): Listed {
  return {
    id: row.id,
    company_id: row.company_id,
    invoice_type: row.document_code,
    serie: row.serie,
    number: row.number,
    invoice_date: row.issued_on,
    status: row.status,
    external_reference: row.external_reference,
    recipient_document_number: row.recipient_number,
    total: row.total_cents / 100,
    till: row.till,
    track_id: row.track_id,
    is_test: isTestDocument(row),
    created_at: new Date(row.created_at_ms).toISOString(),
  }
}
