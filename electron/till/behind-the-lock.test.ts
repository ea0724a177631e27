/** What a till full of a day's business says to a screen that waits for a PIN. */
import { beforeEach, expect, it } from 'vitest'
import { CONTRACT, type CommandName } from '#shared/bridge/contract.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import { OPENING_SEARCH } from '#shared/bridge/opening.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { cartOf, commitOf, keptOf, openedOf, sellOf } from '../../test/support/till-fixture.ts'
import { tillPerTest } from '../../test/support/till-per-test.ts'

const { fixture, api, till } = tillPerTest({ pinCost: 4 })
const RUT = '12345678-5'
const BUYER = 'Elena Aguja'
const PARKED = 'Mesa de la Aguja'
const HOST = '127.0.0.1:1'
const PIN = '3690'

let saleId: SaleId
let staffId: string
/** Whoever finds one of these has read what is nobody's. */
let needles: string[]

beforeEach(async () => {
  expect(await api.saveSettings({ usesShifts: true })).toMatchObject({ ok: true })
  const { nextId } = api.shift()
  expect(api.openShift({ shiftId: nextId, floatClp: 54_321 })).toMatchObject({ ok: true })
  openedOf(api)
  const recipient = { rut: RUT, legalName: BUYER, phone: '', email: '' }
  const sold = api.commitSale({ ...commitOf(api, cartOf(api, '101')), recipient })
  if (!sold.ok) throw new Error(JSON.stringify(sold.refusal))
  saleId = sold.value.saleId
  sellOf(api, '201')
  api.parkSale({ ...keptOf(cartOf(api, '201')), name: PARKED })
  const open = keptOf(cartOf(api, '7801040000037'))
  expect(api.saveDraft(open)).toMatchObject({ ok: true })
  const saved = await api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: PIN })
  staffId = saved.ok ? (saved.value.members[0]?.id ?? '') : ''
  needles = [RUT, BUYER, PARKED, saleId, open.sale.saleId, '54321', HOST]
  api.signOut()
})

/** Questions that would find all of it. */
const QUESTIONS: Partial<Record<CommandName, unknown>> = {
  listReceipts: { cursor: null, limit: 100, text: '', onlyPending: false },
  closedShifts: { cursor: null, limit: 100 },
  findCustomers: { text: 'Elena', limit: 5 },
  splitSale: { rut: RUT, totalClp: 1 },
  lookUpTaxpayer: { rut: RUT },
  searchProducts: OPENING_SEARCH,
  discoverPrinters: { network: false },
  bestSellers: { limit: 6, onlySold: true },
  productSlice: { after: 0, limit: 100 },
  productPictures: { productIds: [] },
  productByCode: '101',
  saleNeeds: { lines: [], discount: null, saleId: '0'.repeat(26) },
  signIn: { staffId: 'nobody', pin: '0000' },
}
const ask = async (name: CommandName) => {
  const { input } = CONTRACT[name]
  const method = api[name] as (...given: readonly unknown[]) => unknown
  return JSON.stringify(
    (await method(...(input === null ? [] : [QUESTIONS[name] ?? saleId]))) ?? null,
  )
}
const found = (text: string) => needles.filter((needle) => text.includes(needle))

it('nothing of a sale, a buyer, a parked sale, a shift or the key is in any answer', async () => {
  const names = Object.keys(CONTRACT) as CommandName[]
  const leaks: Record<string, string[]> = {}
  for (const name of names) {
    const seen = found(await ask(name))
    if (seen.length > 0) leaks[name] = seen
  }
  expect(leaks).toEqual({})
  expect(await api.signIn({ staffId, pin: PIN })).toMatchObject({ ok: true })
  // The same questions of somebody who serves find every needle: they were worth asking.
  const all = await Promise.all(
    (['listReceipts', 'findCustomers', 'opening', 'shift'] as const).map(ask),
  )
  expect(found(all.join())).toEqual(needles)
})

