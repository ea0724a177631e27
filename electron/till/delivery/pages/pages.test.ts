/** Pages of receipts as the till makes them, over a service that has them and one that does not. */
import { PAGE_HEADER } from '#shared/issuing/receipt-page.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { must } from '../../../../test/support/must.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { answered, isCreation } from '../../../../test/support/service-answers.ts'
import { LOST, receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { givePages } from '../../../../test/support/give-pages.ts'
import { readAnswer } from './page-news.ts'

const { fixture } = fixturePerTest()
const PLACE = 'https://boletas.example.cl'
const tokens = () =>
  fixture.service.requests.filter(isCreation).map(({ headers }) => headers?.[PAGE_HEADER])

let slips: SlipPaper[]
beforeEach(() => {
  slips = []
})

const open = () =>
  fixture.open({
    drawSlip: async (slip) => {
      slips.push(slip)
      return Buffer.from('%PDF-1.7 slip')
    },
  })

it('sends the token of a page with each try of a sale, always the same, and another for the next sale', async () => {
  givePages(fixture.service, PLACE)
  const { api } = await open()
  await fixture.until(() => api.status().hasPages === true)
  const answer = fixture.service.answer
  fixture.service.answer = (request) => (isCreation(request) ? LOST : answer(request))
  const first = sellOf(api)
  await fixture.until(() => tokens().length > 0)
  fixture.service.answer = (request) =>
    isCreation(request) && tokens().length < 3 ? LOST : answer(request)
  await fixture.until(() => receiptOf(api, first).folio !== null, 3_600_000)
  const [token] = tokens()
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(tokens())).toEqual(new Set([token]))
  const second = sellOf(api)
  await fixture.until(() => receiptOf(api, second).folio !== null)
  expect(new Set(tokens()).size).toBe(2)
})

it('stands on the slip of who leaves before the service knows of the sale, after a restart as well', async () => {
  givePages(fixture.service, PLACE)
  const before = await open()
  await fixture.until(() => before.api.status().hasPages === true)
  await before.stop()
  const answer = fixture.service.answer
  fixture.service.answer = () => UNREACHABLE
  const { api } = await open()
  await fixture.until(() => api.status().connection === 'offline')
  const saleId = sellOf(api)
  await fixture.until(() => slips.length > 0)
  const [slip] = slips
  expect(slip?.page).toMatch(/^https:\/\/boletas\.example\.cl\/r\/[0-9a-f]{32}$/)
  fixture.service.answer = answer
  await fixture.until(() => receiptOf(api, saleId).folio !== null, 3_600_000)
  expect(slip?.page).toBe(`${PLACE}/r/${tokens().at(-1)}`)
})

it('is nowhere where the service has none: no token, no code, the papers of before', async () => {
  const { api } = await open()
  const saleId = sellOf(api)
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  expect(tokens()).toEqual([undefined])
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => api.status().connection === 'offline', 3_600_000)
  sellOf(api)
  await fixture.until(() => slips.length > 0)
  expect(slips[0]).not.toHaveProperty('page')
  expect(api.status().hasPages).toBeUndefined()
})

it.each([
  ['an address of a script', 'javascript:alert(1)'],
  ['an address without a lock', 'http://boletas.example.cl'],
  ['somebody else in the address', 'https://banco.cl@evil.cl'],
  ['a query that swallows the token', 'https://evil.cl/?x='],
  ['a line break', 'https://evil.cl/\r\nSet-Cookie: a=b'],
  ['an address no code can hold', `https://${'a'.repeat(150)}.cl`],
  ['a place inside the shop', 'https://caja'],
  ['this very machine, with a lock', 'https://127.0.0.1:8443'],
  ['a name that is none', 'https://boletas..cl'],
  ['a port that is none', 'https://boletas.cl:99999'],
  ['letters that look like others', 'https://bоletas.cl'],
  ['a number', 7],
  ['nothing', null],
])('believes no service that answers with %s', (_, address) => {
  expect(readAnswer(answered(200, { public_address: address, days: 365 }), 'shop')).toEqual({
    publicAddress: null,
  })
})

