/** Tills of one shop: how they join it, and how what they share goes up and comes down. */
import { createRoute, z } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import { isDeepStrictEqual } from 'node:util'
import {
  changesAnswer,
  changesQuery,
  changeTillBody,
  codeAnswer,
  codeBody,
  editsAnswer,
  editsBody,
  HUB_TERM_HEADER,
  IN_HAND_HEADER,
  KINDS_HEADER,
  movesAnswer,
  movesBody,
  pairAnswer,
  pairBody,
  tillsAnswer,
  tillView,
} from '#shared/fleet/contract.ts'
import {
  claimAnswer,
  claimBody,
  CLAIMS_PATH,
  PARKED_PATH,
  parkedAnswer,
  parkedBody,
} from '#shared/fleet/parked-contract.ts'
import { errorBodySchema } from '#shared/issuing/document-response.ts'
import { refuse, type Result } from '#shared/core/result.ts'
import { stillStands } from '../auth/change-key.ts'
import { limiterOf } from '../auth/shared-rate-limiter.ts'
import { apiError, failure, type ApiFailure } from '../core/errors.ts'
import type { News } from '../fleet/news.ts'
import { claimParked } from '../fleet/parked-claims.ts'
import { takeParked } from '../fleet/parked-sales.ts'
import { SharedReads } from '../fleet/shared-reads.ts'
import { notePutBack } from '../fleet/forgotten-hubs.ts'
import { kindsAsked, readChanges, type OfPlace } from '../fleet/shop-changes.ts'
import { takeMoves } from '../fleet/stock-moves.ts'
import { takeEdits } from '../fleet/shop-store.ts'
import type { SeenTills } from '../fleet/seen-tills.ts'
import type { AskingTill, TillRing } from '../fleet/till-keys.ts'
import { changeTill, makeCode, pair, tillsOf } from '../fleet/tills.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { throughDoor, type Doors } from './admission.ts'
import { companyAsked } from './company-asked.ts'
import { NEW_TILL } from './examples.ts'
import { fail, mount, readBody, readQuery, requestHeader } from './http.ts'
import type { ServiceApp, ServiceContext } from './http.ts'
import { jsonAnswer, jsonBody } from './openapi-shapes.ts'
import {
  CHANGES_PATH,
  EDITS_PATH,
  MOVES_PATH,
  PAIR_PATH,
  TILL_PATH,
  TILLS_PATH,
} from './key-table.ts'
import { askingTill } from './who-asks.ts'
import { factRoutes } from './fleet-facts.ts'
import { hubRoutes } from './fleet-hub.ts'
import { pinRoutes } from './fleet-pins.ts'
import { tooMuch, worthRoutes } from './fleet-worths.ts'
import { visitorOf } from './visitor.ts'

/** Of one visitor, right ones and wrong ones; of a shop that joins all its tills too. */
export const PAIRINGS_PER_MINUTE = 10
/** Of a body that names or joins a till. */
const SMALL_BYTES_MAX = 4_096
/** When to come back while too many wait. */
const WAITING_FULL_S = '10'

const tags = ['Tills of a shop']
const ofTill = { security: [{ TillKey: [], Installation: [] }] }
const company = {
  query: z.object({
    company_id: z.string().max(50).optional(),
    issuer: z.string().max(50).optional().describe('Tax number of the company'),
  }),
}
const tillPath = z.object({ till_id: z.string() })
const forbidden = jsonAnswer('The key does not reach it', errorBodySchema)
const notThisTill = {
  403: jsonAnswer('The key of the till is unknown or has ended', errorBodySchema),
  409: jsonAnswer('It is the key of another installation; or VERSION_AHEAD', errorBodySchema),
}