it('the language, the register, the connection and the names to sign in with are there', () => {
  const { settings, bootstrap, status, staff, searchProducts } = api.opening()
  expect([settings.language, settings.theme, settings.lockAfterMinutes]).toEqual([
    'es',
    'system',
    0,
  ])
  expect([bootstrap.registerName, bootstrap.isDemo]).toEqual(['Caja 1', false])
  expect(status.connection).toBeTypeOf('string')
  expect(staff).toMatchObject({ isOn: true, current: null, members: [{ name: 'Paula' }] })
  expect(staff.rightsOf.cashier.lineDiscountPercent).toBe(0)
  expect(searchProducts.length).toBeGreaterThan(0)
})

it('the open sale is neither read nor taken, and is there for whoever signs in', async () => {
  expect([api.loadDraft(), api.takeSale()]).toEqual([
    { sale: null, hold: 'free' },
    { sale: null, hold: 'elsewhere' },
  ])
  await api.signIn({ staffId, pin: PIN })
  expect(api.loadDraft().sale?.cart.lines).toHaveLength(1)
})

it('no picture of a paper and no saved document leaves the till', async () => {
  const get = async (path: string) =>
    (await till.handle(new Request(`http://127.0.0.1${path}`))).status
  const paths = [`/paper/${'0'.repeat(26)}.png`, `/paper/receipt/${saleId}`]
  expect(await Promise.all(paths.map(get))).toEqual([403, 403])
  await api.signIn({ staffId, pin: PIN })
  expect(await get(paths[0] ?? '')).toBe(404)
})

it('nothing tells how much was sold: neither counts, folios nor what sells most', async () => {
  fixture.service.answer = () => ({ kind: 'unsent', detail: 'ECONNREFUSED' })
  await api.signIn({ staffId, pin: PIN })
  sellOf(api, '101')
  api.signOut()
  const before = [api.status(), api.bestSellers({ limit: 6, onlySold: true })]
  await api.signIn({ staffId, pin: PIN })
  for (const code of ['101', '201', '201', '7801040000037']) sellOf(api, code)
  expect(api.status().pendingCount).toBeGreaterThan(4)
  expect(api.bestSellers({ limit: 6, onlySold: true })).not.toEqual([])
  api.signOut()
  expect([api.status(), api.bestSellers({ limit: 6, onlySold: true })]).toEqual(before)
  expect(api.bestSellers({ limit: 6 })).toEqual([])
  // Whoever closes the window is asked: receipts wait, and that is all that is said.
  expect(api.status()).toMatchObject({ hasPending: true, pendingCount: 0, folioStock: [] })
})

/** What a listener hears until `then` is done and it was told `count` things. */
async function heard(afterSeq: number | null, count: number, then: () => unknown = () => null) {
  const stop = new AbortController()
  const events: FeedEvent[] = []
  const listening = (async () => {
    for await (const event of api.feed(afterSeq, stop.signal)) events.push(event)
  })()
  await fixture.until(() => events.length > 0)
  await then()
  await fixture.until(() => events.length >= count)
  stop.abort()
  await listening
  return events
}

it('a listener is told no number that counts sales, not even by asking where they end', async () => {
  for (const after of [0, 3, 1_000_000])
    expect((await heard(after, 2)).slice(0, 2)).toEqual([
      { seq: after, kind: 'status', saleId: null },
      { seq: after, kind: 'reread', saleId: null },
    ])
  expect((await heard(null, 1))[0]).toEqual({ seq: 0, kind: 'status', saleId: null })
})

it('a listener hears that something changed, but of no sale until somebody serves', async () => {
  const locked = await heard(null, 2, () => fixture.clock.advance(10_000))
  expect(locked.filter(({ kind, saleId: of }) => kind !== 'status' || of !== null)).toEqual([])
  const all = await heard(null, 3, async () => {
    await api.signIn({ staffId, pin: PIN })
    sellOf(api, '101')
  })
  expect(api.receipt(saleId)).toMatchObject({ ok: true, value: { folio: expect.any(Number) } })
  expect(all.find(({ kind }) => kind === 'sale')?.saleId).toEqual(expect.any(String))
})

it('the feed is followed from what the opening knew: nothing between the two is missed', async () => {
  expect(api.opening().heardSeq).toBe(0)
  await api.signIn({ staffId, pin: PIN })
  const { heardSeq } = api.opening()
  const between = sellOf(api, '101')
  const told = await heard(heardSeq, 2)
  expect(told.map(({ kind, saleId: of }) => [kind, of])).toContainEqual(['sale', between])
})
