/** What the tills of a shop sold, for a program of its owner: as the head office's page has it. */
import { createRoute, z } from '@hono/zod-openapi'
import { errorBodySchema } from '#shared/issuing/document-response.ts'
import { SOLD_DAYS_MAX, soldAnswer, soldQuery } from '#shared/head-office/contract.ts'
import { DAY_MS, noonOf } from '#shared/time/calendar.ts'
import { failure, type ApiFailure } from '../core/errors.ts'
import { soldRows } from '../head-office/sold-rows.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { companyAsked } from './company-asked.ts'
import { fail, mount, readQuery, type ServiceApp } from './http.ts'
import { jsonAnswer } from './openapi-shapes.ts'

const ofCompany = {
  company_id: z.string().max(50).optional(),
  issuer: z.string().max(50).optional().describe('Tax number of the company'),
}

const getSold = createRoute({
  ...{ method: 'get', path: '/api/fleet/sold', tags: ['Tills of a shop'] },
  summary: `What its tills have told that they sold, in at most ${SOLD_DAYS_MAX} days`,
  request: { query: soldQuery.extend(ofCompany) },
  responses: {
    200: jsonAnswer('By day or hour in their order, else the most first', soldAnswer),
    400: jsonAnswer('A day that is none, or too many', errorBodySchema),
    403: jsonAnswer('The key does not reach it', errorBodySchema),
  },
})

/** Null where the days are as many as may be asked for. */
export function daysProblem({ from, to }: { from: string; to: string }): ApiFailure | null {
  const days = (noonOf(to).getTime() - noonOf(from).getTime()) / DAY_MS + 1
  return days >= 1 && days <= SOLD_DAYS_MAX
    ? null
    : failure('INVALID_PARAMETER', 'to', { detail: 'to' })
}

export function soldRoutes(app: ServiceApp, parts: ServiceParts): void {
  mount(app, getSold, async (c) => {
    const query = readQuery(c, soldQuery.extend(ofCompany))
    if (!query.ok) return fail(c, query.refusal)
    const problem = daysProblem(query.value)
    if (problem !== null) return fail(c, problem)
    const company = await companyAsked(parts, c, query.value)
    if (!company.ok) return fail(c, company.refusal)
    return c.json(await soldRows(parts.storage.read, company.value.id, query.value))
  })
}
