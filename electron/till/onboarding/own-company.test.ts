/** What a service says of the shop itself: offered to its owner, kept by nobody. */
import { beforeEach, expect, it } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import { must } from '../../../test/support/must.ts'
import { FIXTURE_SHOP } from '../../../test/support/till-fixture.ts'
import { answered } from '../../../test/support/service-answers.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import type { HttpOutcome } from '../kernel/ports.ts'

const { fixture } = fixturePerTest()
const OWN = '77654321-7'
const TAXPAYER = {
  document_number: OWN,
  legal_name: '  Las Dos Hermanas SpA ',
  primary_activity: 'Almacén de abarrotes',
  district: 'Santiago',
  address: { street: 'Av. Matta', street_number: '123' },
}
let api: TillApi
/** By path; what is not here is not found. */
let told: Record<string, HttpOutcome>

beforeEach(async () => {
  told = {
    '/api/tax-types': answered(200, []),
    '/api/companies': answered(200, [{ id: 'c1', document_number: OWN }]),
    [`/api/taxpayers/CHL/${OWN}`]: answered(200, TAXPAYER),
  }
  const till = await fixture.open({
    ...{ isSetUp: false, asksFirst: true, serviceUrlFromHost: null, apiKeyFromHost: null },
    ...{ embedded: { baseUrl: () => null, apiKey: () => null }, pinCost: 4 },
  })
  api = till.api
  fixture.service.answer = ({ path }) => told[path] ?? answered(404, {})
})
const withKey = async () =>
  must(await api.saveSettings({ serviceUrl: 'https://dte.example', apiKey: 'secret-key-1' }))

it('is asked of nobody before there is a service and a key', async () => {
  const asked = fixture.service.requests.length
  expect(must(await api.ownCompany({ rut: null }))).toEqual({
    rut: null,
    companies: [],
    taxpayer: { kind: 'unavailable' },
  })
  // The opening may still ask for its news meanwhile.
  const since = fixture.service.requests.slice(asked).map(({ path }) => path)
  expect(since.filter((path) => /^\/api\/(companies$|taxpayers)/.test(path))).toEqual([])
})

it('of a key of one company is its RUT, name, giro and place; nothing of it is kept', async () => {
  await withKey()
  expect(must(await api.ownCompany({ rut: null }))).toEqual({
    rut: OWN,
    companies: [],
    taxpayer: {
      kind: 'found',
      legalName: 'Las Dos Hermanas SpA',
      activity: 'Almacén de abarrotes',
      address: 'Av. Matta 123',
      commune: 'Santiago',
    },
  })
  expect(api.bootstrap().shop.rut).toBe('')
  expect(api.bootstrap().missing).toContain('shop')
})

it('is no guess where a key is of several companies, of a page of them, or tells none', async () => {
  await withKey()
  const two = [OWN, FIXTURE_SHOP.rut].map((rut) => ({ document_number: rut }))
  for (const companies of [
    answered(200, two),
    answered(200, { data: two.slice(0, 1), last_page: 2 }),
    answered(200, []),
    answered(403, {}),
    answered(200, 'nothing that could be read'),
    { kind: 'unsent', detail: 'ECONNREFUSED' } as const,
  ]) {
    told['/api/companies'] = companies
    expect(must(await api.ownCompany({ rut: null }))).toMatchObject({ rut: null })
  }
  // The RUT is typed then, with or without points, and the rest comes all the same.
  expect(must(await api.ownCompany({ rut: '77.654.321-7' }))).toMatchObject({
    rut: OWN,
    taxpayer: { kind: 'found', commune: 'Santiago' },
  })
  expect(must(await api.ownCompany({ rut: '77.654.321-8' }))).toMatchObject({
    taxpayer: { kind: 'unknown' },
  })
})

it('of a service without it, or one that is away or talks nonsense, is typed as ever', async () => {
  await withKey()
  const path = `/api/taxpayers/CHL/${OWN}`
  for (const [answer, kind] of [
    [answered(404, {}), 'unknown'],
    [answered(422, {}), 'unknown'],
    [answered(500, {}), 'unavailable'],
    [answered(200, ['a list']), 'unavailable'],
    [answered(200, { ...TAXPAYER, legal_name: ' ' }), 'unknown'],
    [{ kind: 'unanswered', detail: 'ETIMEDOUT' }, 'unavailable'],
  ] as const) {
    told[path] = answer
    expect(must(await api.ownCompany({ rut: OWN }))).toEqual({
      rut: OWN,
      companies: [],
      taxpayer: { kind },
    })
  }
})

it('fits what the shop can say on paper, however long a stranger’s service tells it', async () => {
  await withKey()
  const long = 'Ventas al por menor de toda clase de cosas '.repeat(400)
  told[`/api/taxpayers/CHL/${OWN}`] = answered(200, {
    legal_name: long,
    primary_activity: long,
    district: long,
    address: { street: long },
  })
  const { taxpayer } = must(await api.ownCompany({ rut: null }))
  if (taxpayer.kind !== 'found') throw new Error(taxpayer.kind)
  const { kind: _, ...found } = taxpayer
  const shop = { ...FIXTURE_SHOP, rut: OWN, ...found }
  must(await api.saveSettings({ shop }))
  expect(api.bootstrap().shop).toMatchObject({ rut: OWN, activity: found.activity })
})

it('is the owner’s to ask once there is one', async () => {
  await withKey()
  must(await api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' }))
  must(await api.saveStaff({ staffId: null, name: 'Camila', role: 'cashier', pin: '2580' }))
  const camila = api.staff().members.find(({ name }) => name === 'Camila')
  must(await api.signIn({ staffId: camila?.id ?? '', pin: '2580' }))
  const asked = fixture.service.requests.length
  expect(await api.ownCompany({ rut: null })).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
  // The opening may still ask for its news meanwhile.
  const since = fixture.service.requests.slice(asked).map(({ path }) => path)
  expect(since.filter((path) => /^\/api\/(companies$|taxpayers)/.test(path))).toEqual([])
})

it('of a key of several is a list to choose from, each by the name the service has for it', async () => {
  await withKey()
  const other = FIXTURE_SHOP.rut
  told['/api/companies'] = answered(200, [
    { id: 'c1', document_number: OWN, legal_name: 'Comercial Norte SpA', trade_name: 'Norte' },
    { id: 'c2', document_number: '76.192.083-9', legal_name: ' Las Dos Hermanas SpA ', phone: OWN },
    { id: 'c3', document_number: OWN, name: 'The first once more' },
    { id: 'c4', document_number: '11.111.111-1', email: 'x@y.cl' },
    'nothing that could be read',
  ])
  expect(must(await api.ownCompany({ rut: null }))).toEqual({
    rut: null,
    companies: [
      { rut: OWN, name: 'Norte' },
      { rut: other, name: 'Las Dos Hermanas SpA' },
      { rut: '11111111-1', name: null },
    ],
    taxpayer: { kind: 'unknown' },
  })
  // What was chosen is asked for as any RUT that is typed.
  expect(must(await api.ownCompany({ rut: OWN }))).toMatchObject({
    rut: OWN,
    companies: [],
    taxpayer: { kind: 'found' },
  })
})
