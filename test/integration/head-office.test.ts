/** The head office as its people ask it, and as a stranger would. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OFFICE_ROLES, SESSION_IDLE_MS, SESSION_MS } from '#shared/head-office/contract.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import { unsaid } from './fact-hands.ts'
import { ask } from './service-in-process.ts'
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

  it('says the cookie is for these pages alone', async () => {
    const ana = await officeHand(world.service)
    const cookie = (await ana.enter()).headers.get('set-cookie')
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toMatch(/Path=\/api\/office/)
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
    expect((await ana.ask('GET', 'people')).body['data']).toHaveLength(1)
  })
})

describe('rights', () => {
  /** By hand, beside the rows of the routes. */
  const LEAST = {
    'GET session': 'reader',
    'GET tills': 'reader',
    'GET products': 'reader',
    'GET sold?from=2026-11-01&to=2026-11-20&by=day': 'reader',
    'POST codes': 'manager',
    'PUT tills/1': 'manager',
    'PUT products/1': 'manager',
    'GET people': 'owner',
    'POST people': 'owner',
    'PUT people/1': 'owner',
    'GET log': 'owner',
  } as const

  it.each(OFFICE_ROLES)('of a %s are what stands here', async (role) => {
    const hand = await officeHand(world.service, role)
    for (const [request, least] of Object.entries(LEAST)) {
      const [method = '', path = ''] = request.split(' ')
      const { status } = await hand.ask(method, path, method === 'GET' ? undefined : {})
      const may = OFFICE_ROLES.indexOf(role) >= OFFICE_ROLES.indexOf(least)
      expect([request, status === 403]).toEqual([request, !may])
    }
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

describe('the shop', () => {
  it('hears a price of the head office at every till, and of whom it is', async () => {
    const [one, two] = [await world.open(), await world.open()]
    await world.join(one, two)
    await world.until(() => [one, two].every(({ till }) => must(till.api.fleet()).toSend === 0))
    const ana = await officeHand(world.service, 'manager')
    const found = await ana.ask('GET', 'products?text=caf')
    const [coffee] = found.body['data'] as { product_id: string; version: number; code: string }[]
    const { product_id: id = '', version = 0, code = '' } = coffee ?? {}
    const changed = await ana.ask('PUT', `products/${id}`, { version, price_clp: 7_770 })
    expect(changed.status).toBe(200)
    const priceAt = ({ till }: typeof one) => {
      const product = till.api.productByCode(code)
      return product.ok ? Number(product.value.unitGrossClp) : null
    }
    await world.until(() => [one, two].every((till) => priceAt(till) === 7_770), 5_000)
    const none = await ana.ask('PUT', 'products/none', { version: 0, price_clp: 1 })
    expect(none.body['code']).toBe('PRODUCT_NOT_FOUND')
  })

  it('retires a till whose key then ends, and joins one by a code it shows once', async () => {
    const one = await world.open()
    await world.join(one)
    const ana = await officeHand(world.service, 'manager')
    const [till] = (await ana.ask('GET', 'tills')).body['data'] as { till_id: string }[]
    const made = await ana.ask('POST', 'codes', {})
    expect(String(made.body['code'])).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
    const body = { is_retired: true }
    expect((await ana.ask('PUT', `tills/${till?.till_id}`, body)).status).toBe(200)
    await world.until(() => must(one.till.api.fleet()).state === 'barred')
  })
})

it('is asked by a program with an API key too, in days there can be', async () => {
  const one = await world.open()
  await world.join(one)
  sellOf(one.till.api)
  await world.until(() => unsaid(one) === 0)
  const days = async (from: string, to: string) => {
    const path = `/api/fleet/sold?from=${from}&to=${to}&by=till&issuer=76192083-9`
    return ask(world.service, 'GET', path)
  }
  const { status, body } = await days('2026-01-01', '2026-12-31')
  expect([status, body['data']]).toMatchObject([200, [{ name: 'Uno', count: 1 }]])
  expect((await days('2026-12-31', '2026-01-01')).status).toBe(400)
  expect((await days('2020-01-01', '2026-12-31')).status).toBe(400)
  expect((await days('2026-99-99', '2026-12-31')).status).toBe(400)
})
