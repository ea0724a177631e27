import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needSchema } from './need.ts'
import { wordsOf } from '../languages/core-words.ts'
import { needText } from './need-text.ts'
import { checkPin, SHOULDER, waitAfterMs } from './pin.ts'
import { DEFAULT_RIGHTS, mayApprove, needsOfSale, type RoleRights } from './rights.ts'
import { priceRisk, type RiskLine, type RiskSale } from './risk-line.ts'

const percent = fc.integer({ min: 0, max: 100 })
const rule = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((value) => ({ kind: 'percent' as const, percent: value })),
  fc.integer({ min: 1, max: 900_000 }).map((amountClp) => ({ kind: 'amount' as const, amountClp })),
)
const line = fc.record({
  unitGrossClp: fc.integer({ min: 1, max: 300_000 }),
  quantity: fc.integer({ min: 1, max: 9000 }),
  discount: fc.option(rule, { nil: undefined }),
  priced: fc.integer({ min: 0, max: 3 }),
})
const sale: fc.Arbitrary<RiskSale> = fc.record({
  lines: fc
    .array(line, { minLength: 1, maxLength: 12 })
    .map((lines) =>
      lines.map(
        ({ priced, ...each }, index): RiskLine => ({
          ...each,
          lineNumber: index + 1,
          productId: priced === 0 ? null : `p${index}`,
          name: `P${index}`,
          list:
            priced === 0
              ? 'free'
              : priced === 1
                ? null
                : priced === 2
                  ? each.unitGrossClp + 5
                  : each.unitGrossClp,
        }),
      ),
    ),
  discount: fc.option(rule, { nil: undefined }),
})
const rights = fc
  .record({
    lineDiscountPercent: percent,
    cartDiscountPercent: percent,
    changePrice: fc.boolean(),
    freeLine: fc.boolean(),
  })
  .map((some): RoleRights => ({ ...DEFAULT_RIGHTS.cashier, ...some }))

const CASHIER = DEFAULT_RIGHTS.cashier
const lineOf = (change: Partial<RiskLine> = {}): RiskLine => ({
  lineNumber: 1,
  productId: 'gum',
  name: 'Chicle',
  unitGrossClp: 1000,
  quantity: 1000,
  list: 1000,
  ...change,
})
const saleOf = (...lines: RiskLine[]): RiskSale => ({ lines })
const off = (value: number) => ({ kind: 'percent' as const, percent: value })
const pesosOff = (amountClp: number) => ({ kind: 'amount' as const, amountClp })

describe('what a sale needs', () => {
  it('is nothing once it has been allowed, and nothing for an owner', () => {
    fc.assert(
      fc.property(sale, rights, (asked, own) => {
        const needs = needsOfSale(asked, own, [])
        expect(needsOfSale(asked, own, needs)).toEqual([])
        expect(needsOfSale(asked, DEFAULT_RIGHTS.owner, [])).toEqual([])
        expect(needs.every((need) => mayApprove(DEFAULT_RIGHTS.owner, need))).toBe(true)
        expect(needs.map((need) => needSchema.parse(JSON.parse(JSON.stringify(need))))).toEqual(
          needs,
        )
      }),
    )
  })

  it('is never less than the limits: without needs each rule takes off no more than its own allows, to a peso', () => {
    fc.assert(
      fc.property(sale, rights, (asked, own) => {
        fc.pre(needsOfSale(asked, own, []).length === 0)
        const price = priceRisk(asked)
        for (const { beforeClp, ownDiscountClp } of price.lines) {
          expect(ownDiscountClp).toBeLessThanOrEqual(
            (beforeClp * own.lineDiscountPercent) / 100 + 0.5,
          )
        }
        expect(price.saleDiscountClp).toBeLessThanOrEqual(
          (price.saleDiscountBaseClp * own.cartDiscountPercent) / 100 + 0.5,
        )
        expect(
          asked.lines.every(
            ({ list, unitGrossClp }) =>
              list === unitGrossClp || own.changePrice || (list === 'free' && own.freeLine),
          ),
        ).toBe(true)
      }),
    )
  })

  it('names a percent as it was given at every price, and lets exactly the limit pass', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 0, max: 99 }),
        (unitGrossClp, limit) => {
          const own = { ...CASHIER, lineDiscountPercent: limit, cartDiscountPercent: limit }
          const priced = lineOf({ unitGrossClp, list: unitGrossClp })
          const onLine = (value: number) => saleOf({ ...priced, discount: off(value) })
          const onSale = (value: number) => ({ lines: [priced], discount: off(value) })
          if (limit > 0)
            for (const asked of [onLine(limit), onSale(limit)])
              expect(needsOfSale(asked, own, [])).toEqual([])
          const percent = limit + 1
          expect(needsOfSale(onLine(percent), own, [])).toMatchObject([
            { kind: 'line-discount', percent },
          ])
          expect(needsOfSale(onSale(percent), own, [])).toMatchObject([
            { kind: 'cart-discount', percent },
          ])
        },
      ),
    )
  })

  it('counts a discount on the line and one on the sale as one: 10 % and 10 % are 19', () => {
    const twice = { lines: [lineOf({ discount: off(10) })], discount: off(10) }
    const needs = needsOfSale(twice, CASHIER, [])
    expect(needs).toMatchObject([{ kind: 'cart-discount', percent: 10, combinedPercent: 19 }])
    expect(needs.every((need) => mayApprove(CASHIER, need))).toBe(false)
    expect(needs.every((need) => mayApprove(DEFAULT_RIGHTS.supervisor, need))).toBe(true)
    const within = { lines: [lineOf({ discount: off(5) })], discount: off(5) }
    expect(needsOfSale(within, CASHIER, [])).toEqual([])
  })

  it('judges an amount by the percent it is of what it is taken off, as that is now', () => {
    const asked = saleOf(lineOf({ quantity: 10_000, discount: pesosOff(1000) }))
    expect(needsOfSale(asked, CASHIER, [])).toEqual([])
    const fewer = saleOf(lineOf({ quantity: 2000, discount: pesosOff(1000) }))
    expect(needsOfSale(fewer, CASHIER, [])).toMatchObject([
      { kind: 'line-discount', percent: 50, discountClp: 1000 },
    ])
  })
})

