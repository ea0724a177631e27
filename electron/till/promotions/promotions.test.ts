import { describe, expect, it } from 'vitest'
import type { Cart } from '#shared/selling/cart/cart.ts'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { offeredCart, shopMoment } from '#shared/selling/cart/cart-offers.ts'
import type { PromotionRule } from '#shared/promotions/promotion.ts'
import { must } from '../../../test/support/must.ts'
import { promotionRule } from '../../../test/support/promotions.ts'
import { rowsOf } from '../../../test/support/people-story.ts'
import { cartOf, commitOf, receiptOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till, api } = tillPerTest()
const COFFEE = '7801040000037'
const MINUTE_MS = 60_000

const save = (
  part: Partial<PromotionRule> = {},
  name = 'Oferta',
  promotionId: string | null = null,
) => {
  const readAt = must(api.promotions()).find(({ id }) => id === promotionId)?.changedAt
  return api.savePromotion({ promotionId, readAt, name, rule: promotionRule(part) })
}
const only = () => must(api.promotions())[0]!
const now = () => fixture.clock.now()
const shown = (cart: Cart) => offeredCart(cart, api.offers(), now())
const charge = (cart: Cart) => api.commitSale({ ...commitOf(api, cart), offersAt: cart.offersAt })
const moment = () => shopMoment(now())
const threeCoffees = () => cartOf(api, COFFEE, COFFEE, COFFEE)
const group = { does: { kind: 'group', take: 3, pay: 2 } } as const

describe('a sale with promotions', () => {
  it('is charged as the screen showed it, and paper, rows and document say which promotion and how much', () => {
    must(save(group, '3x2 Café'))
    const cart = shown(threeCoffees())
    const unit = cart.lines[0]!.unitGrossClp
    expect(cartTotals(cart)).toMatchObject({ totalClp: unit * 2, offersClp: unit })
    const { saleId, totalClp } = must(charge(cart))
    expect(totalClp).toBe(unit * 2)
    expect(receiptOf(api, saleId).totalClp).toBe(unit * 2)
    expect(
      rowsOf(fixture.dataDir, 'SELECT line_number, name, discount_clp FROM sale_line_promotion'),
    ).toEqual([{ line_number: 1, name: '3x2 Café', discount_clp: unit }])
    const [body] = rowsOf(fixture.dataDir, 'SELECT CAST(body AS TEXT) AS text FROM receipt')
    expect((body as { text: string }).text).toContain('- 3x2 Café')
  })

  it('that has ended since the first scan is still charged for half an hour, then the total is said anew', async () => {
    const { minute } = moment()
    must(save({ ...group, fromMinute: 0, untilMinute: minute + 1 }))
    const cart = shown(threeCoffees())
    await fixture.clock.advance(29 * MINUTE_MS)
    expect(shown(threeCoffees()).lines[0]).not.toHaveProperty('offers')
    expect(charge(cart)).toMatchObject({ ok: true })
    await fixture.clock.advance(2 * MINUTE_MS)
    expect(charge(cart)).toMatchObject({ refusal: { code: 'TOTAL_CHANGED' } })
  })

  it('that was switched off meanwhile is not charged silently: refused with the new total', () => {
    must(save(group))
    const cart = shown(threeCoffees())
    must(api.switchPromotion({ promotionId: only().id, to: 'off' }))
    const refused = charge(cart)
    expect(refused).toMatchObject({ refusal: { code: 'TOTAL_CHANGED' } })
    expect(charge(shown(cart))).toMatchObject({ ok: true })
    expect(rowsOf(fixture.dataDir, 'SELECT * FROM sale_line_promotion')).toEqual([])
  })

  it('is counted by the core: what a screen makes up, or dates back, is not believed', async () => {
    const cart = threeCoffees()
    const [line] = cart.lines
    const offers = [{ id: 'mine', name: 'Mía', discountClp: clp(1) }]
    const forged = { ...cart, lines: [{ ...line!, offers }] }
    expect(charge(forged)).toMatchObject({ refusal: { code: 'TOTAL_CHANGED' } })
    const { date } = moment()
    must(save({ ...group, untilDate: date }))
    const old = shown(cart)
    await fixture.clock.advance(31 * MINUTE_MS)
    // Closed for the night: an open till would look a thousand times for something to do.
    await till.stop()
    await fixture.clock.advance(24 * 60 * MINUTE_MS)
    await fixture.open()
    expect(charge(old)).toMatchObject({ refusal: { code: 'TOTAL_CHANGED' } })
    const ahead = { ...old, offersAt: (now() + MINUTE_MS) as typeof old.offersAt }
    expect(charge(ahead)).toMatchObject({ refusal: { code: 'TOTAL_CHANGED' } })
  })

  it('leaves a discount somebody gave alone, and returns part of a line for what was paid', () => {
    must(save(group))
    const given = threeCoffees()
    const own = { ...given.lines[0]!, discount: { kind: 'percent', percent: 10 } as const }
    const cart = shown({ ...given, lines: [own] })
    expect(cart.lines[0]).not.toHaveProperty('offers')
    expect(charge(cart)).toMatchObject({ ok: true })
    const promoted = shown(threeCoffees())
    const { saleId, totalClp } = must(charge(promoted))
    const { returnId, lines } = must(api.startReturn(saleId))
    const third = Math.round(totalClp / 3)
    const refund = { method: 'EF', reference: '' }
    const order = { returnId, originalId: saleId, reason: 'Fallado', refund, approvalId: null }
    const back = [{ lineNumber: lines[0]!.lineNumber, quantity: quantityMilli(1_000) }]
    expect(api.commitReturn({ ...order, lines: back, expectedTotalClp: third })).toMatchObject({
      ok: true,
    })
  })
})

