import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promotionRule } from '../../test/support/promotions.ts'
import { priceSale } from '../money/discount.ts'
import { documentTypeOf, receiptTotals } from '../issuing/receipt-lines.ts'
import { clp } from '../money/clp.ts'
import { lineGross, quantityMilli } from '../money/quantity.ts'
import { shareOf } from '../returns/return-shares.ts'
import { priceOffers, type OfferableLine, type PriceList } from './price-offers.ts'
import type { Promotion, PromotionRule } from './promotion.ts'

const NOW = { date: '2026-11-23', weekday: 1, minute: 720 }
const promotion = (id: string, part: Partial<PromotionRule>): Promotion => ({
  id,
  name: `Promo ${id}`,
  rule: promotionRule(part),
})
const line = (
  productId: string,
  unitGrossClp: number,
  pieces: number,
  categoryId = 'a',
): OfferableLine => ({
  productId,
  categoryId,
  unitGrossClp: clp(unitGrossClp),
  quantity: quantityMilli(Math.round(pieces * 1000)),
  isMeasured: pieces % 1 !== 0,
})
const savings = (
  lines: OfferableLine[],
  promotions: Promotion[],
  priceList: PriceList | null = null,
) =>
  priceOffers(lines, { promotions, priceList }, NOW).map((offers) =>
    offers.map(({ id, discountClp }) => [id, discountClp]),
  )
const group = (take: number, pay: number) => ({ kind: 'group', take, pay }) as const
const percent = (value: number) => ({ kind: 'percent', percent: value }) as const

describe('a promotion', () => {
  it('takes its percent off each unit, as the shelf would say it', () => {
    expect(savings([line('p', 995, 3)], [promotion('x', { does: percent(10) })])).toEqual([
      [['x', 3 * (995 - 896)]],
    ])
  })

  it('of 3x2 gives the cheapest of the three, shared over the lines by what they cost', () => {
    const cart = [line('cheap', 1000, 1), line('dear', 2000, 2)]
    expect(savings(cart, [promotion('3x2', { does: group(3, 2) })])).toEqual([
      [['3x2', 200]],
      [['3x2', 800]],
    ])
    expect(savings([line('p', 1000, 7)], [promotion('3x2', { does: group(3, 2) })])).toEqual([
      [['3x2', 2000]],
    ])
  })

  it('from six on counts the goods together, and not one below', () => {
    const six = promotion('six', { does: { kind: 'from', from: 6, unitClp: 800 } })
    expect(savings([line('p', 1000, 4), line('q', 900, 2)], [six])).toEqual([
      [['six', 800]],
      [['six', 200]],
    ])
    expect(savings([line('p', 1000, 5)], [six])).toEqual([[]])
  })

  it('is for its goods, its days and its hours; small hours belong to the evening before', () => {
    const at = (part: Partial<PromotionRule>, moment = NOW) =>
      priceOffers(
        [line('p', 1000, 1)],
        { promotions: [promotion('x', part)], priceList: null },
        moment,
      )[0]?.length === 1
    expect(at({ goods: { kind: 'products', ids: ['q'] } })).toBe(false)
    expect(at({ goods: { kind: 'categories', ids: ['a'] } })).toBe(true)
    expect(at({ fromDate: '2026-11-24' })).toBe(false)
    expect(at({ untilDate: '2026-11-22' })).toBe(false)
    expect(at({ fromDate: '2026-11-23', untilDate: '2026-11-23' })).toBe(true)
    expect(at({ weekdays: [2, 3, 4, 5, 6, 7] })).toBe(false)
    expect(at({ fromMinute: 720, untilMinute: 721 })).toBe(true)
    expect(at({ fromMinute: 600, untilMinute: 720 })).toBe(false)
    const night = { weekdays: [7], untilDate: '2026-11-22', fromMinute: 1320, untilMinute: 120 }
    expect(at(night, { ...NOW, minute: 60 })).toBe(true)
    expect(at(night, { ...NOW, minute: 120 })).toBe(false)
    expect(at(night, { ...NOW, minute: 1350 })).toBe(false)
  })

  it('is one for a unit: of equals the better one, before that the higher priority', () => {
    const ten = promotion('ten', { does: percent(10) })
    const half = promotion('half', { does: percent(50) })
    expect(savings([line('p', 1000, 1)], [ten, half])).toEqual([[['half', 500]]])
    const first = promotion('ten', { does: percent(10), priority: 1 })
    expect(savings([line('p', 1000, 1)], [first, half])).toEqual([[['ten', 100]]])
    // Two for one is half of both; sixty percent off each is better, and stays.
    const two = promotion('two', { does: group(2, 1) })
    expect(savings([line('p', 1000, 3)], [two, ten])).toEqual([
      [
        ['ten', 100],
        ['two', 1000],
      ],
    ])
    expect(savings([line('p', 1000, 2)], [two, promotion('60', { does: percent(60) })])).toEqual([
      [['60', 1200]],
    ])
  })

  it('makes no groups of what is weighed', () => {
    expect(savings([line('kg', 1000, 2.5)], [promotion('x', { does: group(2, 1) })])).toEqual([[]])
  })

  it('only for a price list is for its customers; the list is what a unit costs at most', () => {
    const list = (percents: PriceList['percents'], prices: PriceList['prices'] = []) => ({
      id: 'mayor',
      name: 'Mayorista',
      percents,
      prices,
    })
    const own = promotion('own', { does: percent(30), priceListId: 'mayor' })
    expect(savings([line('p', 1000, 1)], [own])).toEqual([[]])
    expect(savings([line('p', 1000, 1)], [own], list([]))).toEqual([[['own', 300]]])
    const ten = promotion('ten', { does: percent(10), priority: 9 })
    const fifth = list([{ categoryId: '', percent: 20 }])
    expect(savings([line('p', 1000, 1)], [ten], fifth)).toEqual([[['mayor', 200]]])
    const dear = list([], [{ productId: 'p', unitGrossClp: 1_500 }])
    expect(savings([line('p', 1000, 1)], [], dear)).toEqual([[]])
  })
})

