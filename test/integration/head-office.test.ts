/** The head office as its people ask it, and as a stranger would. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  OFFICE_ROLES,
  SESSION_IDLE_MS,
  SESSION_MS,
  type OfficeRole,
} from '#shared/head-office/contract.ts'
import type { ServiceParts } from '../../electron/service/parts/parts.ts'
import type { Fleet } from '../../electron/service/routes/fleet.ts'
import { officeRoutes } from '../../electron/service/routes/office-routes.ts'
import { inviteOwnerTool } from '../../electron/service/tool-office.ts'
import { fleetWorld, type FleetWorld } from './fleet-world.ts'
import { asked, cookieIn, invitationFor, officeHand, PASSPHRASE } from './office-hands.ts'

let world: FleetWorld
beforeEach(async () => {
  world = await fleetWorld()
})
afterEach(() => world.close())

const MINUTE_MS = 60_000

describe('an invitation', () => {
  it('is good once, for a day, and only with the code of the phone it showed', async () => {
    const { invitation } = await invitationFor(world.service, 'ana@tienda.cl', 'owner')
    const body = { invitation, passphrase: PASSPHRASE, phone_code: '000000' }
    const wrong = await asked(world.service, 'POST', 'account', { body })
    expect([wrong.status, wrong.body['code']]).toEqual([422, 'PHONE_CODE_WRONG'])
    const short = { ...body, passphrase: 'corta' }
    expect((await asked(world.service, 'POST', 'account', { body: short })).status).toBe(422)
    const hand = await officeHand(world.service, 'owner', 'eva@tienda.cl')
    expect((await hand.ask('GET', 'session')).body).toMatchObject({ role: 'owner' })
    world.service.clock.advance(24 * 60 * MINUTE_MS)
    const late = await asked(world.service, 'POST', 'invitation', { body: { invitation } })
    expect([late.status, late.body['code']]).toEqual([403, 'INVITATION_INVALID'])
  })

  it('is made anew by the tool for an owner who lost it, or the phone, as her only way in', async () => {
    const { storage, clock } = world.service
    const tool = (email: string) =>
      inviteOwnerTool(storage, {
        ...{ id: email, label: 'Ana Soto', companies: ['76192083-9'], role: '' },
        ...{ status: undefined, file: undefined, to: undefined, next: undefined },
        ...{ all: false, since: undefined, secret: async () => null },
      })
    const invitationIn = (lines: readonly string[] | null) =>
      lines?.[0]?.split(': ').at(-1) ?? 'none was printed'
    const invitation = invitationIn(await tool('Ana@Tienda.cl'))
    const again = invitationIn(await tool('ana@tienda.cl'))
    const look = (body: object) => asked(world.service, 'POST', 'invitation', { body })
    expect((await look({ invitation })).status).toBe(403)
    expect((await look({ invitation: again })).body['email']).toBe('ana@tienda.cl')

    const eva = await officeHand(world.service, 'owner', 'eva@tienda.cl')
    expect((await look({ invitation: invitationIn(await tool(eva.email)) })).status).toBe(200)
    expect((await eva.ask('GET', 'session')).status).toBe(401)
    clock.advance(MINUTE_MS)
    expect((await eva.enter()).status).toBe(401)
  })

  it('is not taken up twice at once', async () => {
    const { invitation } = await invitationFor(world.service, 'ana@tienda.cl', 'owner')
    const shown = await asked(world.service, 'POST', 'invitation', { body: { invitation } })
    const { TOTP, Secret } = await import('otpauth')
    const totp = new TOTP({ secret: Secret.fromBase32(String(shown.body['secret'])) })
    const code = totp.generate({ timestamp: world.service.clock.now() })
    const body = { invitation, passphrase: PASSPHRASE, phone_code: code }
    const both = await Promise.all(
      [1, 2].map(() => asked(world.service, 'POST', 'account', { body })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })
})

describe('entering', () => {
  it('takes the right passphrase and a code that was not taken before', async () => {
    const ana = await officeHand(world.service)
    const entered = await ana.enter()
    expect(entered.status).toBe(200)
    const again = await asked(world.service, 'POST', 'session', {
      body: { email: ana.email, passphrase: PASSPHRASE, phone_code: ana.code() },
    })
    expect([again.status, again.body['code']]).toEqual([401, 'OFFICE_ENTRY_REFUSED'])
    const wrong = await ana.enter({ passphrase: 'otra frase cualquiera' })
    expect(wrong.body['code']).toBe('OFFICE_ENTRY_REFUSED')
    const nobody = await asked(world.service, 'POST', 'session', {
      body: { email: 'nadie@tienda.cl', passphrase: PASSPHRASE, phone_code: '123456' },
    })
    expect(nobody.body).toEqual(wrong.body)
  })

  it('is refused for a minute after six tries, also with the right words', async () => {
    const ana = await officeHand(world.service)
    const tries = []
    for (let count = 0; count < 8; count += 1) {
      const body = { email: ana.email, passphrase: 'no es esta frase', phone_code: '123456' }
      tries.push((await asked(world.service, 'POST', 'session', { body })).status)
    }
    expect(tries.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(tries.slice(-2)).toEqual([429, 429])
    world.service.clock.advance(MINUTE_MS)
    expect((await ana.enter()).status).toBe(200)
  })

  it('is refused also where each try comes from elsewhere', async () => {
    const ana = await officeHand(world.service)
    const tryFrom = async (visitor: number) => {
      const body = { email: ana.email, passphrase: 'no es esta frase', phone_code: '123456' }
      const from = `10.0.0.${visitor}`
      return (await asked(world.service, 'POST', 'session', { body, from })).status
    }
    const tries = []
    for (let visitor = 0; visitor < 22; visitor += 1) tries.push(await tryFrom(visitor))
    expect(tries.slice(0, 20).every((status) => status === 401)).toBe(true)
    expect(tries.slice(-2)).toEqual([429, 429])
  })

  it('says the cookie is for these pages alone', async () => {
    const ana = await officeHand(world.service)
    const cookie = (await ana.enter()).headers.get('set-cookie')
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toMatch(/Path=\/api\/office/)
  })
})

describe('the pages', () => {
  const get = async (path: string) => {
    const { handle } = world.service.service
    const answer = await handle(new Request(`http://127.0.0.1${path}`))
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }

  it.each(['/office', '/office/'])('say at %s that they are not built', async (path) => {
    const { status, text } = await get(path)
    expect([status, text.includes('npm run build')]).toEqual([404, true])
  })

  it('are in no frame, and run nothing but their own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'office-'))
    writeFileSync(join(folder, 'office.html'), '<title>Casa central</title>')
    writeFileSync(join(folder, 'index.html'), 'the till')
    await world.close()
    world = await fleetWorld(folder)
    const { status, text, headers } = await get('/office/')
    expect([status, text]).toEqual([200, '<title>Casa central</title>'])
    const policy = headers.get('content-security-policy')?.split('; ') ?? []
    expect(policy).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
        ...["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"],
      ]),
    )
    expect(headers.get('x-frame-options')).toBe('DENY')
    for (const path of [
      '/office/index.html',
      '/office/assets/../index.html',
      '/office/assets/%2e%2e/index.html',
    ])
      expect((await get(path)).status).toBe(404)
    rmSync(folder, { recursive: true })
  })
})

describe('a session', () => {
  it('ends when nobody asks, after a day, and when its person leaves', async () => {
    const ana = await officeHand(world.service)
    const status = async () => (await ana.ask('GET', 'session')).status
    for (let ms = 0; ms < SESSION_MS - SESSION_IDLE_MS; ms += SESSION_IDLE_MS / 2) {
      expect(await status()).toBe(200)
      world.service.clock.advance(SESSION_IDLE_MS / 2)
    }
    world.service.clock.advance(SESSION_IDLE_MS)
    expect(await status()).toBe(401)
    ana.cookie = cookieIn(await ana.enter())
    world.service.clock.advance(SESSION_IDLE_MS)
    expect(await status()).toBe(401)
    ana.cookie = cookieIn(await ana.enter())
    expect((await ana.ask('DELETE', 'session')).status).toBe(200)
    expect(await status()).toBe(401)
  })

  it('is nobody’s by a made-up cookie, a till’s key or an API key', async () => {
    await officeHand(world.service)
    const keys = [
      { cookie: `meson_office=${'0'.repeat(16)}_${'A'.repeat(43)}` },
      { cookie: 'meson_office=1' },
      { 'x-api-key': world.service.keys.owner },
    ]
    for (const headers of keys)
      expect((await asked(world.service, 'GET', 'tills', { headers })).status).toBe(401)
  })

  it('changes nothing for a page of elsewhere', async () => {
    const ana = await officeHand(world.service)
    const body = { email: 'x@tienda.cl', name: 'X', role: 'owner' }
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await ana.ask('POST', 'people', body, { 'sec-fetch-site': site })).status).toBe(403)
    // An older browser says only where the page is from.
    const from = (origin: string) => ana.ask('POST', 'people', body, { origin })
    for (const origin of ['http://evil.cl', 'null', 'http://127.0.0.1:81', 'https://127.0.0.1'])
      expect((await from(origin)).status).toBe(403)
    expect((await ana.ask('GET', 'people')).body['data']).toHaveLength(1)
    expect((await from('http://127.0.0.1')).status).toBe(201)
  })
})

describe('rights', () => {
  /** By hand, beside the rows of the routes. */
  const LEAST: Readonly<Record<string, OfficeRole>> = {
    'get session': 'reader',
    'get tills': 'reader',
    'get products': 'reader',
    'get products.csv': 'reader',
    'get prices': 'reader',
    'get prices.csv': 'reader',
    'put prices': 'manager',
    'get offers': 'reader',
    'post promotions': 'manager',
    'put promotions/:id': 'manager',
    'post price-lists': 'manager',
    'put price-lists/:id': 'manager',
    'get sold': 'reader',
    'get ranges': 'reader',
    'put ranges/:id': 'owner',
    'get staff': 'manager',
    'put staff/:id': 'owner',
    'get alarms': 'reader',
    'put alarms/mine': 'reader',
    'put alarms/limits': 'owner',
    'get people': 'manager',
    'put products/:id': 'manager',
    'post codes': 'owner',
    'put tills/:id': 'owner',
    'post tills/:id/undo': 'owner',
    'post people': 'owner',
    'put people/:id': 'owner',
    'get log': 'owner',
    'put session': 'reader',
    'delete session': 'reader',
  }

  it('stand here for every route there is', () => {
    const none = {} as ServiceParts & Fleet
    const named = officeRoutes(none, none).map(({ method, path }) => `${method} ${path}`)
    const wayOut = 'a new route is written by hand into LEAST above'
    expect(named.toSorted(), wayOut).toEqual(Object.keys(LEAST).toSorted())
  })

  it.each(OFFICE_ROLES)('of a %s are what stands here', async (role) => {
    const hand = await officeHand(world.service, role)
    for (const [request, least] of Object.entries(LEAST)) {
      const [method = '', path = ''] = request.toUpperCase().split(' ')
      const asked = path.toLowerCase().replace(':id', '1')
      const { status } = await hand.ask(method, asked, method === 'GET' ? undefined : {})
      const may = OFFICE_ROLES.indexOf(role) >= OFFICE_ROLES.indexOf(least)
      expect([request, status === 403]).toEqual([request, !may])
    }
  })

  it.each(Object.keys(LEAST))('to %s are nobody’s who is not in', async (request) => {
    const [method = '', path = ''] = request.split(' ')
    const { status } = await asked(world.service, method.toUpperCase(), path.replace(':id', '1'))
    expect(status).toBe(401)
  })

  it('that were taken are gone with the next request, and the last owner stays one', async () => {
    const [ana, eva] = [
      await officeHand(world.service),
      await officeHand(world.service, 'owner', 'eva@tienda.cl'),
    ]
    const people = (await ana.ask('GET', 'people')).body['data'] as Record<string, string>[]
    const idOf = (email: string) => people.find((one) => one['email'] === email)?.['person_id']
    const ended = await ana.ask('PUT', `people/${idOf(eva.email)}`, { role: 'reader' })
    expect(ended.status).toBe(200)
    expect((await eva.ask('GET', 'session')).status).toBe(401)
    const last = await ana.ask('PUT', `people/${idOf(ana.email)}`, { is_ended: true })
    expect(last.body['code']).toBe('LAST_OWNER')
    const log = (await ana.ask('GET', 'log')).body['data'] as { action: string; what: string }[]
    expect(log[0]).toMatchObject({ action: 'role-changed', what: 'eva@tienda.cl reader' })
  })

  it('reach no other company', async () => {
    const ana = await officeHand(world.service)
    const other = await officeHand(world.service, 'owner', 'otra@tienda.cl', '76000006-K')
    const [person] = (await ana.ask('GET', 'people')).body['data'] as Record<string, string>[]
    const change = await other.ask('PUT', `people/${person?.['person_id']}`, { is_ended: true })
    expect(change.body['code']).toBe('PERSON_NOT_FOUND')
    const log = (await other.ask('GET', 'log')).body['data'] as { who: string }[]
    expect(log.every(({ who }) => who === 'Ana')).toBe(true)
    expect(log).toHaveLength(1)
  })
})
