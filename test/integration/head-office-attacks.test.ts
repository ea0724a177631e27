/** The head office against whoever should not be there, and whoever is clumsy. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { soldAnswer } from '#shared/head-office/contract.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { takeFacts } from '../../electron/service/fleet/facts.ts'
import { factsBody, type Fact } from '#shared/fleet/facts-contract.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from './fleet-world.ts'
import { asked, invitationFor, officeHand, type OfficeHand } from './office-hands.ts'
import { companyOf } from './service-in-process.ts'
import { soldFact, soldLine } from './told-facts.ts'

const OTHER_RUT = '76000006-K'
let world: FleetWorld
beforeEach(async () => {
  world = await fleetWorld()
})
afterEach(() => world.close())

const personIn = async (hand: OfficeHand, email: string) => {
  const people = (await hand.ask('GET', 'people')).body['data'] as Record<string, string>[]
  return people.find((one) => one['email'] === email)?.['person_id'] ?? ''
}

async function joinedTill(): Promise<PlayedTill> {
  const one = await world.open()
  await world.join(one)
  await world.until(() => must(one.till.api.fleet()).toSend === 0)
  return one
}

interface Shown {
  readonly product_id: string
  readonly version: number
  readonly name: string
  readonly price_clp: number
}
async function coffee(hand: OfficeHand): Promise<Shown> {
  const [found] = (await hand.ask('GET', 'products?text=caf')).body['data'] as Shown[]
  if (found === undefined) throw new Error('no coffee')
  return found
}

describe('whose access was ended a second ago', () => {
  it('changes no price by a request that had begun', async () => {
    await joinedTill()
    const ana = await officeHand(world.service)
    const eva = await officeHand(world.service, 'manager', 'eva@tienda.cl')
    const { product_id: id, version, price_clp: price } = await coffee(eva)
    const evaId = await personIn(ana, eva.email)
    const [ended, answer] = await Promise.all([
      ana.ask('PUT', `people/${evaId}`, { is_ended: true }),
      eva.ask('PUT', `products/${id}`, { version, price_clp: 1 }),
    ])
    expect([ended.status, answer.body['code']]).toEqual([200, 'OFFICE_SESSION_OVER'])
    expect((await coffee(ana)).price_clp).toBe(price)
  })
})

describe('two windows', () => {
  it('do not write over a price that neither of them showed', async () => {
    await joinedTill()
    const ana = await officeHand(world.service)
    const { product_id: id, version } = await coffee(ana)
    const change = (price: number) =>
      ana.ask('PUT', `products/${id}`, { version, price_clp: price })
    expect((await change(5_000)).status).toBe(200)
    expect((await change(6_000)).body['code']).toBe('PRODUCT_NOT_CHANGED')
    expect((await change(5_000)).status).toBe(200)
    expect((await coffee(ana)).price_clp).toBe(5_000)
  })
})

describe('a name of the head office', () => {
  it.each(['x'.repeat(81), 'Café 🎂', ' '])(
    'that no till can sell is refused: %s',
    async (name) => {
      const one = await joinedTill()
      const ana = await officeHand(world.service)
      const { product_id: id, version } = await coffee(ana)
      const changed = await ana.ask('PUT', `products/${id}`, { version, name })
      expect(changed.status).toBe(422)
      await world.until(() => must(one.till.api.fleet()).toSend === 0)
      sellOf(one.till.api, '7801040000037')
    },
  )
})

describe('the last owner', () => {
  it('does not leave the shop to one who was invited and never came', async () => {
    const ana = await officeHand(world.service)
    await invitationFor(world.service, 'eva@tienda.cl', 'owner')
    const id = await personIn(ana, ana.email)
    for (const change of [{ is_ended: true }, { role: 'reader' }])
      expect((await ana.ask('PUT', `people/${id}`, change)).body['code']).toBe('LAST_OWNER')
  })
})

describe('made-up sums', () => {
  const sold = async (hand: OfficeHand, by = 'product') =>
    (await hand.ask('GET', `sold?from=2026-03-01&to=2026-03-31&by=${by}`)).body
  const tell = async (facts: Fact[]) =>
    takeFacts(
      world.service.storage,
      { companyId: (await companyOf(world.service.storage)).id, id: 't1', number: 1 },
      { facts, told_before: null },
      0 as EpochMs,
    )

  it('of a till’s key leave the pages readable', async () => {
    const ana = await officeHand(world.service)
    const most = 999_999_999_999
    const payments = [{ tender: 'EF', name: '', clp: most, tip_clp: 0, rounding_clp: 0 }]
    const facts = Array.from({ length: 10_000 }, (_, at) =>
      soldFact({ fact_id: `s${at}`, gross_clp: most, payments, lines: [] }),
    )
    await tell(facts)
    for (const by of ['day', 'tender'])
      expect(soldAnswer.parse(await sold(ana, by)).data).toHaveLength(1)
  })

  it('of more products than one answer holds are said to be more', async () => {
    const ana = await officeHand(world.service)
    const lines = Array.from({ length: 1_001 }, (_, at) =>
      soldLine({ product_id: `p${at}`, gross_clp: 1 + at }),
    )
    await tell([soldFact({ lines })])
    const most = await sold(ana)
    expect(most['data']).toHaveLength(1_000)
    expect([most['is_more'], (await sold(ana, 'day'))['is_more']]).toEqual([true, false])
  })

  it('of one document are no more than a document holds', () => {
    const lines = Array.from({ length: 2 }, () => soldLine({ gross_clp: 999_999_999_999 }))
    const told = (fact: Fact) => factsBody.safeParse({ told_before: null, facts: [fact] }).success
    expect(told(soldFact({ lines }))).toBe(false)
    expect(told(soldFact({ day: '2026-02-30' }))).toBe(false)
    expect(told(soldFact())).toBe(true)
  })

  it('say no margin of what has no known cost, with IVA or without', async () => {
    const ana = await officeHand(world.service)
    const lines = [
      soldLine({ product_id: 'a', is_exempt: true, gross_clp: 1_600, cost_net_clp: null }),
      soldLine({ product_id: 'b', gross_clp: 1_190, cost_net_clp: null }),
    ]
    const sums = { gross_clp: 2_790, net_clp: 1_000, exempt_clp: 1_600, tax_clp: 190 }
    await tell([soldFact({ ...sums, lines })])
    expect((await sold(ana))['data']).toMatchObject([
      { key: 'a', margin_clp: null, cost_unknown_clp: 1_600 },
      { key: 'b', margin_clp: null, cost_unknown_clp: 1_000 },
    ])
    expect((await sold(ana, 'day'))['data']).toMatchObject([
      { margin_clp: null, cost_unknown_clp: 2_600 },
    ])
  })
})

describe('a till of another company', () => {
  it('gets no code, no name and no end from here', async () => {
    await joinedTill()
    const ana = await officeHand(world.service)
    const other = await officeHand(world.service, 'owner', 'otra@tienda.cl', '76000006-K')
    const [till] = (await ana.ask('GET', 'tills')).body['data'] as { till_id: string }[]
    const id = till?.till_id ?? ''
    const { product_id: product, version } = await coffee(ana)
    const said = [
      await other.ask('POST', 'codes', { till_id: id }),
      await other.ask('PUT', `tills/${id}`, { is_retired: true }),
      await other.ask('PUT', `products/${product}`, { version, price_clp: 1 }),
    ]
    expect(said.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await other.ask('GET', 'tills')).body['data']).toEqual([])
    expect((await other.ask('GET', 'products')).body['data']).toEqual([])
  })
})

describe('a stranger', () => {
  it('reaches nothing by another way to write the address', async () => {
    const ways = ['../companies', '%2e%2e/companies', '/session', 'session/', 'SESSION', 'people;x']
    for (const way of ways) {
      const answer = await world.service.service.handle(
        new Request(`http://127.0.0.1/api/office/${way}`),
      )
      expect([401, 403, 404]).toContain(answer.status)
    }
    const form = await asked(world.service, 'POST', 'session', {
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
      body: {},
    })
    expect(form.status).toBe(403)
  })
})

describe('what stands', () => {
  it('an e-mail that another company invited can still be invited here', async () => {
    const other = await officeHand(world.service, 'owner', 'otra@tienda.cl', OTHER_RUT)
    const ana = await officeHand(world.service)
    const body = { email: 'luz@tienda.cl', name: 'Luz', role: 'reader' }
    expect((await other.ask('POST', 'people', body)).status).toBe(201)
    expect((await ana.ask('POST', 'people', body)).status).toBe(201)
    expect((await ana.ask('POST', 'people', body)).body['code']).toBe('PERSON_EXISTS')
  })

  it('the same e-mail opens no company by the passphrase of another', async () => {
    const luz = await officeHand(world.service, 'owner', 'luz@tienda.cl')
    // Whoever runs the other company takes its invitation up in her name.
    const thief = await officeHand(world.service, 'owner', 'luz@tienda.cl', OTHER_RUT)
    const { body } = await thief.ask('GET', 'session')
    expect(body['shops']).toHaveLength(1)
    const { body: hers } = await luz.ask('GET', 'session')
    expect(hers['shops']).toHaveLength(1)
    const gone = await thief.ask('PUT', 'session', { person_id: String(hers['person_id']) })
    expect(gone.status).toBe(404)
    expect((await luz.enter()).status).toBe(200)
    expect((await thief.enter()).status).toBe(200)
  })

  it('a cookie alone decides nothing about people', async () => {
    const ana = await officeHand(world.service)
    const thief = { email: 'ladron@otro.cl', name: 'Ladrón', role: 'owner' }
    const headers = { cookie: ana.cookie }
    const without = await asked(world.service, 'POST', 'people', { body: thief, headers })
    expect(without.status).toBe(400)
    const used = { ...thief, phone_code: ana.code() }
    const wrong = await asked(world.service, 'POST', 'people', { body: used, headers })
    expect(wrong.body['code']).toBe('PHONE_CODE_WRONG')
    expect((await ana.ask('GET', 'people')).body['data']).toHaveLength(1)
    const guesses = []
    for (let count = 0; count < 7; count += 1) {
      const body = { ...thief, phone_code: '000000' }
      guesses.push((await asked(world.service, 'POST', 'people', { body, headers })).status)
    }
    expect(guesses.at(-1)).toBe(429)
  })
})
