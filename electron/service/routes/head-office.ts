/**
 * What the head office's pages ask. Not in the description of the interface: a program uses an API
 * key. Who asks stands in a cookie no script reads; whatever changes something has to come from
 * these very pages.
 */
import type { Context, Handler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  accountBody,
  changePersonBody,
  entryBody,
  invitationBody,
  newPersonBody,
  OFFICE_PERSON_HEADER,
  OFFICE_PERSON_QUERY,
  OFFICE_ROLES,
  ROWS_MAX,
  SESSION_MS,
  shopBody,
  type OfficeRole,
} from '#shared/head-office/contract.ts'
import { limiterOf } from '../auth/shared-rate-limiter.ts'
import { apiError, failure, type ApiError, type ApiFailure } from '../core/errors.ts'
import { lockShop } from '../fleet/shop-store.ts'
import { logOf, noteDone } from '../head-office/office-log.ts'
import {
  changePerson,
  invite,
  invitedBy,
  peopleOf,
  type OfficePorts,
} from '../head-office/people.ts'
import { phoneUri } from '../head-office/phone-code.ts'
import {
  enter,
  goTo,
  isTheirPhone,
  leave,
  sessionOf,
  shopsOf,
  takeUp,
  type OfficeUser,
} from '../head-office/sessions.ts'
import type { ServiceParts } from '../parts/parts.ts'
import {
  fail,
  readBody,
  readQuery,
  requestHeader,
  type ServiceApp,
  type ServiceEnv,
} from './http.ts'
import { ownAddress } from './own-address.ts'
import { visitorOf } from './visitor.ts'
import { OFFICE_PATHS } from './key-table.ts'

const COOKIE = 'meson_office'
/** Of one visitor; of one visitor for one e-mail; and for one e-mail, from wherever. */
const ENTRIES_PER_MINUTE = 30
const ENTRIES_OF_ONE_PER_MINUTE = 6
const ENTRIES_FOR_ONE_PER_MINUTE = 20
const SAFE: readonly string[] = ['GET', 'HEAD']

type OfficeContext = Context<ServiceEnv>

/** What a page may ask, of whoever has at least that role. */
export interface OfficeRoute {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: string
  readonly least: OfficeRole
  readonly answer: (c: OfficeContext, user: OfficeUser) => Promise<Response> | Response
}

export function headOfficeRoutes(
  app: ServiceApp,
  parts: ServiceParts,
  routes: readonly OfficeRoute[],
): void {
  app.use(`${OFFICE_PATHS}*`, (c, next) => {
    c.header('cache-control', 'no-store')
    return SAFE.includes(c.req.method) || isOwnPage(c, parts)
      ? next()
      : Promise.resolve(fail(c, failure('ORIGIN_REFUSED')))
  })
  entryRoutes(app, parts)
  for (const { method, path, least, answer } of routes)
    app.on(method.toUpperCase(), `${OFFICE_PATHS}${path}`, asUser(parts, least, answer))
}

