import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clp } from '../money/clp.ts'
import { quickCash, settlePayment } from './payment.ts'

const totals = fc.integer({ min: 1, max: 50_000_000 }).map(clp)

describe('payment', () => {
  it('cash: rounded by law, change from the rounded sum', () => {
    expect(settlePayment(clp(1996), 'EF', 5000)).toEqual({
      ok: true, value: { method: 'EF', totalClp: 1996, roundingClp: 4, toCollectClp: 2000, tenderedClp: 5000, changeClp: 3000 },
    })
    expect(settlePayment(clp(1995), 'EF', 1990)).toMatchObject({ ok: true, value: { roundingClp: -5, changeClp: 0 } })
  })

  it('card: exact, never rounded', () => {
    expect(settlePayment(clp(1996), 'TC', null)).toMatchObject({ ok: true, value: { roundingClp: 0, toCollectClp: 1996, changeClp: 0 } })
  })

  it('says how much is missing', () => {
    expect(settlePayment(clp(1996), 'EF', 1500)).toEqual({ ok: false, refusal: { code: 'TENDERED_BELOW_DUE', missingClp: 500 } })
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s as an amount', (tendered) => {
    expect(settlePayment(clp(1000), 'EF', tendered)).toEqual({ ok: false, refusal: { code: 'TENDERED_NOT_VALID' } })
  })

  it('takes a barcode typed into the amount for a mistake', () => {
    expect(settlePayment(clp(1000), 'EF', 7_801_040_000_037)).toMatchObject({ ok: false, refusal: { code: 'TENDERED_TOO_LARGE' } })
  })

  it('always balances: tendered = total + rounding + change', () => {
    fc.assert(fc.property(totals, fc.nat(9_000_000), (total, extra) => {
      const settled = settlePayment(total, 'EF', total + 4 + extra)
      if (!settled.ok) throw new Error(settled.refusal.code)
      const { tenderedClp, roundingClp, changeClp, toCollectClp } = settled.value
      expect(tenderedClp).toBe(total + roundingClp + changeClp)
      expect(toCollectClp % 10).toBe(0)
    }))
  })

  it('offers only sums that pay, exact first', () => {
    fc.assert(fc.property(totals, (total) => {
      const sums = quickCash(total)
      expect(sums[0]).toBe(total)
      expect(sums.length).toBeLessThanOrEqual(5)
      expect(sums.every((sum) => sum >= total)).toBe(true)
      expect(new Set(sums).size).toBe(sums.length)
    }))
    expect(quickCash(clp(3490))).toEqual([3490, 4000, 5000, 10_000, 20_000])
  })
})