it('asks a service that is away or closed again, and forgets pages only when it says so', () => {
  for (const outcome of [
    UNREACHABLE,
    LOST,
    answered(500, {}),
    answered(401, {}),
    answered(429, {}),
  ])
    expect(readAnswer(outcome, 'shop')).toBeNull()
  for (const status of [404, 405])
    expect(readAnswer(answered(status, '<html>'), 'shop')).toEqual({ publicAddress: null })
  expect(readAnswer(answered(200, '<html>'), 'shop')).toEqual({ publicAddress: null })
  expect(readAnswer(answered(200, { public_address: `${PLACE}/`, days: 30 }), 'shop')).toEqual({
    publicAddress: PLACE,
  })
})

const MATRIX = { columns: 2, rows: 2, cells: Uint8Array.of(1, 0, 0, 1) }

/** A till whose host draws codes, and what it was asked to draw. */
async function drawing() {
  givePages(fixture.service, PLACE)
  const drawn: string[] = []
  const logged: unknown[] = []
  const { api } = await fixture.open({
    encodeQr: async (text) => {
      drawn.push(text)
      return MATRIX
    },
    log: (...said) => void logged.push(said),
  })
  await fixture.until(() => api.status().hasPages === true)
  return { api, drawn, logged }
}

it('is shown to the customer after the sale, longer than a thank you alone, and on the counter', async () => {
  const { api, drawn } = await drawing()
  const saleId = sellOf(api)
  await fixture.until(() => drawn.length > 0)
  // What was drawn is on the screen once it has been handed over.
  await fixture.clock.advance(0)
  const thanks = async () => (await api.customerView({ seen: null })).view
  const code = { columns: 2, cells: '1001' }
  expect(await thanks()).toMatchObject({ kind: 'thanks', code })
  await fixture.clock.advance(30_000)
  expect(await thanks()).toMatchObject({ kind: 'thanks', code })
  await fixture.clock.advance(31_000)
  expect(await thanks()).toMatchObject({ kind: 'idle' })
  expect(receiptOf(api, saleId).hasPage).toBe(true)
  expect(await api.phonePage(saleId)).toEqual({ ok: true, value: { address: drawn[0], code } })
})

it('goes by WhatsApp to a Chilean mobile, and the number is kept nowhere', async () => {
  const { api, drawn, logged } = await drawing()
  const saleId = sellOf(api)
  const { address } = must(await api.phonePage(saleId))
  const link = new URL(must(await api.whatsapp({ saleId, phone: '9 8765 4321' })).address)
  expect(`${link.origin}${link.pathname}`).toBe('https://wa.me/56987654321')
  expect(link.searchParams.get('text')).toContain(address)
  expect(drawn.at(-1)).toBe(link.href)
  expect(await api.whatsapp({ saleId, phone: '2 2345 6789' })).toMatchObject({
    refusal: { code: 'PHONE_NOT_VALID', field: 'phone' },
  })
  expect(JSON.stringify(logged)).not.toMatch(/987654321|23456789/)
  const { database } = tillFolder(fixture.dataDir)
  for (const file of [database, `${database}-wal`])
    expect(readFileSync(file).includes('87654321')).toBe(false)
})

it('is of no sale that was made without one', async () => {
  const { api } = await open()
  const saleId = sellOf(api)
  expect(receiptOf(api, saleId).hasPage).toBe(false)
  for (const asked of [api.phonePage(saleId), api.whatsapp({ saleId, phone: '987654321' })])
    expect(await asked).toMatchObject({ refusal: { code: 'RECEIPT_WITHOUT_PAGE' } })
})

it('sends no customer of a shop to this machine, whatever the service says', () => {
  const news = answered(200, { public_address: 'http://localhost', days: 30 })
  expect(readAnswer(news, 'practice')).toEqual({ publicAddress: 'http://localhost' })
  expect(readAnswer(news, 'shop')).toEqual({ publicAddress: null })
})
