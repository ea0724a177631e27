/**
 * The first start of a shop on the core: how far somebody has come is kept, only the till's own
 * eyes count for what they can see, and nothing is sold or issued by any of it.
 */
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { NARROW_MODEL, typedPrinter } from '../../../test/support/printer-models.ts'
import { must } from '../../../test/support/must.ts'
import {
  cartOf,
  FIXTURE_SHOP,
  keptOf,
  PRINTER,
  sellOf,
} from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { readPurpose } from '../settings/purpose.ts'
import { openDatabase } from '../tables/open-database.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { nextStep } from '#shared/onboarding/guide.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { TillOptions } from '../options.ts'

const { fixture } = fixturePerTest()
const embedded = { baseUrl: () => 'http://127.0.0.1:2', apiKey: () => 'key' }
/** An empty folder, and nobody has said what it is for. */
const EMPTY = {
  isSetUp: false,
  embedded,
  asksFirst: true,
  serviceUrlFromHost: null,
  apiKeyFromHost: null,
  pinCost: 4,
} as const
const statesOf = (api: TillApi) =>
  Object.fromEntries(api.guide().steps.map(({ step, state }) => [step, state]))
let secret: string | null
const serviceKey: TillOptions['serviceKey'] = {
  load: async () => secret,
  save: async (key) => void (secret = key),
}
const open = (changes: Partial<TillOptions> = {}) =>
  fixture.open({ ...EMPTY, serviceKey, ...changes })

beforeEach(() => {
  secret = null
  fixture.printer.models = () => [{ ...NARROW_MODEL, id: 'generic-80', widthMm: 80, dots: 576 }]
})

async function chosenPrinter(api: TillApi) {
  const { id } = must(api.addPrinter(typedPrinter('generic-80')))
  must(await api.saveSettings({ printerId: id }))
  return id
}

describe('an empty folder', () => {
  it('asks first, and is a shop’s without anything of the practice shop', async () => {
    const { api } = await open()
    expect(api.bootstrap()).toMatchObject({ guide: 'choose', isDemo: false, printers: [] })
    expect(api.guide()).toMatchObject({ phase: 'choose', productCount: 0 })
    expect(new Set(Object.values(statesOf(api)))).toEqual(new Set(['open']))
  })

  it('of the other starts is as before: practice at once, or a shop that says what is missing', async () => {
    const practice = await open({ asksFirst: false, dataDir: join(fixture.dataDir, 'a') })
    expect(practice.api.bootstrap()).toMatchObject({ isDemo: true })
    expect(practice.api.bootstrap()).not.toHaveProperty('guide')
    expect(practice.api.moveGuide({ to: 'begin' })).toMatchObject({
      refusal: { code: 'PRACTICE_ONLY' },
    })
    const shop = await open({
      asksFirst: false,
      wantsShop: true,
      dataDir: join(fixture.dataDir, 'b'),
    })
    expect(shop.api.guide().phase).toBe('none')
    expect(shop.api.bootstrap()).not.toHaveProperty('guide')
    expect(must(shop.api.moveGuide({ to: 'begin' })).phase).toBe('open')
  })

  it('that is one of practice already stays one', async () => {
    await (await open({ asksFirst: false })).stop()
    const { api } = await open()
    expect(api.bootstrap()).toMatchObject({ isDemo: true })
  })
})

