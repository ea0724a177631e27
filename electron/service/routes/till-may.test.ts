/** What a till's own key opens, of all there is, and how it ends. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describedInterface } from '../../../test/support/openapi-client.ts'
import {
  companyOf,
  startInProcess,
  type InProcessService,
} from '../../../test/integration/service-in-process.ts'
import { pairAnswer } from '#shared/fleet/contract.ts'

let world: InProcessService
beforeEach(async () => {
  world = await startInProcess()
})
afterEach(() => world.close())

type Headers = Record<string, string>
async function ask(method: string, path: string, headers: Headers, body?: object) {
  const isBodiless = method === 'get' || method === 'delete'
  const answer = await world.service.handle(
    new Request(`http://127.0.0.1${path}`, {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json', ...headers },
      ...(isBodiless ? {} : { body: JSON.stringify(body ?? {}) }),
    }),
  )
  const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  return { status: answer.status, code: said['code'], body: said }
}
const owner = () => ({ 'x-api-key': world.keys.owner })
async function ofShop() {
  return `company_id=${(await companyOf(world.storage)).id}`
}
async function joined(installation: string, more: object = {}, by = owner()) {
  const made = await ask('post', `/api/fleet/codes?${await ofShop()}`, by, more)
  const asked = { code: made.body['code'], installation_id: installation, name: 'Caja' }
  const { till_id: id, till_key: key } = pairAnswer.parse(
    (await ask('post', '/api/fleet/pair', {}, asked)).body,
  )
  return { id, headers: { 'x-till-key': key, 'x-installation': installation } }
}
const change = async (headers: Headers, id: string, body: object) =>
  ask('put', `/api/fleet/tills/${id}?${await ofShop()}`, headers, body)

/** Written down a second time, by hand. */
const MAY = [
  // Where an ADMIN let it in.
  'delete /api/invoices/{document_code}/{folio_number}',
  'get /api/certificates',
  'get /api/companies',
  'get /api/companies/{idCompany}/enumeration/list',
  'get /api/fleet/changes',
  'get /api/fleet/tills',
  'get /api/invoices/by-id/{invoice_id}',
  'get /api/invoices/{document_code}/{folio_number}',
  'get /api/invoices/{document_code}/{folio_number}/download-base64/58mm',
  'get /api/invoices/{document_code}/{folio_number}/download-base64/80mm',
  'get /api/tax-types',
  'get /api/taxpayers/{country}/{documentNumber}',
  'post /api/fleet/edits',
  'post /api/fleet/facts',
  'post /api/fleet/health',
  'post /api/fleet/hub',
  'post /api/fleet/hub-worths',
  'post /api/fleet/moves',
  // With a code, whoever asks.
  'post /api/fleet/pair',
  'post /api/fleet/parked',
  'post /api/fleet/parked-claims',
  'post /api/fleet/pin-secret',
  'post /api/fleet/worth-claims',
  'post /api/fleet/worth-finds',
  'post /api/fleet/worth-releases',
  'post /api/fleet/worth-restores',
  'post /api/fleet/worths',
  'post /api/invoices',
  'post /api/invoices/validate',
  // To retire itself.
  'put /api/fleet/tills/{till_id}',
]

it('a till’s key is refused by each route that is not its own, and by no other', async () => {
  const till = await joined('installation-a')
  const { paths } = JSON.parse(await describedInterface()) as {
    readonly paths: Record<string, Record<string, unknown>>
  }
  const routes = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  expect(routes.length).toBeGreaterThan(60)
  const open: string[] = []
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const { status, code } = await ask(method, path.replaceAll(/\{\w+\}/g, '1'), till.headers)
    expect(status, route).not.toBe(401)
    if (code === 'TILL_MAY_NOT') expect(status, route).toBe(403)
    else open.push(route)
  }
  expect(open.toSorted()).toEqual(MAY)
})

describe('a till’s key', () => {
  const knows = (headers: Headers) => ask('get', '/api/companies', headers)

  it('issues in the name of its shop alone, whatever other key is said beside it', async () => {
    const till = await joined('installation-a')
    const { id } = await companyOf(world.storage)
    for (const headers of [till.headers, { ...owner(), ...till.headers }]) {
      const { status, body } = await knows(headers)
      expect([status, (body as unknown as { id: string }[]).map((each) => each.id)]).toEqual([
        200,
        [id],
      ])
      expect((await ask('post', '/api/users', headers)).code).toBe('TILL_MAY_NOT')
    }
  })

  it('ends whole with its till: retired, replaced, joined anew, or on a copied disk', async () => {
    const none = { status: 401, code: 'API_KEY_INVALID' }
    const [one, two] = [await joined('installation-a'), await joined('installation-b')]
    const copied = { ...one.headers, 'x-installation': 'installation-c' }
    expect(await knows(copied)).toMatchObject(none)
    expect((await change(owner(), one.id, { is_retired: true })).status).toBe(200)
    expect(await knows(one.headers)).toMatchObject(none)
    const other = await joined('installation-d', { till_id: two.id })
    world.clock.advance(1_001)
    expect([(await knows(two.headers)).status, (await knows(other.headers)).status]).toEqual([
      401, 200,
    ])
    // Its answer was lost, or its key: there is one that is good, the last.
    const again = await joined('installation-d')
    world.clock.advance(1_001)
    expect(again.id).toBe(other.id)
    expect([(await knows(other.headers)).status, (await knows(again.headers)).status]).toEqual([
      401, 200,
    ])
  })

  it('deletes what is pending where an ADMIN let it in, and nowhere else', async () => {
    const [one, two] = [
      await joined('installation-a'),
      await joined('installation-b', {}, { 'x-api-key': world.keys.member }),
    ]
    const gone = (headers: Headers) => ask('delete', '/api/invoices/39/1', headers)
    expect((await gone(one.headers)).code).toBe('DOCUMENT_NOT_FOUND')
    expect((await gone(two.headers)).code).toBe('ROLE_NOT_ALLOWED')
    // Let in anew it may what that key may.
    const again = await joined('installation-a', {}, { 'x-api-key': world.keys.member })
    expect((await gone(again.headers)).code).toBe('ROLE_NOT_ALLOWED')
  })

  it('retires its own till, and neither names it nor touches another one', async () => {
    const [one, two] = [await joined('installation-a'), await joined('installation-b')]
    const mayNot = { status: 403, code: 'TILL_MAY_NOT' }
    const tries = [
      [two.id, { is_retired: true }],
      [one.id, { name: 'Otra' }],
      [one.id, { is_hub: true }],
      [one.id, { is_retired: true, name: 'Otra' }],
    ] as const
    for (const [id, body] of tries)
      expect(await change(one.headers, id, body)).toMatchObject(mayNot)
    expect(await ask('post', '/api/fleet/codes', one.headers)).toMatchObject(mayNot)
    expect((await change(one.headers, one.id, { is_retired: true })).status).toBe(200)
    expect((await change(one.headers, one.id, { is_retired: true })).status).toBe(403)
    expect((await knows(one.headers)).status).toBe(401)
    expect((await knows(two.headers)).status).toBe(200)
  })
})
