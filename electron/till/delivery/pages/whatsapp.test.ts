/** A message for WhatsApp from the real core, to a machine that opens what it is handed. */
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isWhatsappLink } from '#shared/customers/whatsapp.ts'
import { givePages } from '../../../../test/support/give-pages.ts'
import { INVOICE_BUYER } from '../../../../test/support/invoice-buyer.ts'
import { must } from '../../../../test/support/must.ts'
import { ROSA, rowsOf, sellTo } from '../../../../test/support/people-story.ts'
import { cartOf, commitOf, FIXTURE_SHOP, sellOf } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import type { TillOptions } from '../../options.ts'
import { MESSAGES_PER_HOUR_MAX } from '../../receipts/whatsapp-commands.ts'

const story = fixturePerTest()
const { fixture, api } = story
const phone = '9 8765 4321'
const PAUSE_MS = 2_000

/** What the machine was asked to open. */
let opened: string[]
/** Whether it can, and does. */
let machine: { canOpen: boolean; opens: boolean }
beforeEach(async () => {
  opened = []
  machine = { canOpen: true, opens: true }
  givePages(fixture.service, 'https://boletas.example.cl')
  await open()
})

async function open(changes: Partial<TillOptions> = {}) {
  const messages = {
    canOpen: async () => machine.canOpen,
    open: async (address: string) => {
      if (machine.opens) opened.push(address)
      return machine.opens
    },
  }
  const till = await fixture.open({ messages, ...changes })
  await fixture.until(() => till.api.status().hasPages === true)
  return till
}
/** The practice beside the fixture's shop. */
const practice = () => ({
  ...{ dataDir: join(fixture.dataDir, 'practica'), wantsPractice: true },
  ...{ serviceUrlFromHost: null, apiKeyFromHost: null },
  embedded: { baseUrl: () => 'http://127.0.0.1:2', apiKey: () => 'key' },
})
const textOf = (address: string | undefined) => new URL(address ?? '').searchParams.get('text')
const rosa = (part: Partial<typeof ROSA>) => sellTo(story, { ...ROSA, ...part })
const phoneOf = () =>
  rowsOf<{ phone: string }>(fixture.dataDir, 'SELECT phone FROM customer')[0]?.phone
const logged = () => must(api.audit({ cursor: null, limit: 20 })).rows

it('calls an invoice an invoice, and a shop by its name', async () => {
  const order = commitOf(api, cartOf(api, '101'))
  const invoice = { ...order, recipient: INVOICE_BUYER, isInvoice: true }
  const { saleId } = must(api.commitSale(invoice))
  must(await api.saveSettings({ shop: { ...FIXTURE_SHOP, tradeName: 'La Boleta' } }))
  must(await api.openWhatsapp({ saleId, phone }))
  expect(textOf(opened[0])).toMatch(/^Su factura de La Boleta: https:/)
})

it('opens the message that the code says, to the number that was typed', async () => {
  const saleId = sellOf(api)
  expect(must(await api.whatsappStart(saleId))).toEqual({
    phone: '',
    canOpen: true,
    keepsFor: null,
  })
  must(await api.openWhatsapp({ saleId, phone }))
  expect(opened).toEqual([must(await api.whatsapp({ saleId, phone })).address])
  expect(isWhatsappLink(opened[0] ?? '')).toBe(true)
  expect(textOf(opened[0])).toContain(must(await api.phonePage(saleId)).address)
})

it('opens nothing of a sale without a page, to no phone, or behind a locked counter', async () => {
  const saleId = sellOf(api)
  const asked = [
    [{ saleId: 'nobody' as typeof saleId, phone }, 'RECEIPT_WITHOUT_PAGE'],
    [{ saleId, phone: '2 2345 6789' }, 'PHONE_NOT_VALID'],
    [{ saleId, phone: 'https://evil.cl/987654321' }, 'PHONE_NOT_VALID'],
    [{ saleId, phone: '987654321&text=x' }, 'PHONE_NOT_VALID'],
  ] as const
  for (const [input, code] of asked)
    expect.soft(await api.openWhatsapp(input)).toMatchObject({ refusal: { code } })
  must(await api.saveStaff({ staffId: null, name: 'Ana', role: 'owner', pin: '3690' }))
  api.signOut()
  for (const answer of [api.openWhatsapp({ saleId, phone }), api.whatsappStart(saleId)])
    expect(await answer).toMatchObject({ refusal: { code: 'SIGN_IN_REQUIRED' } })
  expect(opened).toEqual([])
})

it('is not offered where the machine opens nothing, and says so when it does not', async () => {
  const saleId = sellOf(api)
  machine = { canOpen: false, opens: false }
  expect(must(await api.whatsappStart(saleId)).canOpen).toBe(false)
  const refused = { refusal: { code: 'WHATSAPP_NOT_OPENED' } }
  expect(await api.openWhatsapp({ saleId, phone })).toMatchObject(refused)
  machine = { canOpen: true, opens: true }
  must(await api.openWhatsapp({ saleId, phone }))
  expect(opened).toHaveLength(1)
})

