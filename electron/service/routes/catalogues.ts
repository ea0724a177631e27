import { createRoute, z } from '@hono/zod-openapi'
import { exportInfoSchema, taxTypeSchema } from '#shared/issuing/document-response.ts'
import {
  CODE_CATALOGUES,
  DOCUMENT_TYPES,
  EXPORT_INFO,
  TAX_TYPES,
} from '../catalogues/catalogues.ts'
import { failure } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { isAmong } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import { companyRecord, settingsRecord } from './company-records.ts'
import { fail, mount, readQuery, type ServiceApp, type ServiceContext } from './http.ts'
import { jsonAnswer } from './openapi-shapes.ts'

const countryQuery = z.object({
  country: z.string().max(3).optional().describe('ISO 3166-1 alpha-3, e.g. CHL'),
})
const codeEntrySchema = z.looseObject({ code: z.string(), description: z.string() })

const catalogueRoute = (name: string, schema: z.ZodType) =>
  createRoute({
    method: 'get',
    path: `/api/${name}`,
    summary: `Catalogue: ${name}`,
    tags: ['Catalogues'],
    request: { query: countryQuery },
    responses: { 200: jsonAnswer('All entries', z.array(schema)) },
  })

/** Catalogues are the same for every key. */
export function catalogueRoutes(app: ServiceApp, parts: ServiceParts): void {
  const catalogues: Readonly<Record<string, { entries: readonly object[]; schema: z.ZodType }>> = {
    'tax-types': { entries: TAX_TYPES, schema: taxTypeSchema },
    'additional-export-info': { entries: EXPORT_INFO, schema: exportInfoSchema },
    'document-types': {
      entries: DOCUMENT_TYPES.map(({ country, ...type }) => ({
        id_country: country,
        ...type,
        code: String(type.code),
      })),
      schema: codeEntrySchema,
    },
    ...Object.fromEntries(
      Object.entries(CODE_CATALOGUES).map(([name, entries]) => [
        name,
        { entries, schema: codeEntrySchema },
      ]),
    ),
  }
  for (const [name, { entries, schema }] of Object.entries(catalogues)) {
    mount(app, catalogueRoute(name, schema), (c) => {
      const query = readQuery(c, countryQuery)
      if (!query.ok) return fail(c, query.refusal)
      const country = query.value.country?.toUpperCase()
      return c.json(
        country === undefined ? entries : entries.filter((entry) => isOf(entry, country)),
      )
    })
  }
  companyRecords(app, parts)
}

function isOf(entry: object, country: string): boolean {
  const own = (entry as { id_country?: string }).id_country
  return own === undefined || own === country
}

/** The records of the key's own companies that the contract names without describing them. */
function companyRecords(app: ServiceApp, parts: ServiceParts): void {
  companyList(app, parts)
  certificates(app, parts)
  users(app, parts)
  companySettings(app, parts)
  purchases(app, parts)
}

const record = z.looseObject({ id: z.string() })

const list = (name: string) =>
  createRoute({
    method: 'get',
    path: `/api/${name}`,
    summary: `Records: ${name}`,
    tags: ['Companies'],
    responses: { 200: jsonAnswer('Those the key reaches', z.array(record)) },
  })

/** Of the companies that the key reaches, however many. */
const ofKey = ({ read }: Storage, column: string, c: ServiceContext) =>
  isAmong(read, column, c.get('principal').reach.among(read))

const companiesOf = (storage: Storage, c: ServiceContext) =>
  storage.read
    .selectFrom('companies')
    .selectAll()
    .where(ofKey(storage, 'id', c))
    .orderBy('name')
    .execute()

function companyList(app: ServiceApp, { storage }: ServiceParts): void {
  mount(app, list('companies'), async (c) =>
    c.json((await companiesOf(storage, c)).map(companyRecord)),
  )
}

function certificates(app: ServiceApp, { storage }: ServiceParts): void {
  mount(app, list('certificates'), async (c) => {
    const rows = await storage.read
      .selectFrom('certificates')
      .selectAll()
      .where(ofKey(storage, 'company_id', c))
      .execute()
    return c.json(
      rows.map((row) => ({
        id: row.id,
        company_id: row.company_id,
        subject: row.subject,
        serial_number: row.serial_number,
        expires_at: new Date(row.expires_at_ms).toISOString(),
      })),
    )
  })
}

function users(app: ServiceApp, { storage }: ServiceParts): void {
  // People sign in nowhere here: who uses the service are its keys. The secret of a key is never
  // shown again.
  mount(app, list('users'), async (c) => {
    const { clientId, role } = c.var.principal
    if (role === 'MEMBER') return fail(c, failure('ROLE_NOT_ALLOWED', '', { role }))
    const ofClient = storage.read.selectFrom('api_keys').where('client_id', '=', clientId)
    const keys = await ofClient
      .select(['id', 'label', 'role', 'created_at_ms', 'revoked_at_ms'])
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute()
    const reach = await storage.read
      .selectFrom('api_key_companies')
      .selectAll()
      .where(isAmong(storage.read, 'key_id', ofClient.select('id')))
      .execute()
    const byKey = Map.groupBy(reach, (row) => row.key_id)
    return c.json(
      keys.map((key) => ({
        id: key.id,
        name: key.label,
        role: key.role,
        status: key.revoked_at_ms === null ? 'ACTIVE' : 'REVOKED',
        accessible_company_ids: (byKey.get(key.id) ?? []).map((row) => row.company_id),
        created_at: new Date(key.created_at_ms).toISOString(),
      })),
    )
  })
}

function companySettings(app: ServiceApp, { storage, settings }: ServiceParts): void {
  mount(app, list('company-settings'), async (c) => {
    const rows = await companiesOf(storage, c)
    return c.json(rows.map((row) => settingsRecord(row, settings)))
  })
}

function purchases(app: ServiceApp, { storage }: ServiceParts): void {
  mount(app, list('purchases'), async (c) => {
    const rows = await storage.read
      .selectFrom('purchases')
      .selectAll()
      .where(ofKey(storage, 'company_id', c))
      .orderBy('received_at_ms', 'desc')
      .limit(100)
      .execute()
    return c.json(
      rows.map(({ received_at_ms: receivedAt, ...row }) => ({
        ...row,
        received_at: new Date(receivedAt).toISOString(),
      })),
    )
  })
}