const postCode = createRoute({
  ...{ method: 'post', path: '/api/fleet/codes', tags },
  summary: 'A code by which one till joins the shop, within an hour',
  request: { ...company, body: jsonBody(codeBody, NEW_TILL) },
  responses: {
    201: jsonAnswer('Shown this once', codeAnswer),
    403: forbidden,
    404: jsonAnswer('There is no such till to take the place of', errorBodySchema),
  },
})
const postPair = createRoute({
  ...{ method: 'post', path: PAIR_PATH, tags },
  summary: 'Join a shop by a code, which is used up by it',
  security: [],
  request: { body: jsonBody(pairBody) },
  responses: {
    201: jsonAnswer('The till, with its key, shown this once', pairAnswer),
    403: jsonAnswer('The code is unknown, used or over', errorBodySchema),
    409: jsonAnswer('This installation is a till of it, or the shop is full', errorBodySchema),
  },
})
const getTills = createRoute({
  ...{ method: 'get', path: TILLS_PATH, tags },
  summary: 'The tills of the shop; also with the key of one of them',
  request: company,
  responses: { 200: jsonAnswer('All there ever were', tillsAnswer), 403: forbidden },
})
const putTill = createRoute({
  ...{ method: 'put', path: TILL_PATH, tags },
  summary: 'Rename a till, or retire it: its key ends with it; with that key it retires itself',
  request: { ...company, params: tillPath, body: jsonBody(changeTillBody) },
  responses: {
    200: jsonAnswer('As it is now', tillView),
    403: forbidden,
    404: jsonAnswer('The shop has no such till', errorBodySchema),
  },
})
const postEdits = createRoute({
  ...{ method: 'post', path: EDITS_PATH, tags, ...ofTill },
  summary: 'What was changed at this till; an edit that comes again is answered as before',
  request: { body: jsonBody(editsBody) },
  responses: { 200: jsonAnswer('In their order', editsAnswer), ...notThisTill },
})
const postMoves = createRoute({
  ...{ method: 'post', path: MOVES_PATH, tags, ...ofTill },
  summary: 'What came and went of products at this till; the same id again is counted once',
  request: { body: jsonBody(movesBody) },
  responses: { 200: jsonAnswer('In their order', movesAnswer), ...notThisTill },
})
const postParked = createRoute({
  ...{ method: 'post', path: PARKED_PATH, tags, ...ofTill },
  summary: 'Sales put aside at this till; the same id again is answered by what became of it',
  request: { body: jsonBody(parkedBody) },
  responses: { 200: jsonAnswer('What became of each', parkedAnswer), ...notThisTill },
})
const postClaim = createRoute({
  ...{ method: 'post', path: CLAIMS_PATH, tags, ...ofTill },
  summary: 'Take up a parked sale of the place: one till is granted it, by its key',
  request: { body: jsonBody(claimBody) },
  responses: { 200: jsonAnswer('Whose it is', claimAnswer), ...notThisTill },
})
const getChanges = createRoute({
  ...{ method: 'get', path: CHANGES_PATH, tags, ...ofTill },
  summary: 'What the shop has after a version; waits for it where there is nothing yet',
  request: { query: changesQuery },
  responses: { 200: jsonAnswer('A slice, in order', changesAnswer), ...notThisTill },
})

export interface Fleet {
  readonly tills: TillRing
  readonly news: News
  readonly seen: SeenTills
}

export function fleetRoutes(
  app: ServiceApp,
  parts: ServiceParts,
  fleet: Fleet,
  doors: Doors,
): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'TillKey', header('X-Till-Key'))
  app.openAPIRegistry.registerComponent('securitySchemes', 'Installation', header('X-Installation'))
  joiningRoutes(app, parts)
  tillRoutes(app, parts, fleet)
  sayingRoutes(app, parts, fleet)
  worthRoutes(app, parts, { tillOf, ...fleet })
  factRoutes(app, parts, { tillOf, ...fleet })
  pinRoutes(app, parts, { tillOf, ...fleet })
  hubRoutes(app, parts, { tillOf, ...fleet })
  hearingRoute(app, parts, fleet, doors)
}

/** What a till says. */
function sayingRoutes(app: ServiceApp, parts: ServiceParts, fleet: Fleet): void {
  const { storage, clock } = parts

  mount(app, postEdits, async (c) => {
    const till = tillOf(c)
    const now = clock.now()
    const body = await readBody(c, editsBody)
    if (!body.ok) return fail(c, body.refusal)
    fleet.seen.note(till)
    const { companyId } = till
    const { results, version, waitS } = await takeEdits(storage, till, body.value.edits, now)
    if (waitS > 0) return fail(c, tooMuch(waitS))
    fleet.news.tell(companyId, version)
    return c.json({ results, version })
  })

  mount(app, postMoves, async (c) => {
    const till = tillOf(c)
    const now = clock.now()
    const body = await readBody(c, movesBody)
    if (!body.ok) return fail(c, body.refusal)
    fleet.seen.note(till)
    const { moves, version, waitS } = await takeMoves(storage, till, body.value.moves, now)
    if (waitS > 0) return fail(c, tooMuch(waitS))
    fleet.news.tell(till.companyId, version)
    return c.json({ moves })
  })
  parkedRoutes(app, parts, fleet)
}