it('a second press opens it once; another one waits, and an hour has an end', async () => {
  const saleId = sellOf(api)
  const ask = (last: number) => api.openWhatsapp({ saleId, phone: `9 8765 ${1_000 + last}` })
  const refused = { refusal: { code: 'WHATSAPP_TOO_OFTEN' } }
  must(await ask(0))
  must(await ask(0))
  expect(await ask(1)).toMatchObject(refused)
  expect(opened).toHaveLength(1)
  for (let made = 1; made < MESSAGES_PER_HOUR_MAX; made += 1) {
    await fixture.clock.advance(PAUSE_MS)
    must(await ask(made))
  }
  await fixture.clock.advance(PAUSE_MS)
  expect(await ask(MESSAGES_PER_HOUR_MAX)).toMatchObject(refused)
  await fixture.clock.advance(3_600_000)
  must(await ask(MESSAGES_PER_HOUR_MAX))
  expect(opened).toHaveLength(MESSAGES_PER_HOUR_MAX + 1)
})

it('a thousand presses in one second open one window, and refuse or answer the rest', async () => {
  const sales = [sellOf(api), sellOf(api)]
  const presses = Array.from({ length: 1_000 }, (_, press) => ({
    saleId: sales[press % 2] ?? '',
    phone: `9 8765 ${1_000 + (press % 500)}`,
  }))
  const answers = await Promise.all(presses.map((asked) => api.openWhatsapp(asked as never)))
  expect(opened).toHaveLength(1)
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]))
  expect(new Set(refused)).toEqual(new Set(['WHATSAPP_TOO_OFTEN']))
  expect(refused.length).toBeGreaterThanOrEqual(990)
  await fixture.clock.advance(PAUSE_MS)
  must(await api.openWhatsapp({ saleId: sellOf(api), phone }))
})

it('is one short address whatever the shop is called', async () => {
  const tradeName = `"&#?/\\%\r\n<b>${'ñ'.repeat(200)}`
  const { api } = await open({ ...practice(), demoShop: { ...FIXTURE_SHOP, tradeName } })
  must(await api.openWhatsapp({ saleId: sellOf(api), phone }))
  expect(isWhatsappLink(opened[0] ?? '')).toBe(true)
})

it('says that it is to practise with, in the code as well', async () => {
  const { api } = await open(practice())
  const saleId = sellOf(api)
  must(await api.openWhatsapp({ saleId, phone }))
  for (const address of [opened[0], must(await api.whatsapp({ saleId, phone })).address])
    expect(textOf(address)).toMatch(/^PRÁCTICA/)
})

describe("the customer's phone", () => {
  it('is written there where it is a mobile, as others write it', async () => {
    const start = async (typed: string) => must(await api.whatsappStart(rosa({ phone: typed })))
    expect(await start('9 1122 3344')).toMatchObject({ phone: '+56911223344', keepsFor: null })
    expect(await start('2 2345 6789')).toMatchObject({ phone: '', keepsFor: null })
  })

  it('is kept where there is none, when somebody says so, with a row in the log', async () => {
    const saleId = rosa({ phone: '' })
    must(await api.openWhatsapp({ saleId, phone }))
    expect([phoneOf(), logged()]).toEqual(['', []])
    expect(must(await api.whatsappStart(saleId)).keepsFor).toBe(ROSA.legalName)
    must(api.keepPhone({ saleId, phone }))
    must(api.keepPhone({ saleId, phone: '+56 9 8765 4321' }))
    expect(phoneOf()).toBe('+56987654321')
    expect(logged()).toHaveLength(1)
    expect(logged()[0]?.detail['what']).toMatch(/^[0-9a-f]{12} \(phone\)$/)
    expect(must(await api.whatsappStart(saleId))).toMatchObject({ phone: '+56987654321' })
  })

  it('is not changed at the counter, kept of nobody, or kept where it is no mobile', async () => {
    const known = rosa({ phone: '2 2345 6789' })
    const asked = [
      [{ saleId: known, phone }, 'CUSTOMER_HAS_PHONE'],
      [{ saleId: sellOf(api), phone }, 'CUSTOMER_GONE'],
      [{ saleId: known, phone: '<b>' }, 'PHONE_NOT_VALID'],
    ] as const
    for (const [input, code] of asked)
      expect.soft(api.keepPhone(input)).toMatchObject({ refusal: { code } })
    expect(phoneOf()).toBe('2 2345 6789')
    must(await api.erasePerson({ rut: ROSA.rut }))
    expect(api.keepPhone({ saleId: known, phone })).toMatchObject({
      refusal: { code: 'CUSTOMER_GONE' },
    })
  })
})
