/**
 * The sums of head office on a Monday, to the peso those of the tills' own reports, whatever was
 * sold, taken back, named or paid; and a till's key in a thief's hand.
 */
import { describe, expect, it } from 'vitest'
import { applyToCart, cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { VOUCHER_CARD } from '../support/card-method.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { cartOf, commitOf, sellOf } from '../support/till-fixture.ts'
import { added, expectSame, factsAtService, issued, reported, soldBy, told } from './fact-hands.ts'
import {
  COFFEE,
  joined,
  one,
  openDb,
  said,
  settled,
  two,
  useTwoTills,
  wait,
  world,
} from './fleet-hands.ts'
import { freeAmount } from '../support/free-amount.ts'
import { officeHand } from './office-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { backUp } from './worth-hands.ts'

useTwoTills()

const FARE = '201'

/** Three coffees and two fares, 500 off all of it: of both kinds of tax. */
const mixed = ({ till }: PlayedTill): Cart =>
  [
    { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(3_000) } as const,
    { type: 'set-quantity', lineNumber: 2, quantity: quantityMilli(2_000) } as const,
    { type: 'set-cart-discount', discount: { kind: 'amount', amountClp: 500 } } as const,
  ].reduce((cart, action) => must(applyToCart(cart, action)), cartOf(till.api, COFFEE, FARE))

function pay({ till }: PlayedTill, cart: Cart, method: string, cardClp: number, more: object = {}) {
  const payments = [
    { method, amountClp: cardClp, reference: '4711' },
    { method: 'EF', amountClp: null, reference: '' },
  ]
  const order = { ...commitOf(till.api, cart), payments, ...more }
  return must(till.api.commitSale(order as never)).saleId
}

async function askDeletion(saleId: ReturnType<typeof sellOf>) {
  // The shop is heard, which no longer gives it back elsewhere; the document stays meanwhile.
  one.wire.losesDeletions = true
  const asked = await said(one, one.till.api.deleteReceipt({ saleId, reason: 'Error' }))
  one.wire.losesDeletions = false
  expect(asked).toMatchObject({ ok: true, value: 'asked' })
}
/** All that was issued may be with the authority already, or may not. */
const onItsWay = (is: boolean) =>
  world.service.storage.write((db) =>
    db
      .updateTable('documents')
      .set({ authority_is_unsure: is ? 1 : 0 })
      .execute(),
  )
async function heardOfDeletion() {
  one.wire.cutsPath = null
  await world.until(() => {
    const db = openDb(one)
    const asked = db.prepare("SELECT 1 FROM receipt_deletion WHERE state = 'asked'").get()
    db.close()
    return asked === undefined
  }, 300_000)
}

async function giveBack(played: PlayedTill, saleId: ReturnType<typeof sellOf>) {
  await settled(played)
  const opened = must(await said(played, played.till.api.openReturn(saleId)))
  return must(played.till.api.commitReturn(orderOf(opened, null)))
}

describe('on Monday', () => {
  it('two documents, tips, a discount and the rounding of cash come to the same', async () => {
    for (const played of [one, two])
      must(
        await played.till.api.saveSettings({
          emissionModel: 'card-voucher',
          paymentMethods: [...DEFAULT_METHODS, VOUCHER_CARD],
          tips: { isOn: true, percents: [10] },
        }),
      )
    await joined()
    const sales = [
      pay(one, mixed(one), 'TV', 3_001),
      pay(one, mixed(one), 'TC', 1, { tip: { amountClp: 333, methodId: 'TC' } }),
      pay(two, mixed(two), 'TV', 7_777),
      pay(two, cartOf(two.till.api, COFFEE), 'TC', 500),
    ]
    expect(cartTotals(mixed(one)).totalClp).toBe(8_688)
    await settled(one, two)
    await issued(one)
    await issued(two)
    await giveBack(one, sales[0] as never)
    const { saleId: returnId } = await giveBack(two, sales[2] as never)
    must(two.till.api.undoReturn({ returnId, reason: 'Error', approvalId: null }))
    await expectSame(one, two)
  })

  it('a deletion that is refused moved nothing, and asked for once more it did', async () => {
    await joined()
    const saleId = sellOf(one.till.api, FARE)
    await issued(one)
    await askDeletion(saleId)
    await told(one)
    await onItsWay(true)
    await heardOfDeletion()
    await expectSame(one, two)
    expect(await factsAtService('deletion')).toHaveLength(0)
    await askDeletion(saleId)
    await onItsWay(false)
    await heardOfDeletion()
    await expectSame(one, two)
    expect(await factsAtService('deletion')).toHaveLength(1)
    expect((await added()).days).toEqual([])
  })

  it('a deletion from before the till was paired, refused after it, gives no sale', async () => {
    const saleId = sellOf(one.till.api, FARE)
    await issued(one)
    await askDeletion(saleId)
    one.wire.cutsPath = '/api/invoices'
    await joined()
    await onItsWay(true)
    await heardOfDeletion()
    await told(one)
    expect((await added()).days).toEqual([])
  })

  it('a till that is retired and joined again is counted once', async () => {
    await joined()
    sellOf(one.till.api, COFFEE)
    sellOf(two.till.api, COFFEE)
    await told(one, two)
    const ana = await officeHand(world.service)
    const tills = (await ana.ask('GET', 'tills')).body['data'] as Record<string, unknown>[]
    const id = tills.find(({ number }) => number === 2)?.['till_id']
    expect((await ana.ask('PUT', `tills/${String(id)}`, { is_retired: true })).status).toBe(200)
    await world.until(() => must(two.till.api.fleet()).state === 'barred')
    sellOf(two.till.api, FARE)
    const { code } = (await ana.ask('POST', 'codes', {})).body as { code: string }
    must(await said(two, two.till.api.joinShop({ code, name: 'Otra', branch: '' })))
    sellOf(two.till.api, COFFEE)
    await settled(one, two)
    await expectSame(one, two)
    expect((await added()).sales).toBe(4)
  })

  it('a till put back from before a deletion that was refused counts it once', async () => {
    await joined()
    const saleId = sellOf(one.till.api, FARE)
    await issued(one)
    await told(one)
    const putBack = backUp(one)
    await askDeletion(saleId)
    await onItsWay(true)
    await heardOfDeletion()
    await told(one)
    const back = await putBack()
    await told(one)
    expect((await added()).days).toEqual((await reported(back)).days)
  })

  it('what has a typed price and a name alone is counted under it', async () => {
    await joined()
    for (const [clp, name] of [
      [990, 'Varios'],
      [1_234, 'Varios'],
      [5, 'Bolsa'],
    ] as const)
      must(one.till.api.commitSale(commitOf(one.till.api, freeAmount(clp, name))))
    await told(one)
    expect(await soldBy('product')).toMatchObject([
      { key: ':Bolsa', gross_clp: 5 },
      { key: ':Varios', gross_clp: 2_224 },
    ])
    expect((await added()).days).toEqual((await reported(one)).days)
  })

  it.each([
    { at: '2026-11-21T02:59:58Z', what: 'midnight', hours: ['0', '23'], days: 2 },
    { at: '2027-04-04T02:59:58Z', what: 'the second 23:00', hours: ['23'], days: 1 },
  ])('sales around $what stand by their day and hour', async ({ at, hours, days }) => {
    const ms = Date.parse(at) - one.fixture.clock.now() - 60_000
    world.service.clock.advance(ms)
    for (const { fixture } of world.tills) fixture.clock.jumpWallClock(ms)
    await joined()
    await world.until(() => one.fixture.clock.now() >= Date.parse(at))
    for (let count = 0; count < 4; count += 1) {
      sellOf(one.till.api, COFFEE)
      await wait(1_000)
    }
    await expectSame(one, two)
    expect((await added()).hours.map(([hour]) => hour)).toEqual(hours)
    expect((await added()).days).toHaveLength(days)
  })

  it.each(['refused', 'done'])(
    'a deletion %s while the till had left is put right',
    async (how) => {
      await joined()
      const saleId = sellOf(two.till.api, FARE)
      await issued(two)
      two.wire.losesDeletions = true
      must(await said(two, two.till.api.deleteReceipt({ saleId, reason: 'Error' })))
      two.wire.cutsPath = '/api/invoices'
      two.wire.losesDeletions = false
      await told(two)
      expect((await added()).sales).toBe(1)
      must(await said(two, two.till.api.leaveShop()))
      await onItsWay(how === 'refused')
      two.wire.cutsPath = null
      await issued(two)
      await wait(60_000)
      await world.join(one, two)
      await settled(two)
      await expectSame(one, two)
      expect(await factsAtService('deletion')).toHaveLength(how === 'done' ? 1 : 0)
    },
  )
})