function parkedRoutes(app: ServiceApp, parts: ServiceParts, fleet: Fleet): void {
  const { storage, clock } = parts

  mount(app, postParked, async (c) => {
    const till = tillOf(c)
    const now = clock.now()
    const body = await readBody(c, parkedBody)
    if (!body.ok) return fail(c, body.refusal)
    fleet.seen.note(till)
    const { parked, version } = await takeParked(storage, till, body.value.parked, now)
    fleet.news.tell(till.companyId, version)
    return c.json({ parked })
  })

  mount(app, postClaim, async (c) => {
    const till = tillOf(c)
    const now = clock.now()
    const body = await smallBody(c, claimBody)
    if (!body.ok) return fail(c, body.refusal)
    if (!till.isRetired) fleet.seen.note(till)
    const claimed = await claimParked(storage, till, body.value, now)
    const { answer, version, waitS = 0 } = claimed
    if (waitS > 0) return fail(c, tooMuch(waitS))
    fleet.news.tell(till.companyId, version)
    return answer === null ? fail(c, failure('TILL_KEY_REQUIRED')) : c.json(answer)
  })
}

/** What a till hears; it waits where there is nothing yet. */
function hearingRoute(app: ServiceApp, parts: ServiceParts, fleet: Fleet, doors: Doors): void {
  const { storage } = parts
  const shared = new SharedReads<OfPlace>()
  app.use(CHANGES_PATH, compress({ encoding: 'gzip' }))
  mount(app, getChanges, async (c) => {
    const query = readQuery(c, changesQuery)
    if (!query.ok) return fail(c, query.refusal)
    const { wait_ms: waitMs, ...page } = query.value
    const asked = { ...page, kinds: kindsAsked(requestHeader(c, KINDS_HEADER)) }
    const till = tillOf(c)
    const read = () =>
      throughDoor(c, doors, () => {
        fleet.seen.note(till, Number(requestHeader(c, IN_HAND_HEADER) ?? 0) > 0)
        return readChanges(storage.read, till, asked, shared)
      })
    // Before it is looked, so that nothing falls in between.
    const waiting = waitMs === 0 ? null : fleet.news.enter(till, asked.after)
    try {
      const first = await read()
      if (first instanceof Response) return first
      if (!first.ok) {
        const term = Number(requestHeader(c, HUB_TERM_HEADER) ?? 0)
        await notePutBack(parts, till, { ...asked, code: first.refusal.code, term })
        return fail(c, { errors: [first.refusal] })
      }
      if (waitMs === 0 || first.value.version > asked.after) return measured(c, first.value)
      if (waiting === null) return fail(c, failure('OVERLOADED', '', { seconds: WAITING_FULL_S }))
      await waiting.heard(waitMs, c.req.raw.signal)
      // It may have been retired meanwhile.
      const still = await askingTill(c, parts, fleet.tills)
      if (!still.ok) return fail(c, still.refusal)
      const news = await read()
      if (news instanceof Response) return news
      return news.ok ? measured(c, news.value) : fail(c, { errors: [news.refusal] })
    } finally {
      waiting?.leave()
    }
  })
}

/** With its length: what is short is not packed, which takes longer than to send it. */
function measured(c: ServiceContext, answer: object): Response {
  const text = JSON.stringify(answer)
  const length = String(Buffer.byteLength(text))
  return c.body(text, 200, { 'content-type': 'application/json', 'content-length': length })
}

