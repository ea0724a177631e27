/**
 * Builds the service: one `handle(request)` that needs no port, and the loops that work behind it.
 */
import { OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { sayingOnce, type Logger } from './core/log.ts'
import { DOCUMENT_LIMITS } from '#shared/issuing/document-limits.ts'
import { KeyRing } from './auth/keys.ts'
import type { Authority } from './parts/authority.ts'
import type { Metrics } from './parts/metrics.ts'
import { WatchedAuthority } from './parts/watched-authority.ts'
import { AuthoritySender } from './authority/sender.ts'
import { CompanyDirectory } from './companies/company-directory.ts'
import { BUYER_LIMITS } from './catalogues/catalogues.ts'
import { DocumentCreator } from './documents/create.ts'
import { DOCUMENTS_PER_BATCH_MAX } from './documents/issuing-lanes.ts'
import { failure } from './core/errors.ts'
import { askForMore } from './folios/more-folios.ts'
import { News } from './fleet/news.ts'
import { pruneFleet } from './fleet/prune.ts'
import { SeenTills } from './fleet/seen-tills.ts'
import { TillRing } from './fleet/till-keys.ts'
import { FolioProof } from './folios/prove-folios.ts'
import { sendAlarms } from './head-office/alarm-mails.ts'
import { pruneAlarms, watchAlarms } from './head-office/alarm-watch.ts'
import { PASSPHRASE_COST } from './head-office/passphrase.ts'
import { pruneSessions } from './head-office/sessions.ts'
import { PacedLoop } from './core/paced-loop.ts'
import type { MailAccount, ServiceParts, ServiceSettings } from './parts/parts.ts'
import { prunePages } from './documents/page-store.ts'
import { PdfMaker } from './pdf/pdf-maker.ts'
import type { PdfStore } from './parts/pdf-store.ts'
import type { PdfRenderer } from './parts/renderer.ts'
import type { Clock, Random } from './core/ports.ts'
import { useAdmission, type Doors } from './routes/admission.ts'
import { registerEnds } from './routes/described.ts'
import { soldRoutes } from './routes/fleet-sold.ts'
import { headOfficeRoutes } from './routes/head-office.ts'
import { healthRoutes } from './routes/health.ts'
import { officePages } from './routes/office-pages.ts'
import { officeRoutes } from './routes/office-routes.ts'
import { catalogueRoutes } from './routes/catalogues.ts'
import { folioBranchRoutes } from './routes/folio-branches.ts'
import { companyRoutes } from './routes/companies.ts'
import { companyLifeRoutes } from './routes/company-life.ts'
import {
  answerHeader,
  fail,
  requestHeader,
  type ServiceApp,
  type ServiceEnv,
} from './routes/http.ts'
import { documentListRoutes } from './routes/document-list.ts'
import { fleetRoutes, type Fleet } from './routes/fleet.ts'
import { invoiceRoutes } from './routes/invoices.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { receiptPageRoutes } from './routes/receipt-pages.ts'
import { provisioningRoutes } from './routes/provisioning.ts'
import { awayAs } from './storage/postgres-errors.ts'
import { taxpayerRoutes } from './routes/taxpayers.ts'
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts'
import { userRoutes } from './routes/users.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { useKeys } from './routes/who-asks.ts'
import { methodsByPath } from './routes/methods-by-path.ts'
import { useFaults } from './sandbox/fault-middleware.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { postWithFaults, type Sandbox } from './sandbox/sandbox.ts'
import type { Storage } from './storage/storage.ts'
import { WebhookDelivery } from './webhooks/delivery.ts'
import { postWebhook } from './webhooks/post.ts'
import { watchDates } from './webhooks/watch.ts'

interface ServiceOptions {
  readonly storage: Storage
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly authority: Authority
  /** Counts for whoever watches from outside; nobody does when it is not given. */
  readonly metrics?: Metrics | null
  readonly renderer: PdfRenderer
  /** Where drawn PDFs are kept; nowhere when it is not given. The service closes it. */
  readonly drawn?: PdfStore
  readonly settings?: Partial<ServiceSettings>
  /** Where the head office's pages were built; none are served without it. */
  readonly officeDir?: string | null
  /** What alarms of the head office go out by; they are on its page alone without it. */
  readonly mail?: MailAccount | null
  /** Present only with the sandbox switch. */
  readonly sandbox?: Sandbox
}

export interface Service {
  /** `env` is what the HTTP server knows about the connection; nothing needs it but the sandbox. */
  handle(request: Request, env?: unknown): Promise<Response>
  /** Does what is due behind the requests now, instead of when the timers say so. */
  readonly settle: () => Promise<void>
  /** Asks the authority what it has of the ranges: before the first document is taken in. */
  readonly proveFolios: () => Promise<void>
  /** From now on `/ready` says no, while what is asked is still answered. */
  readonly beginEnd: () => void
  /** Ends the loops and the drawing thread; the storage belongs to the caller. */
  close(): Promise<void>
}

/** How soon it is looked whether an authority that is away since the start is back. */
const LOOK_AGAIN_MS = 5_000

export const DEFAULT_SETTINGS: ServiceSettings = {
  buyerLimits: BUYER_LIMITS,
  sendDelayMs: 3_000,
  verdictDelayMs: 1_000,
  leaseMs: 30_000,
  webhookWaitsMs: [60_000, 300_000, 1_800_000],
  allowLocalWebhooks: false,
  lowFolioPercent: 10,
  expiryNoticeDays: 30,
  requestsPerMinute: null,
  pages: null,
  passphraseCost: PASSPHRASE_COST,
  isBehindProxy: false,
  doors: {
    // Fewer would leave a batch half empty, and every COMMIT with it.
    issuing: { targetMs: 250, first: 256, least: DOCUMENTS_PER_BATCH_MAX, most: 2_000 },
    drawing: { targetMs: 2_000, first: 32, least: 8, most: 500 },
    asking: { targetMs: 20_000, first: 64, least: 16, most: 256 },
    reading: { targetMs: 250, first: 256, least: 16, most: 2_000 },
  },
}

export function createService(options: ServiceOptions): Service {
  const wakers = new Map<string, PacedLoop>()
  const { metrics = null } = options
  const parts: ServiceParts = {
    ...options,
    log: sayingOnce(options.log, awayAs, options.clock),
    drawn: options.drawn ?? null,
    officeDir: options.officeDir ?? null,
    mail: options.mail ?? null,
    metrics,
    authority: new WatchedAuthority(options.authority, options.clock, metrics),
    keys: new KeyRing(options.storage, options.clock),
    companies: new CompanyDirectory(options.storage, options.clock),
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    wake: (loop, delayMs = 0) => {
      wakers.get(loop)?.wake(delayMs)
      options.storage.shared?.announce(loop, delayMs)
    },
  }
  const creator = new DocumentCreator(parts)
  const proof = new FolioProof(parts)
  const sender = new AuthoritySender(parts, creator, proof)
  const delivery = new WebhookDelivery(parts, postOf(options), () => webhooks.wake())
  const dates = datesLoop(parts, delivery)
  const folios = new PacedLoop('folios', parts.log, () => proof.step())
  const proven = folios.runNow()
  const authority = new PacedLoop('authority', parts.log, async () => {
    await proven
    if (!(await proof.isHeard())) await folios.runNow()
    return proof.isAway() ? LOOK_AGAIN_MS : sender.step()
  })
  const webhooks = new PacedLoop('webhooks', parts.log, () => delivery.step())
  const more = new PacedLoop('more-folios', parts.log, () => askForMore(parts))
  const alarms = alarmsLoop(parts)
  wakers.set('authority', authority).set('webhooks', webhooks)
  const settle = async () => {
    for (const loop of [fleet.seen, dates, folios, more, authority, authority, webhooks, alarms])
      await loop.runNow()
    while (delivery.isBusy()) {
      await delivery.ended()
      await webhooks.runNow()
    }
  }
  const pdfs = new PdfMaker(parts)
  const end = { isNear: false }
  const fleet = fleetOf(forTills(parts))
  const app = buildApp(parts, { creator, pdfs, fleet, end }, options.sandbox, settle)
  const loops = [alarms, dates, more, folios, authority, webhooks, fleet.news, fleet.seen]
  for (const loop of [dates, more, authority, webhooks, alarms]) loop.wake()
  options.storage.shared?.onAnnounced((loop, delayMs) => wakers.get(loop)?.wake(delayMs))
  return {
    handle: (request, env) => Promise.resolve(app.fetch(request, env as object)),
    settle,
    proveFolios: () => proven,
    beginEnd: () => {
      end.isNear = true
      fleet.news.end()
    },
    close: async () => {
      for (const loop of loops) await loop.stop()
      await delivery.ended()
      await pdfs.close()
      await parts.renderer.close()
    },
  }
}

function postOf({ sandbox }: ServiceOptions) {
  return sandbox === undefined ? postWebhook : postWithFaults(postWebhook, sandbox.faults)
}

/** What tills hear and tell goes over connections of its own: no receipt waits behind it. */
function forTills(parts: ServiceParts): ServiceParts {
  const { storage } = parts
  return storage.shared === null
    ? parts
    : { ...parts, storage: { ...storage, ...storage.shared.tills } }
}

/** What goes by time alone, and what is old enough to be forgotten. */
function datesLoop(parts: ServiceParts, delivery: WebhookDelivery): PacedLoop {
  return new PacedLoop('dates', parts.log, async () => {
    await delivery.prune()
    await prunePages(parts)
    await pruneFleet(parts)
    await pruneSessions(parts)
    await pruneAlarms(parts)
    return watchDates(parts)
  })
}

/** At its end no mail server is waited for. */
function alarmsLoop(parts: ServiceParts) {
  const ending = new AbortController()
  const loop = new PacedLoop('alarms', parts.log, async () => {
    const lookMs = await watchAlarms(parts)
    return Math.min(lookMs, (await sendAlarms(parts, ending.signal)) ?? lookMs)
  })
  const stop = () => (ending.abort(), loop.stop())
  return { wake: () => loop.wake(), runNow: () => loop.runNow(), stop }
}

function fleetOf({ storage, clock, log }: ServiceParts): Fleet {
  return {
    tills: new TillRing(storage, clock),
    news: new News(storage, log),
    seen: new SeenTills(storage, clock, log),
  }
}

interface Within {
  readonly creator: DocumentCreator
  readonly pdfs: PdfMaker
  readonly fleet: Fleet
  readonly end: { readonly isNear: boolean }
}

function buildApp(
  parts: ServiceParts,
  { creator, pdfs, fleet, end }: Within,
  sandbox: Sandbox | undefined,
  settle: () => Promise<void>,
): ServiceApp {
  const app: ServiceApp = new OpenAPIHono<ServiceEnv>()
  registerEnds(app)
  const doors = frame(app, parts, fleet)
  if (sandbox !== undefined) useFaults(app, parts, sandbox)
  documentListRoutes(app, parts)
  invoiceRoutes(app, parts, creator, pdfs)
  if (parts.settings.pages !== null) receiptPageRoutes(app, parts, pdfs, parts.settings.pages)
  companyRoutes(app, parts)
  folioBranchRoutes(app, parts)
  provisioningRoutes(app, parts)
  companyLifeRoutes(app, parts)
  userRoutes(app, parts)
  catalogueRoutes(app, parts)
  taxpayerRoutes(app, parts)
  webhookRoutes(app, parts)
  webhookDeliveryRoutes(app, parts)
  fleetRoutes(app, forTills(parts), fleet, doors)
  soldRoutes(app, parts)
  headOfficeRoutes(app, parts, officeRoutes(parts, fleet))
  officePages(app, parts.officeDir)
  if (sandbox !== undefined) sandboxRoutes(app, parts, sandbox, settle)
  healthRoutes(app, parts, doors, { end, news: fleet.news })
  openApiRoutes(app)
  const methodsOf = methodsByPath(app)
  app.notFound((c) => {
    const allowed = methodsOf(c.req.path)
    if (allowed.length === 0) return fail(c, failure('NOT_FOUND'))
    c.header('allow', allowed.join(', '))
    return fail(c, failure('METHOD_NOT_ALLOWED', '', { method: c.req.method }))
  })
  app.onError((error, c) => {
    const requestId = c.get('requestId')
    parts.log.error({ err: error, requestId, route: c.req.routePath }, 'a request failed')
    const away = awayAs(error)
    return fail(c, away === null ? failure('INTERNAL_ERROR', '', { requestId }) : failure(away))
  })
  return app
}

const REQUEST_ID_FORM = /^[\w.:-]{1,100}$/

/** What every request goes through: its id, its log line, the size of its body, and whose it is. */
function frame(app: ServiceApp, parts: ServiceParts, { tills }: Fleet): Doors {
  app.use('*', async (c, next) => {
    const given = requestHeader(c, 'x-request-id') ?? ''
    const requestId = REQUEST_ID_FORM.test(given) ? given : parts.random.uuid()
    c.set('requestId', requestId)
    const startedAt = performance.now()
    await next()
    answerHeader(c, 'x-request-id', requestId)
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    const { status } = c.res
    // What is away or too much is said once, and counted; not with each request.
    const level = status < 400 || status === 503 ? 'debug' : status < 500 ? 'info' : 'error'
    const facts = { method: c.req.method, route: c.req.routePath, status, ms }
    parts.log[level]({ requestId, ...facts }, 'request')
    parts.metrics?.request(facts)
  })
  useKeys(app, parts, tills)
  limitBodies(app)
  app.use('/api/*', async (c, next) =>
    c.req.url.includes('%00') ? fail(c, failure('CHARACTER_NUL')) : next(),
  )
  return useAdmission(app, parts)
}

/**
 * A declared length is enough: the HTTP parser holds the body to it. Only bodies without one are
 * counted as they come.
 */
function limitBodies(app: ServiceApp): void {
  const maxSize = DOCUMENT_LIMITS.bodyBytesMax
  const tooLarge = (c: Parameters<typeof fail>[0]) =>
    fail(c, failure('BODY_TOO_LARGE', '', { limit: String(maxSize) }))
  const counted = bodyLimit({ maxSize, onError: tooLarge })
  app.use('*', async (c, next) => {
    const declared = requestHeader(c, 'content-length')
    if (declared === undefined || requestHeader(c, 'transfer-encoding') !== undefined)
      return counted(c as Parameters<typeof counted>[0], next)
    if (Number(declared) <= maxSize) return next()
    await discardBody(c.req.raw)
    c.header('connection', 'close')
    return tooLarge(c)
  })
}

/** Beyond this a client that will not stop is cut off. */
const DISCARDED_BYTES_MAX = 16 * DOCUMENT_LIMITS.bodyBytesMax

/** Reads on to the end: a client that is cut off while sending often never sees the answer. */
async function discardBody(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed) return
  let bytes = 0
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  while (bytes < DISCARDED_BYTES_MAX) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.length
  }
}
