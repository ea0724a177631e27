/**
 * What proxies, watchdogs and Prometheus ask, without a key: whether the process lives, whether it
 * can issue, and its figures. Only who reaches the port itself gets more than a status: what came
 * through the proxy is anybody's.
 */
import { createRoute, z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import { errorBodySchema } from '#shared/issuing/document-response.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { failure } from '../core/errors.ts'
import type { Outlook } from '../parts/metrics.ts'
import type { News } from '../fleet/news.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { firstDue } from '../storage/hot-queries.ts'
import { countHeld } from '../storage/place.ts'
import type { Doors } from './admission.ts'
import { fail, mount, requestHeader, type ServiceApp, type ServiceContext } from './http.ts'
import { jsonAnswer } from './openapi-shapes.ts'

/** A watchdog asks once a second or so; one that asks more often hears the answer of before. */
const FRESH_MS = 500
/** What is counted over all companies. */
const COUNTS_FRESH_MS = 5_000
const MONTH_MS = 30 * DAY_MS

const tags = ['Operation']
const away = { 503: jsonAnswer('Its database is away, or it is about to end', errorBodySchema) }
const health = createRoute({
  ...{ method: 'get', path: '/health', tags },
  summary: 'Whether the process lives',
  responses: { 200: jsonAnswer('It does', z.object({ status: z.literal('ok') })) },
})
const ready = createRoute({
  ...{ method: 'get', path: '/ready', tags },
  summary: 'Whether the process can issue',
  responses: {
    200: jsonAnswer(
      'It can',
      z.object({
        status: z.literal('ready'),
        checks: z
          .object({
            database: z.literal('ok'),
            ranges_held: z.int(),
            certificates_ended: z.int(),
            authority: z.enum(['ok', 'away', 'not asked']),
          })
          .optional()
          .describe('For who reaches the port itself'),
      }),
    ),
    ...away,
  },
})
const figures = createRoute({
  ...{ method: 'get', path: '/metrics', tags },
  summary: 'Figures for Prometheus',
  responses: {
    200: { description: 'As text', content: { 'text/plain': { schema: z.string() } } },
    404: jsonAnswer('Nobody counts, or it was asked for through a proxy', errorBodySchema),
    ...away,
  },
})

export function healthRoutes(
  app: ServiceApp,
  parts: ServiceParts,
  doors: Doors,
  { end, news }: { readonly end: { readonly isNear: boolean }; readonly news: News },
): void {
  const { metrics, log } = parts
  const isThere = fresh(parts, FRESH_MS, () => asksDatabase(parts))
  const counts = fresh(parts, COUNTS_FRESH_MS, () => count(parts))
  const look = async (): Promise<Outlook> => {
    const isDatabaseThere = await isThere()
    const counted = isDatabaseThere ? await counts().catch(() => NOTHING) : NOTHING
    const [authorityAwayS, tillsWaiting] = [parts.authority.awayS(), news.waiting()]
    return { isDatabaseThere, ...counted, authorityAwayS, tillsWaiting }
  }
  metrics?.from(look, doors)

  mount(app, health, (c) => c.json({ status: 'ok' }))

  mount(app, ready, async (c) => {
    const seen = await look()
    if (!seen.isDatabaseThere) return fail(c, failure('DATABASE_UNAVAILABLE'))
    if (end.isNear) return fail(c, failure('ENDING'))
    const { rangesHeld, certificatesEnded, authorityAwayS } = seen
    const authority = authorityAwayS === null ? 'not asked' : authorityAwayS > 0 ? 'away' : 'ok'
    // What concerns one company or the authority keeps no other from issuing: it is told, and the
    // process goes on.
    const checks = {
      database: 'ok',
      ranges_held: rangesHeld,
      certificates_ended: certificatesEnded,
      authority,
    }
    return c.json({ status: 'ready', ...(isDirect(c) ? { checks } : {}) })
  })

  mount(app, figures, async (c) => {
    if (metrics === null || !isDirect(c)) return fail(c, failure('NOT_FOUND'))
    try {
      const { type, body } = await metrics.text()
      return c.body(body, 200, { 'content-type': type })
    } catch (error) {
      log.error({ err: error }, 'the figures cannot be told')
      return fail(c, failure('DATABASE_UNAVAILABLE'))
    }
  })
}

/** A proxy says for whom it asks. */
function isDirect(c: ServiceContext): boolean {
  return ['x-forwarded-for', 'forwarded', 'x-forwarded-host'].every(
    (name) => requestHeader(c, name) === undefined,
  )
}

/** The same answer for everybody who asks within so long. */
function fresh<Value>({ clock }: ServiceParts, ms: number, ask: () => Promise<Value>) {
  let last: { readonly at: number; readonly answer: Promise<Value> } | null = null
  return () => {
    const now = clock.now()
    if (last === null || now < last.at || now - last.at >= ms) last = { at: now, answer: ask() }
    return last.answer
  }
}

function asksDatabase({ storage, log }: ServiceParts): Promise<boolean> {
  return sql`SELECT 1 FROM settings LIMIT 1`.execute(storage.read).then(
    () => true,
    (error: unknown) => {
      log.info({ err: error }, 'the database does not answer')
      return false
    },
  )
}

type Counts = Omit<Outlook, 'isDatabaseThere' | 'authorityAwayS' | 'tillsWaiting'>
const NOTHING: Counts = { authorityLateS: 0, noticesLateS: 0, rangesHeld: 0, certificatesEnded: 0 }

async function count({ storage: { read }, clock }: ServiceParts): Promise<Counts> {
  const now = clock.now()
  const late = (due: number | null) => (due === null ? 0 : Math.max(0, (now - Number(due)) / 1000))
  const [pending, sent] = await Promise.all(
    (['PEN', 'EMS'] as const).map(async (status) => {
      const [first] = await firstDue.run(read, { status })
      return late(first?.authority_due_at_ms ?? null)
    }),
  )
  const notices = await read
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.min('due_at_ms').as('due'))
    .where('due_at_ms', 'is not', null)
    .executeTakeFirstOrThrow()
  return {
    authorityLateS: Math.max(pending ?? 0, sent ?? 0),
    noticesLateS: late(notices.due),
    rangesHeld: await countHeld(read),
    certificatesEnded: await countEnded({ read }, now),
  }
}

/**
 * Whose last one ended within a month: told of before, by which an index finds the few there are.
 * Who has had none for longer has gone.
 */
async function countEnded(
  { read }: Pick<ServiceParts['storage'], 'read'>,
  now: EpochMs,
): Promise<number> {
  const { ended } = await read
    .selectFrom('certificates')
    .select((eb) => eb.fn.countAll().as('ended'))
    .where('notified_at_ms', '>', (now - 3 * MONTH_MS) as EpochMs)
    .where('expires_at_ms', '<=', now)
    .where('expires_at_ms', '>', (now - MONTH_MS) as EpochMs)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('certificates as next')
            .select('next.id')
            .whereRef('next.company_id', '=', 'certificates.company_id')
            .whereRef('next.expires_at_ms', '>', 'certificates.expires_at_ms'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(ended)
}
