/**
 * The first start, and behind the address somebody typed is anything but their service: each is
 * said in words, nothing that was typed is lost, and the right address goes on from there.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { FIXTURE_SHOP } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { parseRut } from '#shared/rut/rut.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { TillOptions } from '../options.ts'

const { fixture } = fixturePerTest()
const KEY = 'secret-key-1'
const OTHER_RUT = '60803000-K'
const MORE_THAN_IS_READ = 33
const servers: Server[] = []
let api: TillApi
/** Paths and keys that reached anybody. */
let heard: string[]

beforeEach(async () => {
  heard = []
  const realWire = { http: undefined } as unknown as Partial<TillOptions>
  const till = await fixture.open({
    ...{ isSetUp: false, asksFirst: true, serviceUrlFromHost: null, apiKeyFromHost: null },
    ...{ embedded: { baseUrl: () => null, apiKey: () => null }, pinCost: 4 },
    ...realWire,
  })
  api = till.api
  must(api.moveGuide({ to: 'begin' }))
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listening(server: Server, scheme = 'http'): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serving = (answer: RequestListener) =>
  listening(
    createServer((request, response) => {
      heard.push(`${request.url} ${String(request.headers['x-api-key'])}`)
      answer(request, response)
    }),
  )
const json =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))
const listing =
  (rut: string): RequestListener =>
  (request, response) =>
    json(request.url === '/api/companies' ? [{ id: 'c1', document_number: rut }] : [])(
      request,
      response,
    )
const stateOf = (step: string) => api.guide().steps.find((view) => view.step === step)?.state

/** Types it, tries it, and is told; what was typed stands there as before. */
async function triedAt(serviceUrl: string) {
  must(await api.saveSettings({ serviceUrl, apiKey: KEY }))
  const tried = await api.testService()
  expect(api.settings()).toMatchObject({ serviceUrl, apiKeyTail: KEY.slice(-4) })
  return tried
}

const STRANGERS = [
  [
    'a page instead of an answer',
    (_, response) => response.end('<html>Bienvenido</html>'),
    'TEST_NOT_THE_SERVICE',
  ],
  ['half an answer', (_, response) => response.end('{"data": [{"id"'), 'TEST_NOT_THE_SERVICE'],
  ['another program’s answer', json({ hello: 'world' }), 'TEST_NOT_THE_SERVICE'],
  ['a door to log in', json({ error: 'nobody knows you' }, 401), 'TEST_KEY_REFUSED'],
  ['a key without a right', json({}, 403), 'TEST_KEY_NO_ACCESS'],
  ['a service in trouble', json({}, 503), 'TEST_SERVICE_FAILS'],
  ['one that hangs up', (request) => request.socket.destroy(), 'TEST_NO_ANSWER'],
  [
    'an answer without an end',
    (_, response) => {
      const piece = Buffer.alloc(1024 * 1024, 0x20)
      for (let at = 0; at < MORE_THAN_IS_READ; at += 1) response.write(piece)
      response.end('[]')
    },
    'TEST_NOT_THE_SERVICE',
  ],
] satisfies (readonly [string, RequestListener, string])[]

it('says of each stranger what is wrong, one after the other, and goes on with the right address', async () => {
  must(await api.saveSettings({ shop: FIXTURE_SHOP }))
  for (const [name, answer, code] of STRANGERS) {
    expect(await triedAt(await serving(answer)), name).toMatchObject({
      ok: false,
      refusal: { code },
    })
    expect([stateOf('service'), stateOf('shop')], name).toEqual(['open', 'done'])
  }
  expect(await triedAt(await serving(listing(FIXTURE_SHOP.rut)))).toMatchObject({ ok: true })
  expect(stateOf('service')).toBe('done')
})

it('follows nobody who sends it on: the key stays where it was typed for', async () => {
  let wasThere = false
  const elsewhere = await listening(createServer(() => void (wasThere = true)))
  const door = await serving((_, response) =>
    response.writeHead(302, { location: `${elsewhere}/api/tax-types` }).end(),
  )
  expect(await triedAt(door)).toMatchObject({
    refusal: { code: 'TEST_NOT_THE_SERVICE', params: { status: '302' } },
  })
  expect(wasThere).toBe(false)
})

it('tells no key to a certificate nobody trusts, nor to one that speaks no TLS', async () => {
  const pem = (name: string) =>
    readFileSync(new URL(`../../../test/support/tls/localhost.${name}`, import.meta.url), 'utf8')
  const sealed = createTlsServer({ cert: pem('crt'), key: pem('key') }, (request, response) => {
    heard.push(String(request.url))
    response.end('[]')
  })
  expect(await triedAt(await listening(sealed, 'https'))).toMatchObject({
    refusal: { code: 'TEST_NOT_TRUSTED' },
  })
  const plain = (await serving(json([]))).replace('http:', 'https:')
  expect(await triedAt(plain)).toMatchObject({ refusal: { code: 'TEST_NOT_TRUSTED' } })
  expect(heard).toEqual([])
})

it('says that nobody is there, and gives up one that never answers as soon as somebody asks', async () => {
  const gone = await serving(json([]))
  servers.pop()?.close().closeAllConnections()
  expect(await triedAt(gone)).toMatchObject({ refusal: { code: 'TEST_NOBODY_THERE' } })
  const isAsked = Promise.withResolvers<void>()
  const silent = await serving((request) => {
    if (request.url === '/api/tax-types') isAsked.resolve()
  })
  const trying = triedAt(silent)
  await isAsked.promise
  api.cancelServiceTest()
  expect(await trying).toMatchObject({ refusal: { code: 'TEST_CANCELLED' } })
})

it('takes the key of another company for nobody’s until the shop says its RUT, and then refuses it', async () => {
  expect(parseRut(OTHER_RUT).ok).toBe(true)
  expect(await triedAt(await serving(listing(OTHER_RUT)))).toEqual({
    ok: true,
    value: { company: 'unnamed' },
  })
  expect(must(await api.ownCompany({ rut: null }))).toMatchObject({ rut: OTHER_RUT })
  // Only offered: nothing of it is the shop's.
  expect(api.bootstrap().shop.rut).toBe('')
  must(await api.saveSettings({ shop: FIXTURE_SHOP }))
  expect(await api.testService()).toMatchObject({
    refusal: { code: 'TEST_OTHER_COMPANY', params: { found: OTHER_RUT, rut: FIXTURE_SHOP.rut } },
  })
  expect(stateOf('service')).toBe('open')
  expect(api.bootstrap()).toMatchObject({ shop: FIXTURE_SHOP, missing: ['test', 'emission'] })
})
