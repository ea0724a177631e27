/** Which branch a range of folios is for: by its owner over HTTP, and on the head office's page. */
import { createRoute, z } from '@hono/zod-openapi'
import { ok } from '#shared/core/result.ts'
import { rangeBody } from '#shared/head-office/contract.ts'
import { enumerationSchema, errorBodySchema } from '#shared/issuing/document-response.ts'
import type { ApiFailure } from '../core/errors.ts'
import { reserveRange } from '../folios/reserve-range.ts'
import { rangesOf } from '../head-office/ranges.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { StoredRange } from '../storage/tables.ts'
import { enumerationOf } from './companies.ts'
import { noted, type OfficeRoute } from './head-office.ts'
import { accessibleCompany, bodyOfRole, fail, mount, readBody, type ServiceApp } from './http.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'

const patchRange = createRoute({
  method: 'patch',
  path: '/api/companies/{idCompany}/enumeration/{idRange}',
  summary: 'Keep a range of folios for one branch, or give it back to all',
  tags: ['Companies'],
  request: {
    params: z.object({ idCompany: z.string(), idRange: z.string() }),
    body: jsonBody(rangeBody),
  },
  responses: {
    200: jsonAnswer('The range', enumerationSchema),
    403: jsonAnswer('Not the owner, or not his company', errorBodySchema),
    404: jsonAnswer('No range in use', errorBodySchema),
    422: jsonAnswer('It does not fit', errorBodySchema),
  },
})

export function folioBranchRoutes(app: ServiceApp, parts: ServiceParts): void {
  mount(app, patchRange, async (c) => {
    const company = await accessibleCompany(c, 'idCompany')
    const body = company.ok ? await bodyOfRole(c, 'OWNER', rangeBody) : company
    if (!body.ok || !company.ok) return fail(c, (body as { refusal: ApiFailure }).refusal)
    const { branch_office: branch } = body.value
    const id = c.req.param('idRange') ?? ''
    const kept = await parts.storage.write((db) => reserveRange(db, company.value, id, branch))
    if (!kept.ok) return fail(c, { errors: [kept.refusal] })
    changed(parts)
    const [requestId, keyId] = [c.get('requestId'), c.get('principal').keyId]
    parts.log.info({ requestId, keyId, company: company.value, range: id, branch }, 'range kept')
    return c.json(enumerationOf(kept.value))
  })
}

/** What waits for a folio may have one now. */
function changed(parts: ServiceParts): void {
  parts.companies.forget()
  parts.wake('authority')
}

export const rangeRoutes = (parts: ServiceParts): readonly OfficeRoute[] => [
  {
    ...{ method: 'get', path: 'ranges', least: 'reader' },
    answer: async (c, { companyId }) => c.json(await rangesOf(parts.storage.read, companyId)),
  },
  {
    ...{ method: 'put', path: 'ranges/:id', least: 'owner' },
    async answer(c, user) {
      const body = await readBody(c, rangeBody)
      if (!body.ok) return fail(c, body.refusal)
      const { branch_office: branch } = body.value
      const made = await noted(parts, user, async ({ db }) => {
        const kept = await reserveRange(db, user.companyId, c.req.param('id') ?? '', branch)
        return kept.ok ? ok({ done: 'range-kept', what: said(kept.value), value: {} }) : kept
      })
      if (!made.ok) return fail(c, { errors: [made.refusal] })
      changed(parts)
      return c.json(made.value)
    },
  },
]

const said = (range: StoredRange) =>
  [
    `${range.document_code} ${range.first_folio}-${range.last_folio}`,
    range.branch_office ?? '—',
  ].join(', ')