/** A page of elsewhere can neither read an answer nor be the one that asked. */
function isOwnPage(c: OfficeContext, { settings }: ServiceParts): boolean {
  const site = requestHeader(c, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return requestHeader(c, 'origin') === ownAddress(c, settings)
}

const asUser =
  (parts: ServiceParts, least: OfficeRole, answer: OfficeRoute['answer']): Handler<ServiceEnv> =>
  async (c) => {
    const user = await sessionOf(parts, getCookie(c, COOKIE))
    if (user === null) return fail(c, failure('OFFICE_SESSION_OVER'))
    // One window went to another company, and the other ones still show the one before.
    const shown =
      requestHeader(c, OFFICE_PERSON_HEADER) ?? c.req.query(OFFICE_PERSON_QUERY) ?? user.personId
    if (shown !== user.personId) return fail(c, failure('OFFICE_SHOP_OTHER'))
    return rank(user.role) < rank(least) ? fail(c, failure('OFFICE_ROLE')) : answer(c, user)
  }

const rank = (role: OfficeRole) => OFFICE_ROLES.indexOf(role)

function entryRoutes(app: ServiceApp, parts: ServiceParts): void {
  const { storage, clock, settings } = parts
  const visits = limiterOf(parts, ENTRIES_PER_MINUTE)
  const tries = limiterOf(parts, ENTRIES_OF_ONE_PER_MINUTE)
  const people = limiterOf(parts, ENTRIES_FOR_ONE_PER_MINUTE)
  const tooMany = async (c: OfficeContext, email: string): Promise<ApiFailure | null> => {
    const visitor = visitorOf(c, settings)
    const waitS =
      (await visits.secondsToWait(`office ${visitor}`)) ||
      (await tries.secondsToWait(`office ${visitor} ${email}`)) ||
      (email === '' ? 0 : await people.secondsToWait(`office for ${email}`))
    return waitS > 0 ? failure('RATE_LIMITED', '', { seconds: String(waitS) }) : null
  }
  const admit = (c: OfficeContext, entered: Result<string, ApiError>) => {
    if (!entered.ok) return fail(c, { errors: [entered.refusal] })
    setCookie(c, COOKIE, entered.value, {
      ...{ path: '/api/office', httpOnly: true, sameSite: 'Strict', maxAge: SESSION_MS / 1_000 },
      secure: ownAddress(c, settings).startsWith('https:'),
    })
    return c.json({})
  }

  app.post(`${OFFICE_PATHS}session`, async (c) => {
    const body = await readBody(c, entryBody)
    if (!body.ok) return fail(c, body.refusal)
    const late = await tooMany(c, body.value.email)
    return late === null ? admit(c, await enter(parts, body.value)) : fail(c, late)
  })

  app.post(`${OFFICE_PATHS}invitation`, async (c) => {
    const body = await readBody(c, invitationBody)
    if (!body.ok) return fail(c, body.refusal)
    const late = await tooMany(c, '')
    if (late !== null) return fail(c, late)
    const person = await invitedBy(storage.read, body.value.invitation, clock.now())
    if (person === null) return fail(c, failure('INVITATION_INVALID', 'invitation'))
    const shop = await parts.companies.byId(person.company_id)
    // What draws it has 3 MB, for which a service beside a till has no use.
    const { encodeQr } = await import('../../paper/codes.ts')
    const { columns, cells } = encodeQr(phoneUri(person.phone_secret, person.email))
    const { name, email, phone_secret: secret } = person
    const code = { columns, cells: Array.from(cells, (cell) => (cell === 0 ? '0' : '1')).join('') }
    return c.json({ name, email, secret, code, shop: shop?.row.name ?? '' })
  })

  app.post(`${OFFICE_PATHS}account`, async (c) => {
    const body = await readBody(c, accountBody)
    if (!body.ok) return fail(c, body.refusal)
    const person = await invitedBy(storage.read, body.value.invitation, clock.now())
    // It may be tried against the passphrase that the e-mail has in another company.
    const late = await tooMany(c, person === null ? '' : `to join ${person.email}`)
    return late === null ? admit(c, await takeUp(parts, body.value)) : fail(c, late)
  })
}

const logQuery = z.strictObject({ before: z.string().max(60).optional() })

/** Who is in, the others, and what they did. */
export const personRoutes = (parts: ServiceParts): readonly OfficeRoute[] => [
  ...sessionRoutes(parts),
  ...peopleRoutes(parts),
]

function sessionRoutes(parts: ServiceParts): readonly OfficeRoute[] {
  const { storage, clock, random, companies } = parts
  return [
    {
      ...{ method: 'get', path: 'session', least: 'reader' },
      async answer(c, { personId, name, role, companyId }) {
        const shop = (await companies.byId(companyId))?.row
        const named = { name: shop?.name ?? '', rut: shop?.document_number ?? '' }
        const shops = await shopsOf(storage.read, personId)
        return c.json({ person_id: personId, name, role, shop: named, shops })
      },
    },
    {
      ...{ method: 'put', path: 'session', least: 'reader' },
      async answer(c, user) {
        const body = await readBody(c, shopBody)
        if (!body.ok) return fail(c, body.refusal)
        const { person_id: personId } = body.value
        const gone = await storage.write((db) => goTo({ db, clock, random }, user, personId))
        return gone.ok ? c.json({}) : fail(c, { errors: [gone.refusal] })
      },
    },
    {
      ...{ method: 'delete', path: 'session', least: 'reader' },
      async answer(c, user) {
        await storage.write((db) => leave({ db, clock, random }, user))
        deleteCookie(c, COOKIE, { path: '/api/office' })
        return c.json({})
      },
    },
    {
      ...{ method: 'get', path: 'log', least: 'owner' },
      async answer(c, { companyId }) {
        const query = readQuery(c, logQuery)
        if (!query.ok) return fail(c, query.refusal)
        return c.json(await logOf(storage.read, companyId, query.value.before, ROWS_MAX))
      },
    },
  ]
}

function peopleRoutes(parts: ServiceParts): readonly OfficeRoute[] {
  const { storage } = parts
  let tries: ReturnType<typeof limiterOf> | null = null
  /** As `noted`, for whoever has their phone in the hand. */
  const byPhone = async <Value>(
    user: OfficeUser,
    code: string,
    work: Parameters<typeof noted<Value>>[2],
  ): Promise<Result<Value, ApiError>> => {
    tries ??= limiterOf(parts, ENTRIES_OF_ONE_PER_MINUTE)
    const waitS = await tries.secondsToWait(`office phone ${user.personId}`)
    if (waitS > 0) return refuse(apiError('RATE_LIMITED', '', { seconds: String(waitS) }))
    return noted(parts, user, async (ports) =>
      (await isTheirPhone(ports, user.personId, code))
        ? work(ports)
        : refuse(apiError('PHONE_CODE_WRONG', 'phone_code')),
    )
  }
  return [
    {
      ...{ method: 'get', path: 'people', least: 'manager' },
      answer: async (c, { companyId }) => c.json({ data: await peopleOf(storage.read, companyId) }),
    },
    {
      ...{ method: 'post', path: 'people', least: 'owner' },
      async answer(c, user) {
        const body = await readBody(c, newPersonBody)
        if (!body.ok) return fail(c, body.refusal)
        const { phone_code: code, ...person } = body.value
        const invited = await byPhone(user, code, async (ports) => {
          const made = await invite(ports, user.companyId, person)
          return made.ok ? ok({ done: 'invited', what: person.email, value: made.value }) : made
        })
        return invited.ok ? c.json(invited.value, 201) : fail(c, { errors: [invited.refusal] })
      },
    },
    {
      ...{ method: 'put', path: 'people/:id', least: 'owner' },
      async answer(c, user) {
        const body = await readBody(c, changePersonBody)
        if (!body.ok) return fail(c, body.refusal)
        const { phone_code: code, ...changes } = body.value
        if (Object.keys(changes).length === 0) return fail(c, failure('NOTHING_TO_CHANGE'))
        const changed = await byPhone(user, code, async (ports) => {
          const made = await changePerson(ports, user.companyId, c.req.param('id') ?? '', changes)
          if (!made.ok) return made
          const { email, role, ended_at_ms: ended } = made.value.person
          const done = ended !== null ? 'ended' : made.value.invitation ? 'invited' : 'role-changed'
          return ok({ done, what: `${email} ${role}`, value: made.value })
        })
        return changed.ok ? c.json(changed.value) : fail(c, { errors: [changed.refusal] })
      },
    },
  ]
}

type Done<Value> = {
  readonly done: Parameters<typeof noteDone>[3]
  readonly what: string
  readonly value: Value
}

/** Does it and writes it down in one transaction, while whoever asks is still somebody. */
export function noted<Value>(
  { storage, clock, random }: ServiceParts,
  user: OfficeUser,
  work: (ports: OfficePorts) => Promise<Result<Done<Value>, ApiError>>,
): Promise<Result<Value, ApiError>> {
  return storage.write(async (db) => {
    const ports = { db, clock, random }
    // One after the other: else two owners who end each other are both gone.
    await lockShop(db, user.companyId)
    const still = await db
      .selectFrom('office_sessions as s')
      .innerJoin('office_people as p', 'p.id', 's.person_id')
      .select('p.role')
      .where('s.id', '=', user.sessionId)
      .where('p.ended_at_ms', 'is', null)
      .executeTakeFirst()
    if (still?.role !== user.role) return refuse(apiError('OFFICE_SESSION_OVER'))
    const made = await work(ports)
    if (!made.ok) return made
    const { done, what, value } = made.value
    await noteDone(ports, user.companyId, user.name, done, what)
    return ok(value)
  })
}
