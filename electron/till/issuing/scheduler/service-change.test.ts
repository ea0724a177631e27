/**
 * Another address or another company while a receipt's fate is unknown: what one service may have
 * is never sent to another.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  FIXTURE_SERVICE,
  FIXTURE_SHOP,
  fakeService,
  LOST,
  receiptOf,
  sellOf,
  tillFixture,
  UNREACHABLE,
  type FakeService,
  type TillFixture,
} from '../../../../test/support/till-fixture.ts'
import type { Till } from '../../till.ts'

const [A, B] = ['https://a.example.cl', 'https://b.example.cl'] as const
const OTHER_SHOP = { ...FIXTURE_SHOP, rut: '77777777-7', legalName: 'Otra SpA' }

let fixture: TillFixture
let services: Record<string, FakeService>
let till: Till
beforeEach(async () => {
  fixture = tillFixture()
  services = { [A]: fakeService(), [B]: fakeService() }
  till = await open()
  await goTo(A)
})
afterEach(() => fixture.close())

/** A till that is not open yet has no settings to ask for the address. */
async function open(): Promise<Till> {
  let opened: Till | null = null
  opened = await fixture.open({
    serviceUrlFromHost: null,
    // Each address is given its key with it.
    apiKeyFromHost: null,
    http: {
      exchange: async (request, signal) =>
        services[opened?.api.settings().serviceUrl ?? '']?.exchange(request, signal) ?? UNREACHABLE,
    },
  })
  return opened
}
/** A key belongs to its address, so it is typed with it. */
const moveTo = (serviceUrl: string) =>
  till.api.saveSettings({ serviceUrl, apiKey: FIXTURE_SERVICE.key })
/** An address is tested before anything is sold at it. */
async function goTo(url: string): Promise<void> {
  await moveTo(url)
  expect(await till.api.testService()).toMatchObject({ ok: true })
}
const at = (url: string) => services[url]!
const creations = (url: string) =>
  at(url).requests.filter(({ path }) => path === '/api/invoices').length
/** From now on the service does its work and the answer is lost. */
function loseAnswers(url: string): () => void {
  const honest = at(url).answer
  at(url).answer = (request) => {
    const answer = honest(request)
    return request.method === 'POST' ? LOST : answer
  }
  return () => {
    at(url).answer = honest
  }
}
const state = (saleId: Parameters<typeof receiptOf>[1]) => receiptOf(till.api, saleId).issueState

it('keeps what the old service may have, sends the rest to the new one, and finishes it when the old one is back', async () => {
  const heal = loseAnswers(A)
  const saleId = sellOf(till.api)
  await fixture.until(() => creations(A) > 0 && state(saleId) === 'queued')
  heal()
  await goTo(B)
  const later = sellOf(till.api)
  await fixture.until(() => state(later) === 'numbered')
  await fixture.clock.advance(300_000)
  expect(receiptOf(till.api, saleId)).toMatchObject({
    issueState: 'queued',
    lastErrorCode: 'SERVICE_CHANGED',
    lastErrorText: A,
  })
  expect(till.api.status()).toMatchObject({ pendingCount: 1, attentionCount: 1 })
  await till.stop()
  till = await open()
  await fixture.clock.advance(300_000)
  expect(creations(B)).toBe(1)
  await moveTo(A)
  await fixture.until(() => state(saleId) === 'numbered')
  expect(at(A).created()).toHaveLength(1)
  expect(receiptOf(till.api, saleId)).toMatchObject({ lastErrorCode: null })
  expect(till.api.status()).toMatchObject({ pendingCount: 0, attentionCount: 0 })
})

it.each([
  ['nobody answered', () => UNREACHABLE],
  [
    'the key was refused',
    () => ({ kind: 'answered', status: 401, bodyText: '{}', headers: {} }) as const,
  ],
  [
    'it was no receipt service at all',
    () => ({ kind: 'answered', status: 404, bodyText: '<html>', headers: {} }) as const,
  ],
])('lets a receipt go to the right address when at the wrong one %s', async (_, answer) => {
  at(A).answer = (request) =>
    request.path === '/api/tax-types'
      ? { kind: 'answered', status: 200, bodyText: '[]', headers: {} }
      : answer()
  const saleId = sellOf(till.api)
  await fixture.until(() => creations(A) > 0 && state(saleId) === 'queued')
  await moveTo(B)
  await fixture.until(() => state(saleId) === 'numbered', 900_000)
  expect(at(B).created()).toHaveLength(1)
})

/** The key that is typed with this address is another company's. */
function belongsToOther(url: string): void {
  const honest = at(url).answer
  const companies = JSON.stringify([{ id: 'c2', document_number: OTHER_SHOP.rut }])
  at(url).answer = (request) =>
    request.path === '/api/companies'
      ? { kind: 'answered', status: 200, bodyText: companies, headers: {} }
      : honest(request)
}

it('sends nothing that waits to a service where the key is of another company, and loses none of it', async () => {
  at(A).answer = () => UNREACHABLE
  const sales = [sellOf(till.api), sellOf(till.api)]
  belongsToOther(B)
  await moveTo(B)
  await fixture.clock.advance(900_000)
  expect(creations(B)).toBe(0)
  expect(till.api.status()).toMatchObject({ pendingCount: 2 })
  await till.stop()
  till = await open()
  await fixture.clock.advance(900_000)
  expect(creations(B)).toBe(0)
  services[A] = fakeService()
  await moveTo(A)
  await fixture.until(() => sales.every((saleId) => state(saleId) === 'numbered'), 900_000)
  expect(at(A).created()).toHaveLength(2)
})

