/**
 * A shop's till attacked through its bridge: by an owner in a hurry, an untrusted server, and two
 * screens at once.
 */
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { RefusalCode } from '#shared/languages/refusals.ts'
import {
  ADDRESSES,
  firstDayPerTest,
  NEW_KEY,
  NEW_SHOP,
  sellFree,
} from '../../../test/support/first-day-shop.ts'
import { NARROW_MODEL } from '../../../test/support/printer-models.ts'
import { freeAmount } from '../../../test/support/free-amount.ts'
import { answerCompanies, answered, listCompanies } from '../../../test/support/service-answers.ts'
import { keptOf } from '../../../test/support/till-fixture.ts'
import type { HttpOutcome } from '../kernel/ports.ts'
import { tillFolder } from '../kernel/till-folder.ts'

const [A, B] = ADDRESSES
const { fixture, till, keyStore, open } = firstDayPerTest()

const sell = () => sellFree(till.api)
const companies = (answer: HttpOutcome) => answerCompanies(fixture.service, answer)
const listing = (...ruts: string[]) => listCompanies(fixture.service, ...ruts)
const refused = (code: RefusalCode, field?: string) => ({
  ok: false,
  refusal: { code, ...(field === undefined ? {} : { field }) },
})
async function openTested() {
  await open()
  listing(NEW_SHOP.rut)
  expect(
    await till.api.saveSettings({ shop: NEW_SHOP, serviceUrl: A, apiKey: NEW_KEY }),
  ).toMatchObject({ ok: true })
  expect(await till.api.testService()).toMatchObject({ ok: true })
}

describe('a key', () => {
  it('that is new is tested by the till itself where receipts have gone out before', async () => {
    await openTested()
    expect(sell()).toMatchObject({ ok: true })
    await fixture.until(() => till.api.status().pendingCount === 0)
    listing('11111111-1')
    expect(await till.api.saveSettings({ apiKey: 'key-of-another-company' })).toMatchObject({
      ok: true,
    })
    // The counter goes on; not a receipt leaves with another company's key.
    expect(sell()).toMatchObject({ ok: true })
    await fixture.clock.advance(60_000)
    expect(fixture.service.created()).toHaveLength(1)
    // A person who tests it hears it, and then it counts for nothing.
    expect(await till.api.testService()).toMatchObject(refused('TEST_OTHER_COMPANY'))
    expect(till.api.bootstrap().missing).toEqual(['test'])
    expect(sell()).toMatchObject(refused('SET_UP_TEST'))
  })

  it.each([
    'clave-€-12345678',
    'abc\u200bdefghijk',
    '😀😀😀😀😀😀',
    'clave-ñandú-1234',
    'abcdefgh\u0000',
  ])('that no header can carry is refused: %j', async (apiKey) => {
    await open()
    expect(await till.api.saveSettings({ apiKey })).toMatchObject(
      refused('API_KEY_NOT_VALID', 'apiKey'),
    )
    expect(keyStore.key).toBeNull()
  })

  it('stays with its address, whichever of two screens is first', async () => {
    await open()
    await till.api.saveSettings({ shop: NEW_SHOP, serviceUrl: A })
    await Promise.all([
      till.api.saveSettings({ apiKey: NEW_KEY }),
      till.api.saveSettings({ serviceUrl: B }),
    ])
    expect(till.api.settings()).toMatchObject({ serviceUrl: A, apiKeyTail: NEW_KEY.slice(-4) })
  })

  it('whose settings were lost on the way to the disk goes nowhere', async () => {
    await openTested()
    await till.stop()
    // Killed between the two: the file has the key of the new address, the database the old
    // address.
    keyStore.key = 'key-of-b-0123456789'
    fixture.service.requests.length = 0
    await open()
    expect(till.api.settings()).toMatchObject({ serviceUrl: A, apiKeyTail: null })
    expect(till.api.bootstrap().missing).toEqual(['key', 'test'])
  })
})