describe('what was allowed', () => {
  const half = lineOf({ discount: off(50) })
  const allowed = needsOfSale(saleOf(half), CASHIER, [])

  it.each<[string, Partial<RiskLine>]>([
    ['more pieces', { quantity: 99_000 }],
    ['fewer pieces', { quantity: 500 }],
    ['a smaller discount', { discount: off(20) }],
    ['a cheaper price', { unitGrossClp: 900, list: 900 }],
    ['another product', { productId: 'soap' }],
    ['another line', { lineNumber: 2 }],
    ['a dearer price', { unitGrossClp: 9000, list: 9000 }],
    ['a higher percent', { discount: off(51) }],
    ['an amount that is more', { discount: pesosOff(501) }],
    ['a line without a number', { lineNumber: 0 }],
  ])('does not cover %s', (_, change) => {
    expect(needsOfSale(saleOf({ ...half, ...change }), CASHIER, allowed)).toHaveLength(1)
  })

  it('covers just what was shown', () => {
    expect(needsOfSale(saleOf(half), CASHIER, allowed)).toEqual([])
  })

  it('for the whole sale is for these lines, neither more of them nor others', () => {
    const asked: RiskSale = { lines: [lineOf()], discount: off(20) }
    const given = needsOfSale(asked, CASHIER, [])
    expect(given).toMatchObject([
      { kind: 'cart-discount', percent: 20, discountClp: 200, baseClp: 1000 },
    ])
    const dear = lineOf({ lineNumber: 2, productId: 'tv', unitGrossClp: 300_000, list: 300_000 })
    expect(needsOfSale({ ...asked, lines: [lineOf(), dear] }, CASHIER, given)).toMatchObject([
      { discountClp: 60_200 },
    ])
    const other = lineOf({ productId: 'phone', name: 'Teléfono' })
    expect(needsOfSale({ ...asked, lines: [other] }, CASHIER, given)).toHaveLength(1)
    expect(needsOfSale(asked, CASHIER, given)).toEqual([])
  })

  it('as a price is for that product, line, price and so many pieces', () => {
    const cheap = lineOf({ unitGrossClp: 500 })
    const priced = needsOfSale(saleOf(cheap), CASHIER, [])
    expect(needsOfSale(saleOf(cheap), CASHIER, priced)).toEqual([])
    for (const change of [
      { productId: 'soap' },
      { quantity: 2000 },
      { unitGrossClp: 400 },
      { lineNumber: 3 },
      { list: 900_000 },
    ]) {
      expect(needsOfSale(saleOf({ ...cheap, ...change }), CASHIER, priced)).toHaveLength(1)
    }
  })

  it('is told with product, quantity, rule and pesos', () => {
    const odd = lineOf({
      name: 'Café',
      quantity: 3000,
      unitGrossClp: 1997,
      list: 1997,
      discount: off(15),
    })
    const asked: RiskSale = {
      lines: [odd, lineOf({ lineNumber: 2, discount: pesosOff(500) })],
      discount: off(15),
    }
    expect(needsOfSale(asked, CASHIER, []).map((need) => needText(need, wordsOf('es')))).toEqual([
      '15 % de descuento a la venta de $5.592 (-$839)',
      '15 % de descuento en 3 × «Café» (-$899)',
      '$500 de descuento, 50 %, en 1 × «Chicle» (-$500)',
    ])
  })
})

describe('PINs', () => {
  it.each([
    ['2580', true],
    ['13579246', true],
    ['1111', false],
    ['1234', false],
    ['9876', false],
    ['1212', false],
    ['1122', false],
    ['7778', false],
    ['123123', false],
    ['1987', false],
    ['2024', false],
    ['4196', true],
    ['12', false],
    ['12a4', false],
  ])('%s: %s', (pin, isGood) => {
    expect(checkPin(pin).ok).toBe(isGood)
  })

  it('cost nothing for four mistakes, then a wait that doubles up to a quarter of an hour', () => {
    expect([1, 4, 5, 6, 7, 40].map((tries) => waitAfterMs(SHOULDER, tries))).toEqual([
      0, 0, 30_000, 60_000, 120_000, 900_000,
    ])
  })
})