const anyGoods = fc.oneof(
  fc.constant({ kind: 'all' as const }),
  fc
    .uniqueArray(fc.constantFrom('p1', 'p2', 'p3', 'p4'), { minLength: 1 })
    .map((ids) => ({ kind: 'products' as const, ids })),
  fc
    .uniqueArray(fc.constantFrom('a', 'b'), { minLength: 1 })
    .map((ids) => ({ kind: 'categories' as const, ids })),
)
const unitClp = fc.integer({ min: 1, max: 3_000 })
const anyDoes: fc.Arbitrary<PromotionRule['does']> = fc.oneof(
  fc.integer({ min: 1, max: 99 }).map(percent),
  unitClp.map((value) => ({ kind: 'price' as const, unitClp: value })),
  fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.nat(3))
    .map(([take, pay]) => group(take, Math.min(take - 1, pay + 1))),
  fc.record({ kind: fc.constant('from' as const), from: fc.integer({ min: 2, max: 8 }), unitClp }),
)
const anyPromotions = fc
  .array(fc.record({ does: anyDoes, goods: anyGoods, priority: fc.nat(2) }), { maxLength: 6 })
  .map((parts) => parts.map((part, index) => promotion(`n${index}`, part)))
/** One price a product, as a catalogue has. */
const PRICES: Record<string, number> = { p1: 1, p2: 990, p3: 1_995, p4: 33 }
const anyLine = fc
  .record({
    productId: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((pieces) => pieces * 1000),
      fc.integer({ min: 1, max: 4_000 }),
    ),
    isExempt: fc.boolean(),
  })
  .map(({ productId, quantity, isExempt }) => ({
    ...line(productId, PRICES[productId] ?? 1, quantity / 1000, productId < 'p3' ? 'a' : 'b'),
    isExempt,
  }))
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 12 })
const anyList = fc.option(
  fc.record({
    id: fc.constant('list'),
    name: fc.constant('Mayorista'),
    percents: fc.array(
      fc.record({
        categoryId: fc.constantFrom('', 'a', 'b'),
        percent: fc.integer({ min: 1, max: 99 }),
      }),
      { maxLength: 2 },
    ),
    prices: fc.array(fc.record({ productId: fc.constantFrom('p2', 'p3'), unitGrossClp: unitClp }), {
      maxLength: 2,
    }),
  }),
)