it('goes on after every step where it was, whatever ended the program', async () => {
  let till = await open()
  const restarted = async () => {
    await till.stop()
    till = await open()
    return till.api
  }
  must(till.api.moveGuide({ to: 'begin' }))
  let api = await restarted()
  expect(api.bootstrap()).toMatchObject({ guide: 'open' })
  expect(nextStep(api.guide().steps, null)).toBe('service')
  must(await api.saveSettings({ serviceUrl: 'https://dte.example', apiKey: 'secret-key-1' }))
  expect(statesOf(await restarted())).toMatchObject({ service: 'open', shop: 'open' })
  // Nobody has said the RUT yet: the key is tried by itself, and nothing is sold by that.
  expect(must(await till.api.testService())).toEqual({ company: 'unnamed' })
  api = await restarted()
  expect(statesOf(api)).toMatchObject({ service: 'done', shop: 'open' })
  expect(api.bootstrap().missing).toEqual(['shop', 'test', 'emission'])
  must(await api.saveSettings({ shop: FIXTURE_SHOP }))
  // Now there is something to compare the key with.
  expect(statesOf(await restarted())).toMatchObject({ service: 'open', shop: 'done' })
  must(await till.api.testService())
  api = await restarted()
  expect(statesOf(api)).toMatchObject({ service: 'done', emission: 'open', printer: 'open' })
  // Nobody can say it for the shop: the answer itself makes the step done, and the shop sell.
  expect(api.bootstrap().missing).toEqual(['emission'])
  must(await api.saveSettings({ emissionModel: 'card-voucher' }))
  api = await restarted()
  expect(statesOf(api)).toMatchObject({ emission: 'done' })
  expect(api.bootstrap().missing).toEqual([])
  // The key never comes back to a screen.
  expect(JSON.stringify([api.settings(), api.bootstrap(), api.guide()])).not.toContain('secret-key')
  expect(api.answerGuide({ step: 'printer', answer: 'done' })).toMatchObject({
    refusal: { code: 'PRINTER_NOT_CHOSEN' },
  })
  await chosenPrinter(api)
  must(api.answerGuide({ step: 'printer', answer: 'done' }))
  api = await restarted()
  expect(statesOf(api)).toMatchObject({ printer: 'done', owner: 'open' })
  must(api.answerGuide({ step: 'catalogue', answer: 'later' }))
  must(api.answerGuide({ step: 'shift', answer: 'done' }))
  must(api.moveGuide({ to: 'leave' }))
  api = await restarted()
  expect(api.bootstrap()).not.toHaveProperty('guide')
  expect(statesOf(api)).toMatchObject({ catalogue: 'later', shift: 'done', trial: 'open' })
  must(api.moveGuide({ to: 'begin' }))
  expect(api.bootstrap()).toMatchObject({ guide: 'open' })
  expect(must(api.moveGuide({ to: 'finish' })).phase).toBe('done')
  expect((await restarted()).bootstrap()).not.toHaveProperty('guide')
})