it.each([503, 429, 408])(
  'sends nothing where whose key it is was answered by a stumble (%i), and asks again',
  async (status) => {
    at(A).answer = () => UNREACHABLE
    const saleId = sellOf(till.api)
    const { answer } = at(B)
    let isBusy = true
    at(B).answer = (request) =>
      isBusy && request.path === '/api/companies'
        ? { kind: 'answered', status, bodyText: '{}', headers: {} }
        : answer(request)
    await moveTo(B)
    await fixture.clock.advance(60_000)
    expect([creations(B), state(saleId)]).toEqual([0, 'queued'])
    isBusy = false
    await fixture.until(() => state(saleId) === 'numbered', 60_000)
  },
)

it('does not fetch the PDF of another document with the same folio from the new service', async () => {
  const honest = at(A).answer
  at(A).answer = (request) => (request.path.includes('/download-base64/') ? LOST : honest(request))
  const saleId = sellOf(till.api)
  await fixture.until(() => state(saleId) === 'numbered')
  await moveTo(B)
  await fixture.clock.advance(300_000)
  expect(at(B).requests.filter(({ path }) => path.includes('/download-base64/'))).toEqual([])
  // Fifteen seconds after the sale the customer has a slip; the receipt itself stays with its
  // service.
  const papers = () =>
    fixture.printer.printed.map((order) => Buffer.from(order.pdf).toString().slice(9))
  expect(papers()).toEqual(['slip'])
  at(A).answer = honest
  await moveTo(A)
  await fixture.until(() => papers().length === 2)
  expect(papers()).toEqual(['slip', 'receipt'])
})

it('does not hold the troubles of the old service against the new one', async () => {
  at(A).answer = (request) =>
    request.method === 'GET'
      ? { kind: 'answered', status: 200, bodyText: '[]', headers: {} }
      : UNREACHABLE
  const sales = Array.from({ length: 8 }, () => sellOf(till.api))
  // By now the breaker would wait a quarter of a minute for its next half-open probe.
  await fixture.until(() => creations(A) >= 5)
  await moveTo(B)
  await fixture.until(() => sales.every((saleId) => state(saleId) === 'numbered'), 5_000)
  expect(at(B).created()).toHaveLength(8)
})

it('can be set aside where the old service never comes back', async () => {
  loseAnswers(A)
  const saleId = sellOf(till.api)
  await fixture.until(() => creations(A) > 0 && state(saleId) === 'queued')
  expect(till.api.setAside({ saleId, reason: 'proveedor anterior' })).toMatchObject({
    ok: false,
    refusal: { code: 'RECEIPT_NOT_STUCK' },
  })
  await moveTo(B)
  expect(till.api.setAside({ saleId, reason: 'proveedor anterior' })).toEqual({
    ok: true,
    value: null,
  })
  expect(till.api.status()).toMatchObject({ pendingCount: 0, attentionCount: 0 })
  // Where it is, as seen from now: also the RUT, once the settings name another one.
  expect(receiptOf(till.api, saleId).lastErrorText).toBe(A)
  expect((await till.api.saveSettings({ shop: OTHER_SHOP })).ok).toBe(true)
  const whereItIs = () => receiptOf(till.api, saleId).lastErrorText
  await fixture.until(() => whereItIs() === `${A} · RUT ${FIXTURE_SHOP.rut}`)
  expect((await till.api.saveSettings({ shop: FIXTURE_SHOP })).ok).toBe(true)
  await fixture.until(() => whereItIs() === A)
})

it('changes the company only when nothing of the old one is on its way, and the same folio of another company is no clash', async () => {
  expect((await till.api.saveSettings({ shop: FIXTURE_SHOP })).ok).toBe(true)
  const heal = loseAnswers(A)
  const first = sellOf(till.api)
  await fixture.until(() => creations(A) > 0 && state(first) === 'queued')
  expect(await till.api.saveSettings({ shop: OTHER_SHOP })).toMatchObject({
    ok: false,
    refusal: {
      code: 'COMPANY_CHANGE_WAITS',
      field: 'rut',
      params: { count: '1', rut: FIXTURE_SHOP.rut },
    },
  })
  expect(
    (
      await till.api.saveSettings({
        shop: { ...FIXTURE_SHOP, rut: '76.192.083-9', tradeName: 'El Almacén' },
      })
    ).ok,
  ).toBe(true)
  heal()
  await fixture.until(() => state(first) === 'numbered')
  expect((await till.api.saveSettings({ shop: OTHER_SHOP })).ok).toBe(true)
  // The same service numbers another company from 1 again.
  services[A] = fakeService()
  const listed = at(A).answer
  at(A).answer = (request) =>
    request.path !== '/api/companies'
      ? listed(request)
      : {
          kind: 'answered',
          status: 200,
          bodyText: JSON.stringify([{ id: 'c2', document_number: OTHER_SHOP.rut }]),
          headers: {},
        }
  await goTo(A)
  const second = sellOf(till.api)
  await fixture.until(() => state(second) === 'numbered')
  expect([first, second].map((saleId) => receiptOf(till.api, saleId).folio)).toEqual([1, 1])
})
