/** A tip in every mix of payments: of no document, to the peso, never out of a return's value. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SaleId } from '../../core/brand.ts'
import { clp, roundForCash } from '../../money/clp.ts'
import { NOT_PAYING, payableOf, settleTyped, withTipOf } from '../open-sale/paying.ts'
import { CREDIT_METHOD, DEFAULT_METHODS, isCash } from '../payment/payment-method.ts'
import { settlePayments, sumPayments, type Tender } from '../payment/payment.ts'
import { checkTips, tipClpOf, tipLimitOf, tipProblem } from './tip.ts'

const METHODS = DEFAULT_METHODS.filter(({ isActive }) => isActive)
const pay = (id: string, amountClp: number | null): Tender => {
  const method = METHODS.find((each) => each.id === id)
  if (!method) throw new Error(id)
  return { method, amountClp, reference: '' }
}
const credit = (amountClp: number, id = '3'): Tender => ({
  method: CREDIT_METHOD,
  amountClp,
  reference: '',
  creditId: `01JD000000000000000000000${id}` as SaleId,
})
const total = fc.integer({ min: 1, max: 2_000_000 }).map(clp)
const tip = fc.integer({ min: 1, max: 300_000 }).map(clp)

describe('the tip of a payment', () => {
  it.each([
    ['on the card', 4_503, 450, [pay('TC', null)], [['TC', 4_503, 450, 0, 4_953, 0]]],
    [
      'in cash, total and tip rounded once',
      4_503,
      450,
      [pay('EF', 5_000)],
      [['EF', 4_503, 450, -3, 5_000, 50]],
    ],
    [
      'a six goes up with the tip in it',
      4_500,
      456,
      [pay('EF', null)],
      [['EF', 4_500, 456, 4, 4_960, 0]],
    ],
    [
      'in cash after the card has paid the goods',
      4_500,
      450,
      [pay('TC', 4_500), pay('EF', 1_000)],
      [
        ['TC', 4_500, 0, 0, 4_500, 0],
        ['EF', 0, 450, 0, 1_000, 550],
      ],
    ],
    [
      'by the part that was taken last',
      4_500,
      450,
      [pay('EF', 2_000), pay('TC', null)],
      [
        ['EF', 2_000, 0, 0, 2_000, 0],
        ['TC', 2_500, 450, 0, 2_950, 0],
      ],
    ],
    [
      'beside the value of a return, which pays goods alone',
      4_500,
      450,
      [credit(4_500), pay('EF', null)],
      [
        ['NC', 4_500, 0, 0, 4_500, 0],
        ['EF', 0, 450, 0, 450, 0],
      ],
    ],
  ])('%s', (_, totalClp, tipClp, tenders, expected) => {
    const settled = settlePayments(clp(totalClp), tenders, clp(tipClp))
    expect(
      settled.ok &&
        settled.value.map((part) => [
          part.method,
          part.totalClp,
          part.tipClp,
          part.roundingClp,
          part.tenderedClp,
          part.changeClp,
        ]),
    ).toEqual(expected)
  })

  it('never comes out of the value of a return, alone or with what it leaves over', () => {
    const settle = (...tenders: Tender[]) => settlePayments(clp(4_500), tenders, clp(450))
    expect(settle(credit(5_000))).toMatchObject({ refusal: { code: 'TIP_BY_CREDIT' } })
    expect(settle(credit(3_000), credit(2_000, '4'), pay('EF', 1_000))).toMatchObject({
      refusal: { code: 'TIP_BY_CREDIT' },
    })
    expect(settle(credit(4_500))).toMatchObject({
      refusal: { code: 'TENDERED_BELOW_DUE', missingClp: 450 },
    })
  })

  it('balances in every mix: payments come to total, tip and rounding, and no document has it', () => {
    const mixes = fc.record({
      totalClp: total,
      tipClp: tip,
      returned: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true })),
      exact: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { maxLength: 3 }),
      last: fc.constantFrom('EF', 'TC', 'PE'),
      extra: fc.nat(50_000),
    })
    let paidTips = 0
    fc.assert(
      fc.property(mixes, ({ totalClp, tipClp, returned, exact, last, extra }) => {
        const creditClp = returned === null ? 0 : Math.max(1, Math.floor(totalClp * returned))
        const tenders = creditClp === 0 ? [] : [credit(creditClp)]
        let left = totalClp + tipClp - creditClp
        for (const share of exact) {
          const part = Math.min(left - 1, Math.floor(left * share))
          if (part < 1) continue
          tenders.push(pay(tenders.length % 2 === 0 ? 'PE' : 'TC', part))
          left -= part
        }
        tenders.push(last === 'EF' ? pay('EF', roundForCash(clp(left)) + extra) : pay(last, null))
        const settled = settlePayments(totalClp, tenders, tipClp)
        if (!settled.ok) throw new Error(settled.refusal.code)
        const sums = sumPayments(settled.value)
        expect(sums.totalClp).toBe(totalClp)
        expect(sums.tipClp).toBe(tipClp)
        expect(sums.toCollectClp).toBe(totalClp + tipClp + sums.roundingClp)
        expect(sums.tenderedClp - sums.changeClp).toBe(sums.toCollectClp)
        expect(sums.toCollectClp % (last === 'EF' && tenders.length === 1 ? 10 : 1)).toBe(0)
        for (const part of settled.value) {
          expect(Math.min(part.totalClp, part.tipClp)).toBeGreaterThanOrEqual(0)
          if (part.method === CREDIT_METHOD.id) expect(part.tipClp).toBe(0)
          if (!isCash({ id: part.method })) expect(part.roundingClp).toBe(0)
          if (part.tipClp > 0) paidTips += 1
        }
        // What was paid before the tip was reached paid the document whole.
        const first = settled.value.findIndex((part) => part.tipClp > 0)
        expect(settled.value.slice(first + 1).every((part) => part.totalClp === 0)).toBe(true)
      }),
    )
    expect(paidTips).toBeGreaterThan(50)
  })
})

describe('a tip while the sale is open', () => {
  it('follows the total as a percent, and stays as an amount', () => {
    expect(tipClpOf(clp(12_345), { kind: 'percent', percent: 10 })).toBe(1_235)
    expect(tipClpOf(clp(12_344), { kind: 'percent', percent: 10 })).toBe(1_234)
    expect(tipClpOf(clp(20_000), { kind: 'amount', amountClp: 1_000 })).toBe(1_000)
    expect(tipClpOf(clp(20_000), undefined)).toBe(0)
  })

  it('is due with the total, and gone with it', () => {
    const paying = withTipOf({ ...NOT_PAYING, tendered: '5000' }, { kind: 'percent', percent: 10 })
    expect(payableOf(clp(4_500), paying)).toBe(4_950)
    const settled = settleTyped(clp(4_500), paying, METHODS)
    expect(settled.ok && sumPayments(settled.value)).toMatchObject({ tipClp: 450, changeClp: 50 })
    expect(withTipOf(paying, null)).toEqual({ ...NOT_PAYING, tendered: '5000' })
  })

  it('is refused where the shop takes none, and above the sale it belongs to', () => {
    const on = { isOn: true, percents: [10] }
    expect(tipProblem(clp(4_500), 450, { ...on, isOn: false })?.code).toBe('TIP_NOT_TAKEN')
    expect(tipProblem(clp(4_500), 0, { ...on, isOn: false })).toBeNull()
    fc.assert(
      fc.property(total, fc.nat(4_000_000), (totalClp, tipClp) => {
        expect(tipProblem(totalClp, tipClp, on) === null).toBe(tipClp <= tipLimitOf(totalClp))
        expect(tipLimitOf(totalClp)).toBe(Math.max(20_000, totalClp))
      }),
    )
  })

  it('is suggested by one to three whole percents, each once', () => {
    const check = (...percents: number[]) => checkTips({ isOn: true, percents })
    expect(check(15, 10, 10)).toMatchObject({ value: { percents: [10, 15] } })
    for (const wrong of [[], [0], [31], [10.5], [Number.NaN], [5, 10, 15, 20]])
      expect(check(...wrong)).toMatchObject({
        refusal: { code: 'TIP_PERCENTS_NOT_VALID', field: 'tips' },
      })
  })
})