it('is anyone’s while there is no owner, and the owner’s from then on', async () => {
  let till = await open()
  must(till.api.moveGuide({ to: 'begin' }))
  must(await till.api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' }))
  expect(statesOf(till.api)).toMatchObject({ owner: 'done' })
  must(await till.api.saveStaff({ staffId: null, name: 'Camila', role: 'cashier', pin: '2580' }))
  await till.stop()
  till = await open()
  const { api } = till
  // Nobody has typed a PIN: the guide says nothing and does nothing.
  expect(api.guide()).toMatchObject({ phase: 'none', steps: [] })
  expect(api.moveGuide({ to: 'finish' })).toMatchObject({ refusal: { code: 'SIGN_IN_REQUIRED' } })
  const idOf = (named: string) => api.staff().members.find(({ name }) => name === named)?.id ?? ''
  must(await api.signIn({ staffId: idOf('Camila'), pin: '2580' }))
  for (const refused of [
    api.moveGuide({ to: 'finish' }),
    api.answerGuide({ step: 'shift', answer: 'done' }),
    await api.printTrialSale(),
  ])
    expect(refused).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
  must(await api.signIn({ staffId: idOf('Paula'), pin: '3690' }))
  expect(must(api.answerGuide({ step: 'shift', answer: 'done' })).phase).toBe('open')
})

describe('the test sale', () => {
  it('is a paper marked NO VÁLIDO; nothing is sold, kept, or sent to the service', async () => {
    const drawn: unknown[] = []
    const { api } = await open({
      drawReport: async (paper) => {
        drawn.push(paper)
        return Buffer.from('%PDF-1.7 trial')
      },
    })
    expect(await api.printTrialSale()).toMatchObject({ refusal: { code: 'SET_UP_SHOP' } })
    must(await api.saveSettings({ shop: FIXTURE_SHOP }))
    expect(await api.printTrialSale()).toMatchObject({ refusal: { code: 'PRINTER_NOT_CHOSEN' } })
    await chosenPrinter(api)
    const asked = fixture.service.requests.length
    expect(must(await api.printTrialSale()).imagePath).toMatch(/^\/paper\/.+\.png$/)
    expect(fixture.printer.printed).toMatchObject([
      { banner: 'NO VÁLIDO', opensDrawer: false, printer: { name: 'Epson' } },
    ])
    expect(JSON.stringify(drawn)).toContain('NO VÁLIDO como boleta')
    expect(JSON.stringify(drawn)).toContain(FIXTURE_SHOP.tradeName)
    expect(fixture.service.requests.slice(asked)).toEqual([])
    expect(fixture.service.created()).toEqual([])
    expect(api.status()).toMatchObject({ pendingCount: 0, unprintedCount: 0 })
  })
})

describe('the practice beside a shop', () => {
  let opened = 0
  const practice = {
    async open() {
      opened += 1
    },
  }
  beforeEach(() => {
    opened = 0
  })

  it('is entered by whoever serves, with a row in the log, and the counter is locked behind', async () => {
    const { api } = await fixture.open({ practice, pinCost: 4 })
    expect(api.bootstrap()).toMatchObject({ mayPractise: true })
    must(await api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' }))
    must(await api.enterPractice())
    expect(opened).toBe(1)
    expect(api.staff().current).toBeNull()
    expect(await api.enterPractice()).toMatchObject({ refusal: { code: 'SIGN_IN_REQUIRED' } })
    expect(opened).toBe(1)
    must(await api.signIn({ staffId: api.staff().members[0]?.id ?? '', pin: '3690' }))
    const page = must(api.audit({ cursor: null, limit: 20 }))
    expect(page.rows.map(({ action }) => action)).toContain('practice-entered')
  })

  it('is refused over an open sale; unsent receipts go on meanwhile', async () => {
    const { api } = await fixture.open({ practice })
    fixture.service.answer = () => ({ kind: 'unsent', detail: 'ECONNREFUSED' })
    sellOf(api, '7801040000037')
    must(api.saveDraft(keptOf(cartOf(api, '101'))))
    expect(await api.enterPractice()).toMatchObject({ refusal: { code: 'PRACTICE_SALE_OPEN' } })
    expect(opened).toBe(0)
  })

  it('is not there where the host has none, and a disk that is full is said', async () => {
    const without = await fixture.open({ dataDir: join(fixture.dataDir, 'a') })
    expect(without.api.bootstrap()).not.toHaveProperty('mayPractise')
    expect(await without.api.enterPractice()).toMatchObject({
      refusal: { code: 'PRACTICE_NOT_HERE' },
    })
    const full = { open: () => Promise.reject(new Error('ENOSPC')) }
    const { api } = await fixture.open({ practice: full })
    expect(await api.enterPractice()).toMatchObject({ refusal: { code: 'PRACTICE_NOT_OPENED' } })
    expect(api.staff().isOn).toBe(false)
  })
})

it('says in the file what the folder is for, before anybody has chosen', async () => {
  await (await open()).stop()
  const db = openDatabase(tillFolder(fixture.dataDir).database)
  expect(readPurpose(db)).toBe('shop')
  db.close()
  expect(PRINTER.id).toContain('virtual')
})

it('is one guide on two screens: what one does the other hears of, and sees', async () => {
  const { api } = await open()
  const heard: string[] = []
  const stop = new AbortController()
  const other = (async () => {
    for await (const { kind } of api.feed(0, stop.signal)) heard.push(kind)
  })()
  must(api.moveGuide({ to: 'begin' }))
  must(api.answerGuide({ step: 'shift', answer: 'done' }))
  // The other screen puts it off a moment later: the last word counts, and nothing is lost.
  must(api.answerGuide({ step: 'catalogue', answer: 'later' }))
  must(api.answerGuide({ step: 'shift', answer: 'later' }))
  expect(statesOf(api)).toMatchObject({ shift: 'later', catalogue: 'later' })
  await fixture.until(() => heard.includes('settings'))
  stop.abort()
  await other
})

it('keeps the service step open for a service that is away, a key it does not know, and another’s', async () => {
  const { api } = await open()
  must(api.moveGuide({ to: 'begin' }))
  must(await api.saveSettings({ shop: FIXTURE_SHOP }))
  must(await api.saveSettings({ serviceUrl: 'https://dte.example', apiKey: 'secret-key-1' }))
  const answered = (status: number, body: unknown) =>
    ({ kind: 'answered', status, bodyText: JSON.stringify(body), headers: {} }) as const
  const others = [{ id: 'c9', document_number: '60803000-K' }]
  const weather = [
    [() => ({ kind: 'unsent', detail: 'ECONNREFUSED' }) as const, 'TEST_NOBODY_THERE'],
    [() => answered(401, {}), 'TEST_KEY_REFUSED'],
    [
      ({ path }: { path: string }) => answered(200, path === '/api/companies' ? others : []),
      'TEST_OTHER_COMPANY',
    ],
  ] as const
  const honest = fixture.service.answer
  for (const [answer, code] of weather) {
    fixture.service.answer = answer
    expect(await api.testService()).toMatchObject({ refusal: { code } })
    expect(statesOf(api)).toMatchObject({ shop: 'done', service: 'open' })
  }
  fixture.service.answer = honest
  must(await api.testService())
  expect(statesOf(api)).toMatchObject({ service: 'done' })
})
