import { describe, expect, it } from 'vitest'
import { isServiceUrl } from './service-url.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till } = tillPerTest({ apiKeyFromHost: null })

const SHOP = {
  rut: '60.803.000-k',
  legalName: 'Panadería Ñandú Ltda.',
  tradeName: 'Ñandú',
  address: 'Calle 5',
  commune: 'Maipú',
}

it('never gives the key back, only its tail', async () => {
  const saved = await till.api.saveSettings({ apiKey: 'sk-0123456789abcd' })
  expect(
    JSON.stringify([saved, till.api.settings(), till.api.bootstrap(), till.api.status()]),
  ).not.toContain('0123456789')
  expect(saved).toMatchObject({ ok: true, value: { apiKeyTail: 'abcd' } })
})

it("signs with the shop's own name from the next sale on, also after a restart", async () => {
  expect(await till.api.saveSettings({ shop: SHOP })).toMatchObject({ ok: true })
  await till.stop()
  await fixture.open()
  expect(till.api.bootstrap().shop).toEqual({ ...SHOP, rut: '60803000-K' })
})

it.each([
  [{ shop: { ...SHOP, rut: '1-1' } }, 'RUT_CHECK_DIGIT', 'rut'],
  [{ shop: { ...SHOP, commune: ' ' } }, 'SHOP_DETAIL_REQUIRED', 'commune'],
  [{ shop: { ...SHOP, address: '' } }, 'SHOP_DETAIL_REQUIRED', 'address'],
  [{ shop: { ...SHOP, tradeName: '日本' } }, 'NAME_NOT_LATIN1', 'tradeName'],
  [{ serviceUrl: 'http://example.com' }, 'URL_NOT_VALID', 'serviceUrl'],
  [{ apiKey: 'short' }, 'API_KEY_NOT_VALID', 'apiKey'],
  [{ cashierName: '' }, 'NAME_REQUIRED', 'cashierName'],
  [{ printerId: 'none' }, 'PRINTER_UNKNOWN', 'printerId'],
])('refuses %j: %s at %s, and changes nothing', async (change, code, field) => {
  const before = JSON.stringify([till.api.settings(), till.api.bootstrap()])
  expect(await till.api.saveSettings(change)).toMatchObject({ ok: false, refusal: { code, field } })
  expect(JSON.stringify([till.api.settings(), till.api.bootstrap()])).toBe(before)
})

it('takes https anywhere and plain http only to this machine', () => {
  expect(
    ['https://api.cl', 'http://127.0.0.1:1', 'http://localhost:9', 'http://[::1]:9'].every(
      isServiceUrl,
    ),
  ).toBe(true)
  expect(
    [
      'http://api.cl',
      'ftp://x',
      'https://u:p@x.cl',
      'https://x.cl/?k=1',
      'nonsense',
      'http://127.0.0.1.evil.cl',
    ].some(isServiceUrl),
  ).toBe(false)
})

it('says that a key of the environment is not changed here, instead of keeping one that is never used', async () => {
  await till.stop()
  await fixture.open({ apiKeyFromHost: 'key-of-the-environment' })
  expect(await till.api.saveSettings({ apiKey: 'sk-typed-in-settings' })).toMatchObject({
    refusal: { code: 'KEY_FROM_START', field: 'apiKey' },
  })
  expect(till.api.settings().apiKeyTail).toBe('ment')
})

it('writes every change into the log with the old and the new value, and of a key only that there is another one', async () => {
  await till.api.saveSettings({ usesShifts: true, differenceLimitClp: 9_000, language: 'en' })
  await till.api.saveSettings({ apiKey: 'sk-0123456789abcd', cashierName: 'Cajero 1' })
  await till.api.saveSettings({ shop: SHOP })
  await till.api.saveSettings({ shop: { ...SHOP, address: 'Calle 6' }, theme: 'dark' })
  const log = till.api.audit({ cursor: null, limit: 50 })
  const rows = log.ok ? log.value.rows.filter(({ action }) => action === 'settings-changed') : []
  const said = rows.map(({ detail }) => [detail['what'], detail['from'], detail['to']].join(' '))
  expect(said.toReversed()).toEqual([
    'language es en',
    'usesShifts false true',
    'differenceLimitClp 2000 9000',
    'apiKey — (secreto)',
    expect.stringMatching(/^shop\.rut \S+ 60803000-K$/),
    expect.stringMatching(/^shop\.legalName .+ Panadería Ñandú Ltda\.$/),
    expect.stringMatching(/^shop\.tradeName .+ Ñandú$/),
    expect.stringMatching(/^shop\.address .+ Calle 5$/),
    expect.stringMatching(/^shop\.commune .+ Maipú$/),
    'theme system dark',
    'shop.address Calle 5 Calle 6',
  ])
  expect(JSON.stringify(rows)).not.toContain('0123456789')
})

describe('a key of the environment', () => {
  const KEY = 'key-of-the-environment'
  const [here, elsewhere] = ['https://boletas.example', 'https://attacker.example']
  const start = async (apiKeyFromHost: string | null, serviceUrlFromHost: string | null = null) => {
    await till.stop()
    await fixture.open({ isSetUp: false, wantsShop: true, apiKeyFromHost, serviceUrlFromHost })
    return till.api.settings().apiKeyTail
  }
  const tailAt = async (address: string) => {
    const saved = await till.api.saveSettings({ serviceUrl: address })
    return saved.ok ? till.api.settings().apiKeyTail : saved.refusal.code
  }

  it('is said to be of the start, and an own one to lie in a file', async () => {
    expect(till.api.settings().keyPlace).toBe('file')
    await start(KEY)
    expect(till.api.settings().keyPlace).toBe('start')
  })

  it('stays with the address it was first used at, also after a restart', async () => {
    await start(KEY)
    expect(await tailAt(here)).toBe('ment')
    expect(await tailAt(elsewhere)).toBe('KEY_OF_START_ELSEWHERE')
    expect(await tailAt(`${here}/v2`)).toBe('ment')
    await start(KEY)
    expect(await tailAt(elsewhere)).toBe('KEY_OF_START_ELSEWHERE')
    expect(till.api.settings()).toMatchObject({ serviceUrl: `${here}/v2`, apiKeyTail: 'ment' })
  })

  it('goes to no address that was typed while it was away', async () => {
    await start(KEY)
    expect(await tailAt(here)).toBe('ment')
    await start(null)
    expect(await tailAt(elsewhere)).toBeNull()
    await start(KEY)
    expect(till.api.settings()).toMatchObject({ serviceUrl: elsewhere, apiKeyTail: null })
    expect(till.api.bootstrap().missing).toContain('key')
    expect(await tailAt(here)).toBe('ment')
  })

  it('belongs to the address it was given with at the start, and to that of the next start', async () => {
    expect(await start(KEY, here)).toBe('ment')
    expect(await start(KEY)).toBeNull()
    expect(await tailAt(elsewhere)).toBe('KEY_OF_START_ELSEWHERE')
    expect(await start(KEY, elsewhere)).toBe('ment')
  })
})
