import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clp, allocateClp } from '../money/clp.ts'
import { checkPin, waitAfterMs } from './pin.ts'
import { DEFAULT_RIGHTS, mayApprove, needsOfSale, type RoleRights } from './rights.ts'
import type { RiskLine } from './risk-line.ts'

const line = fc.record({
  beforeClp: fc.integer({ min: 1, max: 900_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }),
  priced: fc.integer({ min: 0, max: 3 }),
})
const sale = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.map(({ beforeClp, share, priced }, index): RiskLine => ({
  lineNumber: index + 1, name: `P${index}`, unitGrossClp: beforeClp, beforeClp, discountClp: Math.floor(beforeClp * share),
  list: priced === 0 ? 'free' : priced === 1 ? null : priced === 2 ? beforeClp + 5 : beforeClp,
})))
const percent = fc.integer({ min: 0, max: 100 })
const rights = fc.record({ lineDiscountPercent: percent, cartDiscountPercent: percent, changePrice: fc.boolean(), freeLine: fc.boolean() })
  .map((some): RoleRights => ({ ...DEFAULT_RIGHTS.cashier, ...some }))

describe('what a sale needs', () => {
  it('is nothing once it has been approved, and nothing for an owner', () => {
    fc.assert(fc.property(sale, rights, (lines, own) => {
      const needs = needsOfSale(lines, own, [])
      expect(needsOfSale(lines, own, needs)).toEqual([])
      expect(needsOfSale(lines, DEFAULT_RIGHTS.owner, [])).toEqual([])
      expect(needs.every((need) => mayApprove(DEFAULT_RIGHTS.owner, need))).toBe(true)
    }))
  })

  it('is never less than the limits: a sale without needs gives away no more than they allow, to a peso a line', () => {
    fc.assert(fc.property(sale, rights, (lines, own) => {
      if (needsOfSale(lines, own, []).length > 0) return
      const most = Math.max(own.lineDiscountPercent, own.cartDiscountPercent)
      for (const { discountClp, beforeClp } of lines) {
        expect(discountClp).toBeLessThanOrEqual((beforeClp * own.lineDiscountPercent) / 100 + 1)
      }
      const sum = lines.reduce((total, { discountClp }) => total + discountClp, 0)
      expect(sum).toBeLessThanOrEqual((lines.reduce((total, { beforeClp }) => total + beforeClp, 0) * most) / 100 + lines.length)
      expect(lines.every(({ list, unitGrossClp }) => list === unitGrossClp || own.changePrice || (list === 'free' && own.freeLine))).toBe(true)
    }))
  })

  it('lets a percent of the whole sale pass at exactly that limit, however it falls on the lines', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 30 })
    fc.assert(fc.property(prices, percent, (prices, percent) => {
      const total = prices.reduce((sum, price) => sum + price, 0)
      const shares = allocateClp(clp(Math.floor((total * percent + 50) / 100)), prices)
      const lines = prices.map((price, index): RiskLine => ({
        lineNumber: index + 1, name: '', unitGrossClp: price, beforeClp: price, discountClp: shares[index] ?? 0, list: price,
      }))
      expect(needsOfSale(lines, { ...DEFAULT_RIGHTS.cashier, lineDiscountPercent: percent, cartDiscountPercent: percent }, [])).toEqual([])
    }))
  })

  it('asks once for a discount on the whole sale, and for a single line by its name', () => {
    const lines = [1, 2, 3].map((lineNumber): RiskLine => ({ lineNumber, name: `P${lineNumber}`, unitGrossClp: 1000, beforeClp: 1000, discountClp: 200, list: 1000 }))
    expect(needsOfSale(lines, DEFAULT_RIGHTS.cashier, [])).toEqual([{ kind: 'cart-discount', percent: 20, throughLine: 3 }])
    const one = lines.map((each) => ({ ...each, discountClp: each.lineNumber === 2 ? 200 : 0 }))
    expect(needsOfSale(one, DEFAULT_RIGHTS.cashier, [])).toEqual([{ kind: 'line-discount', lineNumber: 2, name: 'P2', percent: 20 }])
  })

  it('does not pass an approved discount on to the next cart', () => {
    const next: RiskLine = { lineNumber: 4, name: 'P', unitGrossClp: 1000, beforeClp: 1000, discountClp: 200, list: 1000 }
    expect(needsOfSale([next], DEFAULT_RIGHTS.cashier, [{ kind: 'cart-discount', percent: 20, throughLine: 3 }])).toHaveLength(1)
  })
})

describe('PINs', () => {
  it.each([['2580', true], ['13579246', true], ['1111', false], ['1234', false], ['9876', false], ['12', false], ['12a4', false]])('%s: %s', (pin, isGood) => {
    expect(checkPin(pin).ok).toBe(isGood)
  })

  it('cost nothing for four mistakes, then a wait that doubles up to a quarter of an hour', () => {
    expect([1, 4, 5, 6, 7, 40].map(waitAfterMs)).toEqual([0, 0, 30_000, 60_000, 120_000, 900_000])
  })
})