function joiningRoutes(app: ServiceApp, parts: ServiceParts): void {
  const { storage, clock, random, log } = parts
  const pairings = limiterOf(parts, PAIRINGS_PER_MINUTE)

  mount(app, postCode, async (c) => {
    const asked = await companyAsked(parts, c, c.req.query())
    if (!asked.ok) return fail(c, asked.refusal)
    const body = await smallBody(c, codeBody)
    if (!body.ok) return fail(c, body.refusal)
    const asking = c.get('principal')
    const companyId = asked.value.id
    const made = await storage.write(async (db) =>
      (await stillStands(db, asking))
        ? makeCode({ db, clock, random }, companyId, body.value.till_id ?? null, asking.role)
        : refuse(apiError('API_KEY_INVALID')),
    )
    if (!made.ok) return fail(c, { errors: [made.refusal] })
    const { keyId } = asking
    log.info({ requestId: c.get('requestId'), keyId, company: companyId }, 'pairing code made')
    return c.json(made.value, 201)
  })

  mount(app, postPair, async (c) => {
    const waitS = await pairings.secondsToWait(`pair ${visitorOf(c, parts.settings)}`)
    if (waitS > 0) return fail(c, failure('RATE_LIMITED', '', { seconds: String(waitS) }))
    const body = await smallBody(c, pairBody)
    if (!body.ok) return fail(c, body.refusal)
    const paired = await storage.write((db) => pair({ db, clock, random }, body.value))
    if (!paired.ok) return fail(c, { errors: [paired.refusal] })
    const { till_id: till, shop_id: shop } = paired.value
    log.info({ requestId: c.get('requestId'), company: shop, till }, 'till paired')
    return c.json(paired.value, 201)
  })
}

function tillRoutes(app: ServiceApp, parts: ServiceParts, { tills, news }: Fleet): void {
  const { storage, clock, random, log } = parts

  mount(app, getTills, async (c) => {
    const till = c.get('till')
    if (till !== undefined) return c.json({ data: await tillsOf(storage.read, till.companyId) })
    const asked = await companyAsked(parts, c, c.req.query())
    if (!asked.ok) return fail(c, asked.refusal)
    return c.json({ data: await tillsOf(storage.read, asked.value.id) })
  })

  mount(app, putTill, async (c) => {
    const asked = await companyAsked(parts, c, c.req.query())
    if (!asked.ok) return fail(c, asked.refusal)
    const body = await smallBody(c, changeTillBody)
    if (!body.ok) return fail(c, body.refusal)
    if (Object.keys(body.value).length === 0) return fail(c, failure('NOTHING_TO_CHANGE'))
    const [asking, companyId, id] = [c.get('principal'), asked.value.id, c.req.param('till_id')]
    const till = c.get('till')
    if (till !== undefined && !isGoing(till, id, body.value))
      return fail(c, failure('TILL_MAY_NOT'))
    const changed = await storage.write(async (db) =>
      // A till that was retired meanwhile is not found.
      till !== undefined || (await stillStands(db, asking))
        ? changeTill({ db, clock, random }, companyId, id ?? '', body.value)
        : refuse(apiError('API_KEY_INVALID')),
    )
    if (!changed.ok) return fail(c, { errors: [changed.refusal] })
    tills.forget()
    if (body.value.is_hub !== undefined) news.wake(companyId)
    const [requestId, { keyId }] = [c.get('requestId'), asking]
    const facts = { company: companyId, till: changed.value.till_id, what: Object.keys(body.value) }
    log.info({ requestId, keyId, ...facts }, 'till changed')
    return c.json(changed.value)
  })
}

/** A till retires itself, and does nothing else to itself or another one. */
const isGoing = (till: AskingTill, id: string | undefined, change: object): boolean =>
  id === till.id && isDeepStrictEqual(change, { is_retired: true })

const header = (name: string) => ({ type: 'apiKey' as const, in: 'header' as const, name })

/** On a path of tills it is known who asks. */
function tillOf(c: ServiceContext): AskingTill {
  const till = c.get('till')
  if (till === undefined) throw new Error(`no till asks for ${c.req.routePath}`)
  return till
}

async function smallBody<Schema extends z.ZodObject>(
  c: ServiceContext,
  schema: Schema,
): Promise<Result<z.output<Schema>, ApiFailure>> {
  const bytes = Buffer.byteLength(await c.req.text())
  return bytes > SMALL_BYTES_MAX
    ? refuse(failure('BODY_TOO_LARGE', '', { limit: String(SMALL_BYTES_MAX) }))
    : readBody(c, schema)
}
