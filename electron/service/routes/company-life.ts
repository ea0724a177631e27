/**
 * What becomes of a company: what stands on its papers (Companies, an administrator's), and what
 * its documents are worth (Company Settings, its owner's). Each change is a line of the log.
 */
import { createRoute, z } from '@hono/zod-openapi'
import { errorBodySchema } from '#shared/issuing/document-response.ts'
import type { Result } from '#shared/core/result.ts'
import {
  changeCompany,
  changeSettings,
  companyChangesSchema,
  companySettingsSchema,
  LOGO_TEXT_MAX,
  setLogo,
} from '../companies/change-company.ts'
import { failure, type ApiError } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { CompanyRow } from '../storage/tables.ts'
import { companyRecord, settingsRecord } from './company-records.ts'
import { COMPANY_CHANGES, COMPANY_SETTINGS, LOGO } from './examples.ts'
import {
  accessibleCompany,
  bodyOfRole,
  fail,
  mount,
  refusedRole,
  type ServiceApp,
  type ServiceContext,
} from './http.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'

const logoBody = z.strictObject({
  content: z.base64().max(LOGO_TEXT_MAX).describe('A PNG in Base64'),
})
const record = z.looseObject({ id: z.string() })
const answers = {
  200: jsonAnswer('As it is now', record),
  403: jsonAnswer(
    'Not of this role, not his company, or suspended by the operator',
    errorBodySchema,
  ),
  409: jsonAnswer('Not at this time', errorBodySchema),
  422: jsonAnswer('It does not fit', errorBodySchema),
}
const companyPath = { params: z.object({ idCompany: z.string() }) }
const logoPath = '/api/companies/{idCompany}/logo'

const patchCompany = createRoute({
  method: 'patch',
  path: '/api/companies/{idCompany}',
  summary: 'Change what stands on the papers of a company',
  tags: ['Companies'],
  request: { ...companyPath, body: jsonBody(companyChangesSchema, COMPANY_CHANGES) },
  responses: answers,
})
const patchSettings = createRoute({
  method: 'patch',
  path: '/api/company-settings/{idCompany}',
  summary: 'Suspend a company or let it go on, leave the test mode, change its resolution',
  tags: ['Company Settings'],
  request: { ...companyPath, body: jsonBody(companySettingsSchema, COMPANY_SETTINGS) },
  responses: answers,
})
const putLogo = createRoute({
  method: 'put',
  path: logoPath,
  summary: 'Set the logo that stands on every paper',
  tags: ['Companies'],
  request: { ...companyPath, body: jsonBody(logoBody, LOGO) },
  responses: answers,
})
const deleteLogo = createRoute({
  method: 'delete',
  path: logoPath,
  summary: 'Take the logo away',
  tags: ['Companies'],
  request: companyPath,
  responses: answers,
})

export function companyLifeRoutes(app: ServiceApp, parts: ServiceParts): void {
  const { storage, clock } = parts

  mount(app, patchCompany, async (c) => {
    const company = await accessibleCompany(c, 'idCompany')
    if (!company.ok) return fail(c, company.refusal)
    const body = await bodyOfRole(c, 'ADMIN', companyChangesSchema)
    if (!body.ok) return fail(c, body.refusal)
    const changed = await storage.write((db) => changeCompany(db, company.value, body.value))
    return answer(parts, c, changed, { what: Object.keys(body.value), record: companyRecord })
  })

  mount(app, patchSettings, async (c) => {
    const company = await accessibleCompany(c, 'idCompany')
    if (!company.ok) return fail(c, company.refusal)
    const body = await bodyOfRole(c, 'OWNER', companySettingsSchema)
    if (!body.ok) return fail(c, body.refusal)
    if (body.value.is_test === false && parts.authority.isSimulated === true)
      return fail(c, failure('AUTHORITY_SIMULATED', 'is_test'))
    const changed = await storage.write((db) =>
      changeSettings(db, company.value, body.value, { now: clock.now(), by: 'OWNER' }),
    )
    const { status, is_test } = body.value
    return answer(parts, c, changed, {
      what: [...Object.keys(body.value), JSON.stringify({ status, is_test })],
      record: (row) => settingsRecord(row, parts.settings),
    })
  })

  mount(app, putLogo, async (c) => {
    const company = await accessibleCompany(c, 'idCompany')
    if (!company.ok) return fail(c, company.refusal)
    const body = await bodyOfRole(c, 'ADMIN', logoBody)
    if (!body.ok) return fail(c, body.refusal)
    const logo = new Uint8Array(Buffer.from(body.value.content, 'base64'))
    const changed = await storage.write((db) => setLogo(db, company.value, logo))
    return answer(parts, c, changed, { what: ['logo'], record: companyRecord })
  })

  mount(app, deleteLogo, async (c) => {
    const company = await accessibleCompany(c, 'idCompany')
    if (!company.ok) return fail(c, company.refusal)
    const refused = refusedRole(c, 'ADMIN')
    if (refused !== null) return fail(c, refused)
    const changed = await storage.write((db) => setLogo(db, company.value, null))
    return answer(parts, c, changed, { what: ['logo'], record: companyRecord })
  })
}

function answer(
  parts: ServiceParts,
  c: ServiceContext,
  changed: Result<CompanyRow, ApiError>,
  {
    what,
    record,
  }: { readonly what: readonly string[]; readonly record: (row: CompanyRow) => object },
): Response {
  if (!changed.ok) return fail(c, { errors: [changed.refusal] })
  parts.companies.forget()
  const [requestId, keyId] = [c.get('requestId'), c.get('principal').keyId]
  parts.log.info({ requestId, keyId, company: changed.value.id, what }, 'company changed')
  return c.json(record(changed.value))
}
