import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AMOUNT_CLP_MAX, clp, sumClp } from './clp.ts'
import { discountRuleSchema } from './discount-schema.ts'
import { lineGross, quantityMilli } from './quantity.ts'
import {
  checkRule,
  discountClpOf,
  formatRule,
  isRule,
  percentIn,
  percentTold,
  percentOf,
  priceSale,
  type DiscountRule,
} from './discount.ts'

const percent = fc.integer({ min: 1, max: 100 })
const amount = (max: number) => fc.integer({ min: 1, max })
const anyRule: fc.Arbitrary<DiscountRule> = fc.oneof(
  percent.map((value) => ({ kind: 'percent' as const, percent: value })),
  fc
    .oneof(amount(2_000), amount(900_000_000))
    .map((amountClp) => ({ kind: 'amount' as const, amountClp })),
)
const anyLine = fc.record({
  unitGrossClp: fc
    .oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 900_000 }))
    .map(clp),
  quantity: fc
    .oneof(
      fc.integer({ min: 1, max: 12 }).map((pieces) => pieces * 1000),
      fc.integer({ min: 1, max: 40_000 }),
    )
    .map(quantityMilli),
  discount: fc.option(anyRule, { nil: undefined }),
})

describe('a discount', () => {
  it('is what was given, at every amount: 15 % is 15 %, however its pesos round', () => {
    fc.assert(
      fc.property(percent, fc.nat(9_000_000), (given, before) => {
        const rule = { kind: 'percent', percent: given } as const
        expect(percentIn(rule, clp(before))).toBe(given)
        expect(
          Math.abs(discountClpOf(rule, clp(before)) - (before * given) / 100),
        ).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  it('in percent is rounded half up to a peso', () => {
    expect([
      percentOf(1990, 10),
      percentOf(1995, 10),
      percentOf(1994, 10),
      percentOf(5, 10),
    ]).toEqual([199, 200, 199, 1])
  })

  it('given in pesos stands for the smallest percent that takes as much', () => {
    fc.assert(
      fc.property(
        amount(3_000_000),
        fc.integer({ min: 1, max: 3_000_000 }),
        (amountClp, before) => {
          const rule = { kind: 'amount', amountClp } as const
          const stands = percentIn(rule, clp(before))
          expect(stands).toBeLessThanOrEqual(100)
          expect(percentOf(before, stands)).toBeGreaterThanOrEqual(discountClpOf(rule, clp(before)))
          if (stands > 0)
            expect(percentOf(before, stands - 1)).toBeLessThan(discountClpOf(rule, clp(before)))
        },
      ),
    )
  })

  it.each([
    [{ kind: 'percent', percent: 101 }, 'PERCENT_NOT_VALID'],
    [{ kind: 'percent', percent: 1.5 }, 'PERCENT_NOT_VALID'],
    [{ kind: 'amount', amountClp: -1 }, 'DISCOUNT_NOT_VALID'],
    [{ kind: 'amount', amountClp: 0.5 }, 'DISCOUNT_NOT_VALID'],
  ] as const)('%o is none: %s', (given, code) => {
    expect(checkRule(given)).toMatchObject({ refusal: { code, field: 'discount' } })
  })

  it('of nothing is no discount', () => {
    expect(checkRule({ kind: 'amount', amountClp: 0 })).toEqual({ ok: true, value: undefined })
    expect([
      formatRule({ kind: 'percent', percent: 15 }),
      formatRule({ kind: 'amount', amountClp: 1500 }),
    ]).toEqual(['15 %', '$1.500'])
  })
})

describe('a sale under its rules', () => {
  it('is the sum of its rules to the peso, and no line of it is negative', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 12 }),
        fc.option(anyRule, { nil: undefined }),
        (lines, rule) => {
          const sale = priceSale(lines, rule)
          const left = lines.map((line) => {
            const before = lineGross(line.unitGrossClp, line.quantity)
            return clp(before - discountClpOf(line.discount, before))
          })
          expect(sale.saleDiscountBaseClp).toBe(sumClp(left))
          expect(sale.saleDiscountClp).toBe(discountClpOf(rule, sumClp(left)))
          expect(sumClp(sale.lines.map((line) => line.saleDiscountClp))).toBe(sale.saleDiscountClp)
          expect(sale.totalClp).toBe(sumClp(left) - sale.saleDiscountClp)
          for (const [index, line] of sale.lines.entries()) {
            expect(line.saleDiscountClp).toBeGreaterThanOrEqual(0)
            expect(line.beforeClp - line.ownDiscountClp).toBe(left[index])
            expect(line.saleDiscountClp).toBeLessThanOrEqual(left[index] ?? 0)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

it('tells pesos as a percent only where one whole percent takes just them off', () => {
  expect(percentTold(clp(299), clp(1996))).toBe(15)
  expect(percentTold(clp(300), clp(1996))).toBeNull()
  expect(percentTold(clp(0), clp(1996))).toBeNull()
  expect(percentTold(clp(1996), clp(1996))).toBe(100)
  // Of ten pesos, one is 5 % as well as 14 %.
  expect(percentTold(clp(1), clp(10))).toBeNull()
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 100, max: 9e6 }),
      (given, of) => {
        expect(percentTold(percentOf(of, given), clp(of))).toBe(given)
      },
    ),
  )
})

it('a rule is one for whoever counts exactly when it may be sent', () => {
  const value = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, 100, 101, AMOUNT_CLP_MAX))
  fc.assert(
    fc.property(value, (given) => {
      const rules = [
        { kind: 'percent', percent: given },
        { kind: 'amount', amountClp: given },
      ] as const
      for (const rule of rules)
        expect(isRule(rule)).toBe(discountRuleSchema.safeParse(rule).success)
    }),
  )
})
