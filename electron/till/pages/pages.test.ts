/** Pages of receipts as the till makes them, over a service that has them and one that does not. */
import { PAGE_HEADER } from '#shared/contract/receipt-page.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import { beforeEach, expect, it } from 'vitest'
import { answered, isCreation } from '../../../test/support/service-answers.ts'
import { LOST, receiptOf, sellOf, UNREACHABLE } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { givePages } from '../../../test/support/give-pages.ts'
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
  ['a number', 7],
  ['nothing', null],
])('believes no service that answers with %s', (_, address) => {
  expect(readAnswer(answered(200, { public_address: address, days: 365 }))).toEqual({
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
    expect(readAnswer(outcome)).toBeNull()
  for (const status of [404, 405])
    expect(readAnswer(answered(status, '<html>'))).toEqual({ publicAddress: null })
  expect(readAnswer(answered(200, '<html>'))).toEqual({ publicAddress: null })
  expect(readAnswer(answered(200, { public_address: `${PLACE}/`, days: 30 }))).toEqual({
    publicAddress: PLACE,
  })
})