describe('an owner of promotions', () => {
  it('makes, changes, pauses, archives and brings back; each stands in the log', () => {
    must(save({}, 'Diez'))
    must(save({ does: { kind: 'percent', percent: 20 } }, 'Veinte', only().id))
    must(api.switchPromotion({ promotionId: only().id, to: 'off' }))
    expect(api.offers().promotions).toEqual([])
    must(api.switchPromotion({ promotionId: only().id, to: 'archived' }))
    must(api.switchPromotion({ promotionId: only().id, to: 'on' }))
    expect(only()).toMatchObject({ name: 'Veinte', state: 'on' })
    expect(api.offers().promotions).toHaveLength(1)
    const log = must(api.audit({ cursor: null, limit: 5 })).rows
    expect(
      log.map(({ action, detail }) => [action, detail['what'], detail['from'], detail['to']]),
    ).toEqual([
      ['promotion-switched', 'Veinte', 'archivada', 'activa'],
      ['promotion-switched', 'Veinte', 'pausada', 'archivada'],
      ['promotion-switched', 'Veinte', 'activa', 'pausada'],
      ['promotion-saved', 'Veinte', '10 %', '20 %'],
      ['promotion-saved', 'Diez', null, '10 %'],
    ])
  })

  it.each<[string, Partial<PromotionRule>, string, string]>([
    ['a percent of 0', { does: { kind: 'percent', percent: 0 } }, 'PROMOTION_VALUE', 'percent'],
    ['a price of nothing', { does: { kind: 'price', unitClp: 0 } }, 'PROMOTION_VALUE', 'unitClp'],
    ['3x3', { does: { kind: 'group', take: 3, pay: 3 } }, 'PROMOTION_GROUP', 'pay'],
    ['from one on', { does: { kind: 'from', from: 1, unitClp: 5 } }, 'PROMOTION_VALUE', 'from'],
    [
      'goods nobody sells',
      { goods: { kind: 'products', ids: ['gone'] } },
      'PROMOTION_GOODS',
      'goods',
    ],
    ['no goods', { goods: { kind: 'categories', ids: [] } }, 'PROMOTION_GOODS', 'goods'],
    [
      'an end before its start',
      { fromDate: '2026-02-01', untilDate: '2026-01-01' },
      'PROMOTION_WHEN',
      'untilDate',
    ],
    ['a day that is none', { fromDate: '2026-02-30' }, 'PROMOTION_WHEN', 'fromDate'],
    ['no weekday', { weekdays: [] }, 'PROMOTION_WHEN', 'weekdays'],
    ['a minute too many', { untilMinute: 1_441 }, 'PROMOTION_WHEN', 'untilMinute'],
  ])('is told what is wrong with %s, and where', (_, part, code, field) => {
    expect(save(part)).toMatchObject({ refusal: { code, field } })
    expect(must(api.promotions())).toEqual([])
  })

  it('is told of a name that is missing or too long, and of a promotion that is gone', () => {
    expect(save({}, ' ')).toMatchObject({ refusal: { code: 'PROMOTION_NAME', field: 'name' } })
    expect(save({}, 'x'.repeat(41))).toMatchObject({ refusal: { code: 'PROMOTION_NAME' } })
    expect(save({}, 'Oferta', 'gone')).toMatchObject({ refusal: { code: 'PROMOTION_GONE' } })
  })
})