describe('over any cart', () => {
  it('lines add up to the total on 39 and 41, none is below nothing, and a return gives back what was paid', () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, anyList, (lines, promotions, priceList) => {
        const offers = priceOffers(lines, { promotions, priceList }, NOW)
        const sale = priceSale(
          lines.map((each, index) => ({ ...each, offers: offers[index] ?? [] })),
          undefined,
        )
        const totals = receiptTotals(
          sale.lines.map(({ beforeClp, ownDiscountClp }, index) => ({
            beforeDiscountClp: beforeClp,
            discountClp: ownDiscountClp,
            isExempt: lines[index]?.isExempt ?? false,
          })),
        )
        let sum = 0
        for (const [index, { beforeClp, ownDiscountClp }] of sale.lines.entries()) {
          const { quantity, ...sold } = lines[index]!
          const saved = offers[index]!.reduce((all, { discountClp }) => all + discountClp, 0)
          // Nothing is cut down afterwards: the parts are what the line saves.
          expect(ownDiscountClp).toBe(saved)
          const paidClp = clp(beforeClp - ownDiscountClp)
          expect(paidClp).toBeGreaterThanOrEqual(0)
          sum += paidClp
          const back = { ...sold, lineNumber: 1, code: '', name: '', unit: null, quantity }
          const first = Math.floor(quantity / 3)
          const before = { ...back, grossClp: paidClp, returnedQuantity: 0, returnedClp: clp(0) }
          const part = shareOf(before, first)
          const rest = { ...before, returnedQuantity: first, returnedClp: part }
          expect(part + shareOf(rest, quantity - first)).toBe(paidClp)
        }
        expect(totals.totalClp).toBe(sum)
        expect(totals.subTotalClp + totals.ivaClp - totals.discountClp).toBe(totals.totalClp)
        expect(documentTypeOf(lines)).toBe(lines.every(({ isExempt }) => isExempt) ? '41' : '39')
      }),
      { numRuns: 300 },
    )
  })

  it('neither the order of scanning nor of the promotions matters, and the same is counted twice alike', () => {
    const shuffled = fc
      .tuple(anyLines, anyPromotions, anyList)
      .chain(([lines, promotions, priceList]) =>
        fc.record({
          lines: fc.constant(lines),
          promotions: fc.constant(promotions),
          priceList: fc.constant(priceList),
          others: fc.shuffledSubarray(lines, { minLength: lines.length }),
          otherPromotions: fc.shuffledSubarray(promotions, { minLength: promotions.length }),
        }),
      )
    fc.assert(
      fc.property(shuffled, ({ lines, promotions, priceList, others, otherPromotions }) => {
        const of = (cart: typeof lines, all: Promotion[]) =>
          priceOffers(cart, { promotions: all, priceList }, NOW)
        const paid = (cart: typeof lines, all: Promotion[]) =>
          of(cart, all)
            .map((offers, index) => JSON.stringify([cart[index], offers]))
            .toSorted()
        const byProduct = (cart: typeof lines, all: Promotion[]) =>
          of(cart, all)
            .flat()
            .reduce((sum, { discountClp }) => sum + discountClp, 0)
        expect(of(lines, promotions)).toEqual(of(lines, promotions))
        expect(paid(lines, promotions)).toEqual(paid(lines, otherPromotions))
        expect(byProduct(lines, promotions)).toBe(byProduct(others, otherPromotions))
      }),
      { numRuns: 300 },
    )
  })

  it('without priorities no promotion alone would have saved more', () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, (lines, all) => {
        const promotions = all.map((each) => ({ ...each, rule: { ...each.rule, priority: 0 } }))
        const saved = (of: Promotion[]) =>
          priceOffers(lines, { promotions: of, priceList: null }, NOW)
            .flat()
            .reduce((sum, { discountClp }) => sum + discountClp, 0)
        const together = saved(promotions)
        for (const each of promotions.filter(({ rule }) => rule.does.kind !== 'group'))
          expect(together).toBeGreaterThanOrEqual(saved([each]))
      }),
      { numRuns: 200 },
    )
  })

  it('a line that goes takes its promotion with it', () => {
    const three = [promotion('3x2', { does: group(3, 2) })]
    const cart = [line('p', 1000, 2), line('q', 1000, 1)]
    expect(savings(cart, three).flat()).toHaveLength(2)
    expect(savings(cart.slice(0, 1), three).flat()).toEqual([])
  })

  it('what lines come to is never more than they cost', () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, anyList, (lines, promotions, priceList) => {
        for (const [index, offers] of priceOffers(
          lines,
          { promotions, priceList },
          NOW,
        ).entries()) {
          const { unitGrossClp, quantity } = lines[index]!
          const saved = offers.reduce((sum, { discountClp }) => sum + discountClp, 0)
          expect(saved).toBeLessThanOrEqual(lineGross(unitGrossClp, quantity))
        }
      }),
      { numRuns: 200 },
    )
  })
})
