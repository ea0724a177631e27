import { DAY_MS } from '#shared/time/calendar.ts'
import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import { demoAuthorityKey } from './demo-data.ts'
import { failure } from '../core/errors.ts'
import { addTestRange } from '../folios/add-range.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { accessibleCompany, fail, hasRole, readBody, type ServiceApp } from '../routes/http.ts'
import { visitorOf } from '../routes/visitor.ts'
import { enqueueEvents } from '../webhooks/events.ts'
import { NO_FAULTS, type Sandbox } from './sandbox.ts'

const FOLIOS_ADDED_MAX = 1_000_000

const clockSchema = z.object({
  now: z.iso.datetime().optional(),
  advance_ms: z
    .number()
    .int()
    .min(0)
    .max(100 * 365 * DAY_MS)
    .optional(),
})
const faultsSchema = z.object({
  latency_ms: z.number().int().min(0).max(60_000).optional(),
  error_rate: z.number().min(0).max(1).optional(),
  error_status: z
    .union([z.literal(429), z.literal(500), z.literal(502), z.literal(503)])
    .optional(),
  lose_answers: z.number().int().min(0).max(10_000).optional(),
  duplicate_deliveries: z.boolean().optional(),
})
const authoritySchema = z.object({
  reachable: z.boolean().optional(),
  verdict: z.enum(['APR', 'RCH', 'WAITING']).optional(),
})
const foliosSchema = z.object({
  document_type: z.number().int(),
  leave: z.number().int().min(0).optional(),
  add: z.number().int().min(1).max(FOLIOS_ADDED_MAX).optional(),
  date_end: z.iso.date().optional(),
  status: z.enum(['ACT', 'VEN', 'ANU']).optional(),
})
const companySchema = z.object({
  status: z.enum(['ACTIVE', 'SUSPENDED']).optional(),
  certificate_expires_in_days: z.number().optional(),
})
const purchaseSchema = z.object({
  issuer_document_number: z.string().max(30),
  issuer_legal_name: z.string().max(200),
  invoice_type: z.number().int(),
  number: z.number().int(),
  total: z.number().int(),
})

/**
 * Only mounted with `--sandbox`; only an owner's key turns its knobs. `settle` does all background
 * work that is due.
 */
export function sandboxRoutes(
  app: ServiceApp,
  parts: ServiceParts,
  sandbox: Sandbox,
  settle: () => Promise<void>,
): void {
  app.use('/sandbox/*', async (c, next) => {
    const found = await parts.keys.principalOf(
      c.req.header('x-api-key'),
      visitorOf(c, parts.settings),
    )
    if (!found.ok) return fail(c, found.refusal)
    const { value: principal } = found
    if (!hasRole(principal, 'OWNER'))
      return fail(c, failure('ROLE_NOT_ALLOWED', '', { role: principal.role }))
    c.set('principal', principal)
    return next()
  })
  worldRoutes(app, sandbox, settle)
  companyRoutes(app, parts, settle)
}

function worldRoutes(app: ServiceApp, sandbox: Sandbox, settle: () => Promise<void>): void {
  const { clock, faults, authority } = sandbox
  const state = () => ({
    now: new Date(clock.now()).toISOString(),
    faults,
    authority: authority.mood,
  })

  app.get('/sandbox/state', (c) => c.json(state()))

  app.post('/sandbox/settle', async (c) => {
    await settle()
    return c.json(state())
  })

  app.post('/sandbox/reset', async (c) => {
    clock.reset()
    Object.assign(faults, NO_FAULTS)
    Object.assign(authority.mood, { isReachable: true, verdict: 'APR' })
    await settle()
    return c.json(state())
  })

  app.post('/sandbox/clock', async (c) => {
    const body = await readBody(c, clockSchema)
    if (!body.ok) return fail(c, body.refusal)
    if (body.value.now !== undefined) clock.moveTo(Date.parse(body.value.now) as EpochMs)
    clock.advance(body.value.advance_ms ?? 0)
    await settle()
    return c.json(state())
  })

  app.post('/sandbox/faults', async (c) => {
    const body = await readBody(c, faultsSchema)
    if (!body.ok) return fail(c, body.refusal)
    const {
      latency_ms: latency,
      error_rate: rate,
      error_status: status,
      lose_answers: lose,
      duplicate_deliveries: twice,
    } = body.value
    Object.assign(faults, {
      latencyMs: latency ?? faults.latencyMs,
      errorRate: rate ?? faults.errorRate,
      errorStatus: status ?? faults.errorStatus,
      answersToLose: lose ?? faults.answersToLose,
      duplicateDeliveries: twice ?? faults.duplicateDeliveries,
    })
    return c.json(state())
  })

  app.post('/sandbox/authority', async (c) => {
    const body = await readBody(c, authoritySchema)
    if (!body.ok) return fail(c, body.refusal)
    authority.mood.isReachable = body.value.reachable ?? authority.mood.isReachable
    authority.mood.verdict = body.value.verdict ?? authority.mood.verdict
    await settle()
    return c.json(state())
  })
}

