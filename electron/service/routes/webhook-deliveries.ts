/** What became of a client's notices, and those that failed sent once more, over HTTP. */
import { createRoute, z } from '@hono/zod-openapi'
import { errorBodySchema } from '#shared/issuing/document-response.ts'
import {
  redeliveryRequestSchema,
  redeliverySchema,
  webhookDeliveryPageSchema,
} from '#shared/issuing/webhook.ts'
import type { Reach } from '../auth/keys.ts'
import { failure } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { WebhookDeliveryRow } from '../storage/tables.ts'
import {
  cursorOf,
  DELIVERY_STATUSES,
  listDeliveries,
  QUEUED_AT_ONCE,
  readCursor,
  redeliver,
} from '../webhooks/deliveries.ts'
import { QUEUE_FULL } from '../webhooks/queue-limit.ts'
import { fail, mount, readBody, readQuery, type ServiceApp } from './http.ts'
import { REDELIVERY } from './examples.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'
import { ownWebhook } from './webhooks.ts'

const PATH = '/api/companies/{company_id}/webhooks/deliveries'
const PER_PAGE = 20
const PER_PAGE_MAX = 100
const params = z.object({ company_id: z.string() })
const query = z.object({
  status: z.enum(DELIVERY_STATUSES).optional(),
  since: z.iso.datetime({ offset: true }).optional().describe('Of notices that came from then on'),
  cursor: z.string().max(100).optional().describe('next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(PER_PAGE),
})
const refused = {
  400: jsonAnswer('A word that does not fit', errorBodySchema),
  403: jsonAnswer('Not an administrator, or not his company', errorBodySchema),
  404: jsonAnswer('There is no destination', errorBodySchema),
}

const list = createRoute({
  method: 'get',
  path: PATH,
  summary: 'What became of the notices, the newest first',
  tags: ['Webhooks'],
  request: { params, query },
  responses: { 200: jsonAnswer('A page', webhookDeliveryPageSchema), ...refused },
})
const again = createRoute({
  method: 'post',
  path: `${PATH}/redeliver`,
  summary: 'Send notices once more: all that failed since a moment, or some by their ids',
  tags: ['Webhooks'],
  request: { params, body: jsonBody(redeliveryRequestSchema, REDELIVERY) },
  responses: { 200: jsonAnswer('So many are queued again', redeliverySchema), ...refused },
})

export function webhookDeliveryRoutes(app: ServiceApp, parts: ServiceParts): void {
  const { storage, clock } = parts

  mount(app, list, async (c) => {
    const webhook = await ownWebhook(parts, c)
    if (!webhook.ok) return fail(c, webhook.refusal)
    const asked = readQuery(c, query)
    if (!asked.ok) return fail(c, asked.refusal)
    const { status = null, since, cursor, limit } = asked.value
    const before = cursor === undefined ? null : readCursor(cursor)
    if (cursor !== undefined && before === null)
      return fail(c, failure('INVALID_PARAMETER', 'cursor', { detail: 'cursor' }))
    const sinceMs = since === undefined ? 0 : Date.parse(since)
    // One more than is shown says whether there is another page.
    const one = { webhook: webhook.value.id, status, sinceMs, before, limit: limit + 1 }
    const rows = await listDeliveries(storage.read, one)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const next = rows.length > limit && last !== undefined ? cursorOf(last) : null
    const { reach } = c.get('principal')
    const views = await Promise.all(
      shown.map(viewOf).map(async (view) => ((await isOf(reach, view)) ? [view] : [])),
    )
    return c.json({ data: views.flat(), next_cursor: next })
  })

  mount(app, again, async (c) => {
    const webhook = await ownWebhook(parts, c)
    if (!webhook.ok) return fail(c, webhook.refusal)
    const body = await readBody(c, redeliveryRequestSchema)
    if (!body.ok) return fail(c, body.refusal)
    const { since, ids = null } = body.value
    if ((since === undefined) === (ids === null)) return fail(c, failure('REQUIRED', 'since'))
    const sinceMs = since === undefined ? null : Date.parse(since)
    const one = { webhook: webhook.value.id, sinceMs, ids, isFailedOnly: ids === null }
    const queued = await storage.write((db) => redeliver(db, one, clock.now()))
    parts.wake('webhooks')
    return c.json({ queued, has_more: queued === QUEUED_AT_ONCE })
  })
}

/** A client's destination hears of all its companies; a key, of those it reaches. */
async function isOf(reach: Reach, { payload }: ReturnType<typeof viewOf>): Promise<boolean> {
  const { companyId } = payload
  return typeof companyId === 'string' && reach.has(companyId as CompanyId)
}

function viewOf(row: WebhookDeliveryRow) {
  const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    id: row.id,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    created_at: isoOf(row.created_at_ms),
    next_attempt_at: isoOf(row.due_at_ms),
    last_result: resultOf(row.last_result),
    payload: JSON.parse(row.payload) as Readonly<Record<string, unknown>>,
  }
}

/** No more than that it did not arrive: which names and addresses there are is not told. */
function resultOf(said: string | null): string | null {
  if (said === null || said === QUEUE_FULL || /^\d{3}$/.test(said)) return said
  return said === 'timeout' ? 'TIMEOUT' : 'NOT_REACHED'
}
