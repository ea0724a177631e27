import { createRoute, z } from '@hono/zod-openapi'
import { deleteResultSchema, errorBodySchema } from '#shared/issuing/document-response.ts'
import {
  eventCatalogueSchema,
  webhookRequestSchema,
  webhookSchema,
} from '#shared/issuing/webhook.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { apiError, failure, type ApiFailure } from '../core/errors.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { WebhookRow } from '../storage/tables.ts'
import { EVENTS } from '../webhooks/events.ts'
import { newWebhookSecret } from '../webhooks/signature.ts'
import { readTarget } from '../webhooks/target.ts'
import {
  accessibleCompany,
  fail,
  hasRole,
  mount,
  readBody,
  type ServiceApp,
  type ServiceContext,
} from './http.ts'
import { DESTINATION } from './examples.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'

const PATH = '/api/companies/{company_id}/webhooks'
const params = z.object({ company_id: z.string() })
const common = { tags: ['Webhooks'], path: PATH }
const notFound = { 404: jsonAnswer('There is none', errorBodySchema) }

const listEvents = createRoute({
  method: 'get',
  path: `${PATH}/events`,
  summary: 'Event codes',
  tags: ['Webhooks'],
  request: { params },
  responses: { 200: jsonAnswer('All events', eventCatalogueSchema) },
})
const register = createRoute({
  ...common,
  method: 'post',
  summary: 'Register a destination',
  request: { params, body: jsonBody(webhookRequestSchema, DESTINATION) },
  responses: {
    201: jsonAnswer('Registered; the secret is shown once', webhookSchema),
    409: jsonAnswer('There is one', errorBodySchema),
  },
})
const readOne = createRoute({
  ...common,
  method: 'get',
  summary: 'Read the configuration',
  request: { params },
  responses: { 200: jsonAnswer('The configuration', webhookSchema), ...notFound },
})
const update = createRoute({
  ...common,
  method: 'put',
  summary: 'Update the configuration',
  request: { params, body: jsonBody(webhookRequestSchema, DESTINATION) },
  responses: { 200: jsonAnswer('The configuration', webhookSchema), ...notFound },
})
const remove = createRoute({
  ...common,
  method: 'delete',
  summary: 'Delete the configuration',
  request: { params },
  responses: { 200: jsonAnswer('Deleted', deleteResultSchema), ...notFound },
})

/** One configuration per client, reached through any of its companies. */
export function webhookRoutes(app: ServiceApp, parts: ServiceParts): void {
  const { storage, clock, random } = parts

  mount(app, listEvents, async (c) => {
    const company = await accessibleCompany(c, 'company_id')
    return company.ok ? c.json(EVENTS) : fail(c, company.refusal)
  })

  mount(app, register, async (c) => {
    const allowed = await mayConfigure(c)
    const body = allowed.ok ? await readConfiguration(c, parts) : allowed
    if (!body.ok) return fail(c, body.refusal)
    const now = clock.now()
    const row: WebhookRow = {
      id: random.uuid(),
      client_id: c.var.principal.clientId,
      ...body.value,
      secret: newWebhookSecret(random),
      created_at_ms: now,
      updated_at_ms: now,
    }
    const isNew = await storage.write(async (db) => {
      const inserted = await db
        .insertInto('webhooks')
        .values(row)
        .onConflict((conflict) => conflict.column('client_id').doNothing())
        .executeTakeFirst()
      return inserted.numInsertedOrUpdatedRows === 1n
    })
    return isNew
      ? c.json({ ...viewOf(row), secret: row.secret }, 201)
      : fail(c, failure('WEBHOOK_EXISTS'))
  })

  mount(app, readOne, async (c) => {
    const row = await ownWebhook(parts, c)
    return row.ok ? c.json(viewOf(row.value)) : fail(c, row.refusal)
  })

  mount(app, update, async (c) => {
    const allowed = await mayConfigure(c)
    const body = allowed.ok ? await readConfiguration(c, parts) : allowed
    if (!body.ok) return fail(c, body.refusal)
    await storage.write((db) =>
      db
        .updateTable('webhooks')
        .set({ ...body.value, updated_at_ms: clock.now() })
        .where('client_id', '=', c.var.principal.clientId)
        .execute(),
    )
    const row = await find(parts, c)
    return row === undefined ? fail(c, failure('WEBHOOK_NOT_FOUND')) : c.json(viewOf(row))
  })

  mount(app, remove, async (c) => {
    const row = await ownWebhook(parts, c)
    if (!row.ok) return fail(c, row.refusal)
    const { id } = row.value
    await storage.write((db) => db.deleteFrom('webhooks').where('id', '=', id).execute())
    return c.json({ id, status: 'DELETED', message: 'Webhook eliminado.' })
  })
}

/** The destination of the key's client, for whoever may configure it. */
export async function ownWebhook(
  parts: ServiceParts,
  c: ServiceContext,
): Promise<Result<WebhookRow, ApiFailure>> {
  const allowed = await mayConfigure(c)
  if (!allowed.ok) return allowed
  const row = await find(parts, c)
  return row === undefined ? refuse(failure('WEBHOOK_NOT_FOUND')) : ok(row)
}

async function mayConfigure(c: ServiceContext): Promise<Result<true, ApiFailure>> {
  const company = await accessibleCompany(c, 'company_id')
  if (!company.ok) return company
  const { role } = c.var.principal
  return hasRole(c.var.principal, 'ADMIN')
    ? ok(true)
    : refuse(failure('ROLE_NOT_ALLOWED', '', { role }))
}

async function readConfiguration(
  c: ServiceContext,
  { settings }: ServiceParts,
): Promise<Result<Pick<WebhookRow, 'url' | 'events' | 'description'>, ApiFailure>> {
  const body = await readBody(c, webhookRequestSchema)
  if (!body.ok) return body
  const { url, events, description } = body.value
  const target = readTarget(url, settings.allowLocalWebhooks)
  const errors = events.flatMap((event, index) =>
    EVENTS.some(({ code }) => code === event)
      ? []
      : [apiError('WEBHOOK_EVENT_UNKNOWN', `events[${index}]`, { event })],
  )
  if (!target.ok)
    errors.unshift(apiError('WEBHOOK_URL_NOT_ALLOWED', 'url', { detail: target.refusal }))
  if (errors.length > 0 || !target.ok) return refuse({ errors })
  return ok({
    url: target.value.href,
    events: JSON.stringify([...new Set(events)]),
    description: description ?? null,
  })
}

function find({ storage }: ServiceParts, c: ServiceContext): Promise<WebhookRow | undefined> {
  return storage.read
    .selectFrom('webhooks')
    .selectAll()
    .where('client_id', '=', c.var.principal.clientId)
    .executeTakeFirst()
}

function viewOf(row: WebhookRow) {
  return {
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    description: row.description,
    created_at: new Date(row.created_at_ms).toISOString(),
    updated_at: new Date(row.updated_at_ms).toISOString(),
  }
}
