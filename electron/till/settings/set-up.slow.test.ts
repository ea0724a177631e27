/**
 * A real service never sells under the demo's name: what a shop's till needs first, and the test
 * that opens it.
 */
import { describe, expect, it } from 'vitest'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import {
  ADDRESSES,
  firstDayPerTest,
  FRESH,
  NEW_KEY,
  NEW_SHOP,
  sellFree,
} from '../../../test/support/first-day-shop.ts'
import { answered, listCompanies } from '../../../test/support/service-answers.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import type { HttpOutcome } from '../kernel/ports.ts'

const [A, B] = ADDRESSES
const { fixture, till, keyStore, open } = firstDayPerTest()
const sell = () => sellFree(till.api)
const codeOf = (answer: Result<unknown, Refusal>) => (answer.ok ? 'OK' : answer.refusal.code)
const listing = (...ruts: string[]) => listCompanies(fixture.service, ...ruts)

describe('a shop’s till', () => {
  it('sells nothing and says what is missing, in order, until its own name, a key and a passed test are there', async () => {
    await open({}, { saysEmission: false })
    listing(NEW_SHOP.rut)
    expect(till.api.bootstrap()).toMatchObject({
      isDemo: false,
      shop: { rut: '', tradeName: '' },
      missing: ['shop', 'address', 'key', 'test', 'emission'],
    })
    const steps = [
      ['SET_UP_SHOP', { shop: NEW_SHOP }],
      ['SET_UP_ADDRESS', { serviceUrl: A }],
      ['SET_UP_KEY', { apiKey: NEW_KEY }],
    ] as const
    for (const [code, change] of steps) {
      expect(codeOf(sell())).toBe(code)
      // Without a RUT a key can be tried; without an address nothing can.
      const lacks = code === 'SET_UP_SHOP' ? 'SET_UP_ADDRESS' : code
      expect(codeOf(await till.api.testService())).toBe(lacks)
      expect(await till.api.saveSettings(change)).toMatchObject({ ok: true })
    }
    expect(codeOf(sell())).toBe('SET_UP_TEST')
    expect(await till.api.testService()).toEqual({ ok: true, value: { company: 'ours' } })
    expect(codeOf(sell())).toBe('SET_UP_EMISSION')
    expect(await till.api.saveSettings({ emissionModel: 'every-sale' })).toMatchObject({ ok: true })
    expect(till.api.bootstrap()).toMatchObject({ missing: [], shop: NEW_SHOP })
    expect(codeOf(sell())).toBe('OK')
    await fixture.until(() => fixture.service.created().length === 1)
    expect(fixture.service.created()[0]?.body).toContain(NEW_SHOP.rut)
    await till.stop()
    await open()
    expect(till.api.bootstrap().missing).toEqual([])
  })

  it.each([
    ['an address nobody has', { kind: 'unsent', detail: 'ENOTFOUND' }, 'TEST_NO_SUCH_ADDRESS'],
    ['nobody listening', { kind: 'unsent', detail: 'ECONNREFUSED' }, 'TEST_NOBODY_THERE'],
    [
      'a certificate nobody trusts',
      { kind: 'unsent', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      'TEST_NOT_TRUSTED',
    ],
    [
      'a name the certificate does not have',
      { kind: 'unsent', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' },
      'TEST_NOT_TRUSTED',
    ],
    ['no answer', { kind: 'unanswered', detail: 'no answer within 15000 ms' }, 'TEST_NO_ANSWER'],
    ['401', answered(401, {}), 'TEST_KEY_REFUSED'],
    ['403', answered(403, {}), 'TEST_KEY_NO_ACCESS'],
    ['500', answered(500, {}), 'TEST_SERVICE_FAILS'],
    [
      'a page',
      { kind: 'answered', status: 200, bodyText: '<html>', headers: {} },
      'TEST_NOT_THE_SERVICE',
    ],
    ['404', answered(404, {}), 'TEST_NOT_THE_SERVICE'],
    ['another contract', answered(200, { hello: 'world' }), 'TEST_NOT_THE_SERVICE'],
  ] as const)('says in words what is wrong with %s, and stays closed', async (_, outcome, code) => {
    await open()
    await till.api.saveSettings({ shop: NEW_SHOP, serviceUrl: A, apiKey: NEW_KEY })
    fixture.service.answer = () => outcome
    expect(codeOf(await till.api.testService())).toBe(code)
    expect(codeOf(sell())).toBe('SET_UP_TEST')
  })

  it('takes no key of another company, and misses no list the contract does not promise', async () => {
    await open()
    await till.api.saveSettings({ shop: NEW_SHOP, serviceUrl: A, apiKey: NEW_KEY })
    expect(await till.api.testService()).toMatchObject({
      refusal: { code: 'TEST_OTHER_COMPANY', field: 'rut', params: { found: '76192083-9' } },
    })
    expect(codeOf(sell())).toBe('SET_UP_TEST')
    const honest = fixture.service.answer
    fixture.service.answer = (request) =>
      request.path === '/api/companies' ? answered(404, {}) : honest(request)
    expect(await till.api.testService()).toEqual({ ok: true, value: { company: 'unlisted' } })
    expect(codeOf(sell())).toBe('OK')
  })

  it('closes again for another address, another key or another RUT, and can give up a test', async () => {
    await open()
    await till.api.saveSettings({ shop: NEW_SHOP, serviceUrl: A, apiKey: NEW_KEY })
    listing(NEW_SHOP.rut, '77777777-7')
    for (const change of [
      { apiKey: 'another-key-1234' },
      { shop: { ...NEW_SHOP, rut: '77777777-7' } },
      { serviceUrl: `${A}/v2` },
    ]) {
      expect(await till.api.testService()).toMatchObject({ ok: true })
      expect(till.api.bootstrap().missing).toEqual([])
      expect(await till.api.saveSettings(change)).toMatchObject({ ok: true })
      expect(till.api.bootstrap().missing).toEqual(['test'])
    }
    const held = Promise.withResolvers<HttpOutcome>()
    fixture.service.answer = () => held.promise
    const test = till.api.testService()
    till.api.cancelServiceTest()
    held.resolve(answered(200, []))
    expect(codeOf(await test)).toBe('TEST_CANCELLED')
    expect(till.api.bootstrap().missing).toEqual(['test'])
  })

  it('sends a key only to the address it was given for', async () => {
    await open()
    await till.api.saveSettings({ shop: NEW_SHOP, serviceUrl: A, apiKey: NEW_KEY })
    expect(await till.api.saveSettings({ serviceUrl: B })).toMatchObject({
      refusal: { code: 'KEY_OF_OTHER_ADDRESS', field: 'apiKey', params: { origin: A } },
    })
    expect(till.api.settings()).toMatchObject({ serviceUrl: A })
    expect(
      await till.api.saveSettings({ serviceUrl: B, apiKey: 'key-of-b-12345678' }),
    ).toMatchObject({ ok: true })
    expect(keyStore.key).toBe('key-of-b-12345678')
    await till.stop()
    // Started towards another address, the stored key stays where it is.
    await open({ serviceUrlFromHost: 'https://c.example.cl' })
    expect(till.api.bootstrap().missing).toEqual(['key', 'test'])
    expect(till.api.settings()).toMatchObject({
      apiKeyTail: null,
      serviceUrlFromHost: 'https://c.example.cl',
    })
    expect(await till.api.saveSettings({ serviceUrl: A })).toMatchObject({
      refusal: { code: 'ADDRESS_FROM_START' },
    })
  })
})

describe('a till to practise with', () => {
  const embedded = { baseUrl: () => 'http://127.0.0.1:2', apiKey: () => 'key' }

  it('takes no address, key or name of a shop, and is never opened as one', async () => {
    await fixture.open({ ...FRESH, wantsShop: false, embedded })
    expect(till.api.bootstrap()).toMatchObject({
      isDemo: true,
      missing: [],
      shop: { tradeName: 'Almacén' },
    })
    for (const change of [{ serviceUrl: A }, { apiKey: NEW_KEY }, { shop: NEW_SHOP }]) {
      expect(await till.api.saveSettings(change)).toMatchObject({
        refusal: { code: 'PRACTICE_ONLY' },
      })
    }
    expect(codeOf(await till.api.testService())).toBe('PRACTICE_ONLY')
    sellOf(till.api)
    await till.stop()
    await expect(fixture.open({ ...FRESH, embedded, serviceUrlFromHost: A })).rejects.toMatchObject(
      { code: 'FOLDER_IS_PRACTICE' },
    )
    await expect(fixture.open({ ...FRESH, embedded })).rejects.toMatchObject({
      code: 'FOLDER_IS_PRACTICE',
    })
    await fixture.open({ ...FRESH, wantsShop: false, embedded })
    expect(till.api.bootstrap().isDemo).toBe(true)
  })

  it.each([
    ['practice', true],
    ['a shop', false],
  ])('marks its own papers as such: %s', async (_, isPractice) => {
    const marks: unknown[] = []
    const draw = async (paper: { readonly isPractice?: boolean }) => {
      marks.push(paper.isPractice)
      return Buffer.from('%PDF-1.7 own')
    }
    const asked: unknown[] = []
    const { printTestPage } = fixture.printer
    fixture.printer.printTestPage = async (order, signal) => {
      asked.push(order.isPractice)
      return printTestPage(order, signal)
    }
    await fixture.open({
      drawSlip: draw,
      drawReport: draw,
      ...(isPractice ? { ...FRESH, wantsShop: false, embedded } : {}),
    })
    fixture.service.answer = () => ({ kind: 'unsent', detail: 'ECONNREFUSED' })
    await fixture.until(() => till.api.status().connection === 'offline')
    await till.api.saveSettings({ usesShifts: true })
    const { nextId } = till.api.shift()
    expect(till.api.openShift({ shiftId: nextId, floatClp: clp(0) })).toMatchObject({ ok: true })
    sellOf(till.api)
    await fixture.until(() => marks.length === 1)
    expect(till.api.readShift({ approvalId: null })).toMatchObject({ ok: true })
    await fixture.until(() => marks.length === 2)
    await till.api.printTestPage({ printerId: 'virtual-80', page: 'test' })
    expect([...marks, ...asked]).toEqual([isPractice, isPractice, isPractice])
  })

  it('is no shop’s till either way: one of a shop never falls back on the service beside it', async () => {
    await fixture.open({ ...FRESH, embedded, isSetUp: false })
    expect(till.api.bootstrap()).toMatchObject({
      isDemo: false,
      missing: ['shop', 'address', 'key', 'test', 'emission'],
    })
    await till.stop()
    await fixture.open({ ...FRESH, wantsShop: false, embedded })
    expect(till.api.bootstrap()).toMatchObject({ isDemo: false })
    expect(till.api.staff().demoPins).toEqual([])
    expect(codeOf(sell())).toBe('SET_UP_SHOP')
  })
})

it('has a number and a branch of its own, which the owner gives and the log keeps', async () => {
  await fixture.open()
  for (const registerNumber of [0, 10_000, 1.5]) {
    expect(await till.api.saveSettings({ registerNumber })).toMatchObject({
      refusal: { code: 'REGISTER_NOT_VALID', field: 'registerNumber' },
    })
  }
  expect(await till.api.saveSettings({ branchOffice: 1_000_000_000 })).toMatchObject({
    refusal: { code: 'BRANCH_NOT_VALID' },
  })
  expect(
    await till.api.saveSettings({ registerNumber: 3, branchOffice: 81_234_567 }),
  ).toMatchObject({ ok: true })
  expect(till.api.bootstrap().registerName).toBe('Caja 3')
  sellOf(till.api)
  await fixture.until(() => fixture.service.created().length === 1)
  expect(JSON.parse(fixture.service.created()[0]?.body ?? '{}')).toMatchObject({
    branch_office: 81_234_567,
  })
  const log = till.api.audit({ cursor: null, limit: 5 })
  expect(log.ok && log.value.rows).toContainEqual(
    expect.objectContaining({
      action: 'settings-changed',
      detail: { what: 'registerNumber', from: '1', to: '3' },
    }),
  )
})

it('prints the shop’s address on its slips, and sends a branch’s for the receipt; the head office’s the service knows', async () => {
  const slips: SlipPaper[] = []
  await fixture.open({
    drawSlip: async (slip) => {
      slips.push(slip)
      return Buffer.from('%PDF-1.7 slip')
    },
  })
  expect(
    await till.api.saveSettings({ shop: { ...NEW_SHOP, rut: till.api.bootstrap().shop.rut } }),
  ).toMatchObject({ ok: true })
  sellOf(till.api)
  await fixture.until(() => fixture.service.created().length === 1)
  const sent = () =>
    JSON.parse(fixture.service.created().at(-1)?.body ?? '{}') as {
      branch_office: number
      issuer: unknown
    }
  expect(sent()).toMatchObject({ branch_office: 0 })
  expect(sent().issuer).not.toHaveProperty('address')
  await till.api.saveSettings({ branchOffice: 81_234_567 })
  sellOf(till.api)
  await fixture.until(() => fixture.service.created().length === 2)
  expect(sent()).toMatchObject({
    branch_office: 81_234_567,
    issuer: { address: { address: 'Calle 5', city: 'Maipú' } },
  })
  fixture.service.answer = () => ({ kind: 'unsent', detail: 'ECONNREFUSED' })
  await fixture.until(() => till.api.status().connection === 'offline')
  sellOf(till.api)
  await fixture.until(() => slips.length === 1)
  expect(slips[0]).toMatchObject({ shopName: 'Ñandú', shopAddress: 'Calle 5, Maipú' })
})
