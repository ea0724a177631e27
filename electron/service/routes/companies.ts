import { createRoute, z } from '@hono/zod-openapi'
import {
  enumerationPageSchema,
  errorBodySchema,
  logoSchema,
} from '#shared/issuing/document-response.ts'
import { documentCodesOf } from '../documents/stored-document.ts'
import { failure } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { StoredRange } from '../storage/tables.ts'
import { accessibleCompany, fail, mount, readQuery, type ServiceApp } from './http.ts'
import { ownAddress } from './own-address.ts'
import { jsonAnswer } from './openapi-shapes.ts'

/** House decision, enumeration filters. */
const PER_PAGE = 20
const PER_PAGE_MAX = 100

const enumerationQuery = z.object({
  document_type: z.string().max(10).optional(),
  serie: z.string().max(20).optional(),
  status: z.string().max(10).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(PER_PAGE),
})

const listEnumerations = createRoute({
  method: 'get',
  path: '/api/companies/{idCompany}/enumeration/list',
  summary: 'List active folio ranges',
  tags: ['Companies'],
  request: { params: z.object({ idCompany: z.string() }), query: enumerationQuery },
  responses: {
    200: jsonAnswer('A page of active ranges', enumerationPageSchema),
    403: jsonAnswer('No access', errorBodySchema),
  },
})
const getLogo = createRoute({
  method: 'get',
  path: '/api/companies/{idCompany}/logo',
  summary: "Address of the company's logo",
  tags: ['Companies'],
  request: { params: z.object({ idCompany: z.string() }) },
  responses: {
    200: jsonAnswer('The address', logoSchema),
    404: jsonAnswer('There is none', errorBodySchema),
  },
})

export function companyRoutes(app: ServiceApp, parts: ServiceParts): void {
  const { storage } = parts

  mount(app, listEnumerations, async (c) => {
    const company = await accessibleCompany(c, 'idCompany')
    if (!company.ok) return fail(c, company.refusal)
    const query = readQuery(c, enumerationQuery)
    if (!query.ok) return fail(c, query.refusal)
    const { document_type: type, serie, status, page, per_page: perPage } = query.value
    let ranges = storage.read
      .selectFrom('folio_ranges')
      .where('company_id', '=', company.value)
      .where('status', '=', 'ACT')
    if (type !== undefined) ranges = ranges.where('document_code', 'in', documentCodesOf(type))
    if (serie !== undefined) ranges = ranges.where('serie', '=', serie)
    // Only active ranges are listed, whatever is asked for (spec part 4).
    if (status !== undefined && status.toUpperCase() !== 'ACT')
      ranges = ranges.where('id', 'is', null)
    const { total } = await ranges
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await ranges
      .selectAll()
      .orderBy('document_code')
      .orderBy('first_folio')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute()
    return c.json({
      data: rows.map(enumerationOf),
      current_page: page,
      per_page: perPage,
      total: Number(total),
      last_page: Math.max(1, Math.ceil(Number(total) / perPage)),
    })
  })

  mount(app, getLogo, async (c) => {
    const company = await accessibleCompany(c, 'idCompany')
    if (!company.ok) return fail(c, company.refusal)
    const row = await storage.read
      .selectFrom('companies')
      .select('logo')
      .where('id', '=', company.value)
      .executeTakeFirst()
    if (row?.logo === null || row === undefined) return fail(c, failure('LOGO_NOT_FOUND'))
    return c.json({ file_url: `${ownAddress(c, parts.settings)}/logos/${company.value}.png` })
  })

  // A logo stands on every receipt; its address needs no key, so that an <img> can show it.
  app.get('/logos/:file{[0-9a-f-]+\\.png}', async (c) => {
    const id = c.req.param('file').slice(0, -'.png'.length)
    const row = await storage.read
      .selectFrom('companies')
      .select('logo')
      .where('id', '=', id as never)
      .executeTakeFirst()
    if (row === undefined || row.logo === null) return fail(c, failure('LOGO_NOT_FOUND'))
    return c.body(new Uint8Array(row.logo), 200, {
      'content-type': 'image/png',
      'cache-control': 'max-age=300',
    })
  })
}

export function enumerationOf(row: StoredRange) {
  return {
    id: row.id,
    id_company: row.company_id,
    id_document_type: String(row.document_code),
    enumeration_from: row.first_folio,
    enumeration_end: row.last_folio,
    enumeration_starts_from: row.first_folio,
    date_from: row.date_from,
    date_end: row.date_end,
    serie: row.serie,
    next_number_to_use: row.next_folio,
    is_test: row.is_trial === 1,
    branch_office: row.branch_office === null ? null : Number(row.branch_office),
    status: row.status,
  }
}