describe('a test of the connection', () => {
  it.each([
    [
      'ten thousand companies, ours the last',
      () =>
        answered(200, [
          ...Array.from({ length: 10_000 }, (_, id) => ({ id, document_number: '76192083-9' })),
          { id: 'x', document_number: '60.803.000-k' },
        ]),
      'ours',
    ],
    [
      'a RUT with dots and a small k',
      () => answered(200, [{ document_number: '60.803.000-k' }]),
      'ours',
    ],
    ['zeros before it', () => answered(200, [{ rut: '0060803000-K' }]), 'ours'],
    [
      'a page of several, ours not on it',
      () =>
        answered(200, {
          data: [{ document_number: '76192083-9' }],
          current_page: 1,
          last_page: 12,
          total: 120,
        }),
      'unlisted',
    ],
    ['no RUT, but a telephone', () => answered(200, [{ id: 7, phone: '912345678' }]), 'unlisted'],
    ['nothing readable', () => answered(200, '['.repeat(200_000)), 'unlisted'],
    [
      'null entries',
      () => answered(200, { data: [null, 3, 'x', [], { document_number: null }] }),
      'unlisted',
    ],
  ] as const)('reads a list with %s', async (_, answer, company) => {
    await open()
    companies(answer())
    await till.api.saveSettings({ shop: NEW_SHOP, serviceUrl: A, apiKey: NEW_KEY })
    expect(await till.api.testService()).toEqual({ ok: true, value: { company } })
  })

  it.each([
    [answered(429, {}), 'TEST_SERVICE_FAILS'],
    [answered(301, ''), 'TEST_NOT_THE_SERVICE'],
    [
      { kind: 'unanswered', detail: 'answer above 33554432 bytes', isTooLarge: true } as const,
      'TEST_NOT_THE_SERVICE',
    ],
    [{ kind: 'unanswered', detail: 'ECONNRESET' } as const, 'TEST_NO_ANSWER'],
    [answered(200, '\ufeff[]'), 'OK'],
  ] as const)('%j is %s', async (outcome, code) => {
    await open()
    await till.api.saveSettings({ shop: NEW_SHOP, serviceUrl: A, apiKey: NEW_KEY })
    fixture.service.answer = (request) =>
      request.path === '/api/companies' ? answered(404, '') : outcome
    const tested = await till.api.testService()
    expect(tested.ok ? 'OK' : tested.refusal.code).toBe(code)
  })

  it('that finds another company closes a till that passed before; one nobody answers does not', async () => {
    await openTested()
    fixture.service.answer = () => ({ kind: 'unanswered', detail: 'ECONNRESET' })
    expect(await till.api.testService()).toMatchObject(refused('TEST_NO_ANSWER'))
    expect(till.api.bootstrap().missing).toEqual([])
    fixture.service.answer = (request) =>
      answered(200, request.path === '/api/companies' ? [{ document_number: '76192083-9' }] : [])
    expect(await till.api.testService()).toMatchObject(refused('TEST_OTHER_COMPANY'))
    expect(till.api.bootstrap().missing).toEqual(['test'])
    expect(sell()).toMatchObject(refused('SET_UP_TEST'))
    const log = till.api.audit({ cursor: null, limit: 1 })
    expect(log.ok && log.value.rows).toMatchObject([
      { action: 'service-tested', detail: { what: 'clave de otra empresa' } },
    ])
  })

  it('an address is the same with a slash behind it or in capitals: what was sent there stays there', async () => {
    await openTested()
    expect(sell()).toMatchObject({ ok: true })
    await fixture.until(() => till.api.status().pendingCount === 0)
    for (const same of [`${A}/`, 'HTTPS://A.EXAMPLE.CL', `  ${A}//  `, `${A}:443`]) {
      expect(await till.api.saveSettings({ serviceUrl: same })).toMatchObject({
        ok: true,
        value: { serviceUrl: A },
      })
      expect(till.api.bootstrap().missing).toEqual([])
    }
  })
})

it('an address of the start is the same however it is typed; what receipts are known by stays', async () => {
  await openTested()
  expect(sell()).toMatchObject({ ok: true })
  await fixture.until(() => till.api.status().pendingCount === 0)
  await till.stop()
  for (const typed of [`${A}/`, 'HTTPS://A.example.CL']) {
    await open({ serviceUrlFromHost: typed })
    expect(till.api.bootstrap().missing).toEqual([])
    expect(till.api.settings()).toMatchObject({ serviceUrlFromHost: A })
    await till.stop()
  }
  const db = new Database(tillFolder(fixture.dataDir).database)
  db.prepare("UPDATE receipt SET service_id = replace(service_id, ' ', '/ ')").run()
  db.close()
  await open({ serviceUrlFromHost: `${A}/` })
  expect(till.api.settings()).toMatchObject({ serviceUrlFromHost: `${A}/` })
})

describe('nothing is kept that was not said, nor lost', () => {
  it.each([
    ['legalName', 'x'.repeat(101)],
    ['tradeName', 'x'.repeat(61)],
    ['address', 'x'.repeat(71)],
    ['commune', 'San Pedro de la Paz y más allá'],
  ])('a %s that is too long is refused, not cut', async (field, text) => {
    await open()
    expect(await till.api.saveSettings({ shop: { ...NEW_SHOP, [field]: text } })).toMatchObject(
      refused('TEXT_TOO_LONG', field),
    )
    expect(till.api.bootstrap().missing).toContain('shop')
  })

  it.each(['\u0000', 'a\nb', '\u202eabc', 'أهلا', '😀', 'a\u0085b'])(
    '%j in a name is refused',
    async (text) => {
      await open()
      for (const field of ['legalName', 'tradeName', 'address', 'commune'] as const) {
        expect(await till.api.saveSettings({ shop: { ...NEW_SHOP, [field]: text } })).toMatchObject(
          refused('NAME_NOT_LATIN1', field),
        )
      }
      expect(await till.api.saveSettings({ cashierName: text })).toMatchObject(
        refused('NAME_NOT_LATIN1', 'cashierName'),
      )
    },
  )

  it('a source of a figure is text like any other', async () => {
    await open()
    const limit = (source: string) =>
      till.api.saveSettings({ buyerLimits: [{ year: 2026, limitClp: 5_300_000, source }] })
    expect(await limit('SII\u0000')).toMatchObject(refused('NAME_NOT_LATIN1', 'source'))
    expect(await limit('SII, 31-12')).toMatchObject({ ok: true })
  })
})

it('a till that may not sell takes no payment that it could not charge', async () => {
  await open()
  expect(till.api.openSale(keptOf(freeAmount(1890)))).toMatchObject(refused('SET_UP_SHOP'))
})

it('a printer that was taken away stays away, also when it was the chosen one', async () => {
  fixture.printer.models = () => [NARROW_MODEL]
  await open()
  const added = till.api.addPrinter({
    name: 'Vieja',
    address: { kind: 'tcp', host: '10.0.0.9', port: 9100 },
    modelId: NARROW_MODEL.id,
  })
  if (!added.ok) throw new Error(added.refusal.code)
  await till.api.saveSettings({ printerId: added.value.id, fallbackPrinterId: added.value.id })
  expect(till.api.removePrinter(added.value.id)).toMatchObject({ ok: true })
  await till.stop()
  await open()
  expect(till.api.bootstrap().printers).toEqual([])
  expect(till.api.status().printerTrouble).toBe('PRINTER_NOT_CHOSEN')
})
