/** What a client's owner enters himself: companies, their folio ranges and certificates. */
import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#shared/core/result.ts'
import { errorBodySchema } from '#shared/issuing/document-response.ts'
import { stillStands } from '../auth/change-key.ts'
import {
  CERTIFICATE_BYTES_MAX,
  enterCertificate,
  readCertificate,
} from '../companies/certificate.ts'
import { enterCompany, newCompanySchema } from '../companies/new-company.ts'
import { apiError, type ApiFailure } from '../core/errors.ts'
import { CAF_BYTES_MAX, cafError, readCafFile } from '../folios/caf-file.ts'
import { loadCaf } from '../folios/load-caf.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { accessibleCompany, bodyOfRole, fail, mount } from './http.ts'
import type { ServiceApp } from './http.ts'
import { COMPANY } from './examples.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'

const cafBody = z.object({
  caf_xml: z.string().max(CAF_BYTES_MAX).describe('The file of the authority, as text'),
})
const certificateBody = z.object({
  certificate_pem: z.string().max(CERTIFICATE_BYTES_MAX).describe('Without its key'),
})
const enteredSchema = z.object({ id: z.string() })
const refused = {
  403: jsonAnswer('Not the owner, or not his company', errorBodySchema),
  409: jsonAnswer('It is there already', errorBodySchema),
  422: jsonAnswer('It does not fit', errorBodySchema),
}

const companyPath = { params: z.object({ idCompany: z.string() }) }

const postCompany = createRoute({
  ...entering('/api/companies', 'Enter a company; the key that does reaches it from then on'),
  request: { body: jsonBody(newCompanySchema, COMPANY) },
  responses: { 201: jsonAnswer('Entered', enteredSchema), ...refused },
})
const postRange = createRoute({
  ...entering('/api/companies/{idCompany}/enumeration', 'Load a folio authorization (CAF)'),
  request: { ...companyPath, body: jsonBody(cafBody) },
  responses: { 201: jsonAnswer('Its range is in use', enteredSchema), ...refused },
})
const postCertificate = createRoute({
  ...entering('/api/companies/{idCompany}/certificates', 'Enter the certificate that comes next'),
  request: { ...companyPath, body: jsonBody(certificateBody) },
  responses: { 201: jsonAnswer('The company issues until it ends', enteredSchema), ...refused },
})
function entering<Path extends string>(path: Path, summary: string) {
  return { method: 'post' as const, path, summary, tags: ['Companies'] }
}

export function provisioningRoutes(app: ServiceApp, parts: ServiceParts): void {
  const { storage, clock, random } = parts

  mount(app, postCompany, async (c) => {
    const body = await bodyOfRole(c, 'OWNER', newCompanySchema)
    if (!body.ok) return fail(c, body.refusal)
    const asking = c.get('principal')
    const { clientId, keyId } = asking
    const entered = await storage.write(async (db) => {
      if (!(await stillStands(db, asking))) return refuse(apiError('API_KEY_INVALID'))
      const company = await enterCompany(db, clientId, body.value, random)
      if (company.ok)
        await db
          .insertInto('api_key_companies')
          .values({ key_id: keyId, company_id: company.value.id })
          .execute()
      return company
    })
    if (!entered.ok) return fail(c, { errors: [entered.refusal] })
    parts.keys.forget()
    const { id } = entered.value
    parts.log.info({ requestId: c.get('requestId'), keyId, company: id }, 'company entered')
    return c.json({ id }, 201)
  })

  mount(app, postRange, async (c) => {
    const company = await accessibleCompany(c, 'idCompany')
    const body = company.ok ? await bodyOfRole(c, 'OWNER', cafBody) : company
    if (!body.ok || !company.ok) return fail(c, (body as { refusal: ApiFailure }).refusal)
    const caf = readCafFile(body.value.caf_xml)
    if (!caf.ok) return fail(c, { errors: [cafError(caf.refusal)] })
    const loaded = await storage.write(async (db) => {
      await storage.shared?.takeTurn(db, `ranges ${company.value}`)
      return loadCaf(db, company.value, caf.value, { random, clock })
    })
    if (!loaded.ok) return fail(c, { errors: [loaded.refusal] })
    parts.wake('authority')
    const [requestId, keyId] = [c.get('requestId'), c.get('principal').keyId]
    const { id } = loaded.value
    parts.log.info({ requestId, keyId, company: company.value, range: id }, 'range loaded')
    return c.json({ id }, 201)
  })

  certificateRoute(app, parts)
}

function certificateRoute(app: ServiceApp, parts: ServiceParts): void {
  const { storage, clock, random } = parts
  mount(app, postCertificate, async (c) => {
    const company = await accessibleCompany(c, 'idCompany')
    const body = company.ok ? await bodyOfRole(c, 'OWNER', certificateBody) : company
    if (!body.ok || !company.ok) return fail(c, (body as { refusal: ApiFailure }).refusal)
    const facts = readCertificate(body.value.certificate_pem, clock.now())
    if (!facts.ok) return fail(c, { errors: [facts.refusal] })
    const entered = await storage.write((db) =>
      enterCertificate(db, company.value, facts.value, random),
    )
    if (!entered.ok) return fail(c, { errors: [entered.refusal] })
    parts.companies.forget()
    const [requestId, keyId] = [c.get('requestId'), c.get('principal').keyId]
    parts.log.info(
      { requestId, keyId, company: company.value, certificate: entered.value },
      'certificate entered',
    )
    return c.json({ id: entered.value }, 201)
  })
}