function companyRoutes(app: ServiceApp, parts: ServiceParts, settle: () => Promise<void>): void {
  const { storage, clock, random } = parts

  app.post('/sandbox/companies/:id/folios', async (c) => {
    const company = await accessibleCompany(c, 'id')
    if (!company.ok) return fail(c, company.refusal)
    const body = await readBody(c, foliosSchema)
    if (!body.ok) return fail(c, body.refusal)
    await changeFolios(parts, company.value, body.value)
    await settle()
    return c.json({ ok: true })
  })

  app.post('/sandbox/companies/:id', async (c) => {
    const company = await accessibleCompany(c, 'id')
    if (!company.ok) return fail(c, company.refusal)
    const body = await readBody(c, companySchema)
    if (!body.ok) return fail(c, body.refusal)
    const { status, certificate_expires_in_days: days } = body.value
    await storage.write(async (db) => {
      if (status !== undefined)
        await db.updateTable('companies').set({ status }).where('id', '=', company.value).execute()
      if (days === undefined) return
      const expiresAt = (clock.now() + Math.round(days * DAY_MS)) as EpochMs
      await db
        .updateTable('certificates')
        .set({ expires_at_ms: expiresAt, notified_at_ms: null })
        .where('company_id', '=', company.value)
        .execute()
    })
    parts.companies.forget()
    await settle()
    return c.json({ ok: true })
  })

  app.post('/sandbox/companies/:id/purchases', async (c) => {
    const company = await accessibleCompany(c, 'id')
    if (!company.ok) return fail(c, company.refusal)
    const body = await readBody(c, purchaseSchema)
    if (!body.ok) return fail(c, body.refusal)
    const row = {
      id: random.uuid(),
      company_id: company.value,
      ...body.value,
      received_at_ms: clock.now(),
    }
    await storage.write(async (db) => {
      await db.insertInto('purchases').values(row).execute()
      await enqueueEvents(db, random, clock.now(), company.value, [
        {
          code: 'REC',
          payload: {
            documentId: row.id,
            companyId: company.value,
            issuer: row.issuer_document_number,
            invoiceType: row.invoice_type,
            number: row.number,
            total: row.total,
          },
        },
      ])
    })
    await settle()
    return c.json({ id: row.id }, 201)
  })
}

/**
 * Uses up the ranges of a type down to `leave` folios, changes their status or end, then adds `add`
 * new folios.
 */
async function changeFolios(
  { storage, clock, random }: ServiceParts,
  companyId: Parameters<typeof enqueueEvents>[3],
  change: z.output<typeof foliosSchema>,
): Promise<void> {
  await storage.write(async (db) => {
    const ranges = await db
      .selectFrom('folio_ranges')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('document_code', '=', change.document_type)
      .orderBy('first_folio')
      .execute()
    let left = change.leave
    for (const range of ranges.filter(({ status }) => status === 'ACT').reverse()) {
      const available = range.last_folio - range.next_folio + 1
      const keep = left === undefined ? available : Math.min(left, available)
      if (left !== undefined) left -= keep
      await db
        .updateTable('folio_ranges')
        .set({
          next_folio: range.last_folio + 1 - keep,
          status: keep === 0 ? 'AGO' : (change.status ?? range.status),
          ...(change.date_end === undefined
            ? {}
            : { date_end: change.date_end, expiry_notified_at_ms: null }),
        })
        .where('id', '=', range.id)
        .execute()
    }
    if (change.add === undefined) return
    const company = await db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', companyId)
      .executeTakeFirst()
    assert(company !== undefined, 'the company of an accessible path exists')
    const firstFolio = (ranges.at(-1)?.last_folio ?? 0) + 1
    await addTestRange(
      db,
      {
        company,
        documentCode: change.document_type,
        firstFolio,
        lastFolio: firstFolio + change.add - 1,
      },
      { clock, random, authorityKey: await demoAuthorityKey(db) },
    )
  })
}
