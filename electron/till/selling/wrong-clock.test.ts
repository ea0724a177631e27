/** A machine's clock that is set wrong by more than half a day, and set right while papers wait. */
import { expect, it } from 'vitest'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'
import { clp } from '#shared/money/clp.ts'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { offeredCart } from '#shared/selling/cart/cart-offers.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { promotionRule } from '../../../test/support/promotions.ts'
import { handsOf } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf, sellOf } from '../../../test/support/till-fixture.ts'
import { setClockWrong } from '../../../test/support/wrong-clock.ts'

const DAY_MS = 24 * 3_600_000
const slips: string[] = []
const { fixture, till } = onlineTillPerTest({
  drawSlip: async ({ soldAt }) => {
    slips.push(soldAt)
    return new Uint8Array()
  },
})

it.each([1, 365, -1, -365])(
  'dates what is sold as the service does, with a clock that is %i days ahead',
  async (days) => {
    await setClockWrong({ fixture, till }, days)
    sellOf(till.api)
    await fixture.until(() => fixture.service.created().length === 1, 60_000)
    expect(fixture.service.created()[0]?.body).toContain('"invoice_date":"2026-11-20"')
  },
)

it.each([365, -365])(
  'knows the limit of the year, and the sales of one buyer that day, %i days off',
  async (days) => {
    await till.api.saveSettings({
      buyerLimits: [2025, 2026].map((year) => ({ year, limitClp: year === 2026 ? 3_000 : 9_000 })),
    })
    await setClockWrong({ fixture, till }, days)
    expect(till.api.bootstrap()).toMatchObject({
      buyerRequiredFromClp: 3_000,
      missingLimitYear: null,
    })
    const recipient = { rut: '60803000-K', legalName: 'Panadería', phone: '', email: '' }
    const sale = { ...commitOf(till.api, cartOf(till.api, '7801040000037')), recipient }
    expect(till.api.commitSale(sale)).toMatchObject({ ok: true })
    expect(till.api.splitSale({ rut: recipient.rut, totalClp: clp(1_996) })).toMatchObject({
      kind: 'buyer',
      count: 2,
    })
  },
)

it.each([365, -365])('has the offers of the day at the counter, %i days off', async (days) => {
  const { api } = till
  const rule = promotionRule({
    ...{ does: { kind: 'group', take: 3, pay: 2 } },
    ...{ fromDate: '2026-11-01', untilDate: '2026-11-30' },
  })
  must(api.savePromotion({ promotionId: null, name: '3x2', rule }))
  await setClockWrong({ fixture, till }, days)
  const three = cartOf(api, '7801040000037', '7801040000037', '7801040000037')
  const cart = offeredCart(three, api.offers(), fixture.clock.now(), api.status().clockSkewMs)
  expect(cartTotals(cart).offersClp).toBeGreaterThan(0)
  expect(api.commitSale({ ...commitOf(api, cart), offersAt: cart.offersAt })).toMatchObject({
    ok: true,
  })
})

it.each([1, -1])(
  'asks about every paper that waits, once the clock is set by %i day',
  async (days) => {
    const sent = fixture.printer.answer
    fixture.printer.answer = () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
    for (let sale = 0; sale < 3; sale += 1) sellOf(till.api)
    await fixture.until(() => till.api.status().pendingCount === 0)
    fixture.clock.jumpWallClock(days * DAY_MS)
    fixture.printer.answer = sent
    await fixture.clock.advance(60_000)
    expect(fixture.printer.printed).toEqual([])
    expect(till.api.status().latePapers).toMatchObject({ count: 3 })
  },
)

it.each([365, -365])('the slip has the day of its sale, %i days off', async (days) => {
  await setClockWrong({ fixture, till }, days)
  await goOffline({ fixture, api: till.api })
  slips.length = 0
  sellOf(till.api)
  await fixture.until(() => slips.length > 0)
  expect(slips).toEqual([expect.stringMatching(/^20-11-2026 /)])
})

it.each([365, -365])(
  'the file of a shift has the day of each document and of each deletion, %i days off',
  async (days) => {
    const { useShifts, openShift } = handsOf(() => till.api)
    must(await useShifts())
    const shiftId = openShift()
    await setClockWrong({ fixture, till }, days)
    await goOffline({ fixture, api: till.api })
    const saleId = sellOf(till.api)
    must(await till.api.deleteReceipt({ saleId, reason: 'error' }))
    const [, , ...rows] = must(till.api.shiftFile({ shiftId })).text.trim().split('\r\n')
    expect(
      rows.map((row) => row.split(';').slice(1, 4)).map(([day, , what]) => [day, what]),
    ).toEqual([
      ['20-11-2026', 'venta'],
      ['20-11-2026', 'eliminación'],
    ])
  },
)
