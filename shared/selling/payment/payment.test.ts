import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SaleId } from '../../core/brand.ts'
import { clp, roundForCash } from '../../money/clp.ts'
import { CHANGE_CLP_MAX, dueBy, settlePayments, sumPayments, type Tender } from './payment.ts'
import {
  checkMethods,
  CREDIT_METHOD,
  DEFAULT_METHODS,
  isCash,
  type PaymentMethod,
} from './payment-method.ts'

const totals = fc.integer({ min: 1, max: 50_000_000 }).map(clp)
const by = (id: string): PaymentMethod => {
  const found = DEFAULT_METHODS.find((method) => method.id === id)
  if (!found) throw new Error(id)
  return found
}
const pay = (id: string, amountClp: number | null, reference = ''): Tender => ({
  method: by(id),
  amountClp,
  reference,
})
const part = (id: string, totalClp: number, roundingClp = 0, changeClp = 0) => ({
  method: id,
  totalClp,
  tipClp: 0,
  roundingClp,
  toCollectClp: totalClp + roundingClp,
  tenderedClp: totalClp + roundingClp + changeClp,
  changeClp,
})

describe('one payment', () => {
  it.each([
    [
      'cash rounded up, change from the rounded sum',
      1996,
      pay('EF', 5000),
      part('EF', 1996, 4, 3000),
    ],
    ['a five goes down', 1995, pay('EF', 1990), part('EF', 1995, -5)],
    ['exact cash', 2290, pay('EF', null), part('EF', 2290)],
    ['five pesos of cash are nothing', 5, pay('EF', null), part('EF', 5, -5)],
    ['a card, never rounded', 1996, pay('TC', null), part('TC', 1996)],
    ['a card for the very amount', 1996, pay('TC', 1996), part('TC', 1996)],
  ])('%s', (_, total, tender, expected) => {
    expect(settlePayments(clp(total), [tender])).toMatchObject({ ok: true, value: [expected] })
  })

  it.each([
    ['too little cash', [pay('EF', 1500)], { code: 'TENDERED_BELOW_DUE', missingClp: 500 }],
    ['too little on the card', [pay('TC', 1500)], { code: 'TENDERED_BELOW_DUE', missingClp: 496 }],
    [
      'more on the card than due',
      [pay('TC', 1997)],
      { code: 'PAYMENT_ABOVE_DUE', name: 'Tarjeta', dueClp: 1996 },
    ],
    [
      'two cards above the total',
      [pay('TC', 1000), pay('PE', 1000)],
      { code: 'PAYMENT_ABOVE_DUE', name: 'Transferencia', dueClp: 996 },
    ],
    [
      'cash after all is paid',
      [pay('TC', 1996), pay('EF', 1000)],
      { code: 'PAYMENT_ABOVE_DUE', name: 'Efectivo', dueClp: 0 },
    ],
    [
      'a card after cash has paid all',
      [pay('EF', 2000), pay('TC', null)],
      { code: 'PAYMENT_ABOVE_DUE', name: 'Tarjeta', dueClp: 0 },
    ],
    ['cash twice', [pay('EF', 1000), pay('EF', 1000)], { code: 'CASH_TWICE' }],
    ['a card of nothing', [pay('TC', 0), pay('EF', 2000)], { code: 'TENDERED_NOT_VALID' }],
    ['the rest twice', [pay('TC', null), pay('EF', null)], { code: 'TENDERED_NOT_VALID' }],
    ['eleven parts', Array.from({ length: 11 }, () => pay('TC', 1)), { code: 'PAYMENTS_TOO_MANY' }],
    ['a barcode for an amount', [pay('EF', 7_801_040_000_037)], { code: 'TENDERED_TOO_LARGE' }],
    ['nothing at all', [], { code: 'TENDERED_BELOW_DUE', missingClp: 1996 }],
  ])('refuses %s', (_, tenders, refusal) => {
    expect(settlePayments(clp(1996), tenders)).toMatchObject({ ok: false, refusal })
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s as an amount', (amount) => {
    expect(settlePayments(clp(1000), [pay('EF', amount)])).toEqual({
      ok: false,
      refusal: { code: 'TENDERED_NOT_VALID' },
    })
  })
})

describe('several payments', () => {
  it('rounds the cash remainder only', () => {
    expect(settlePayments(clp(5996), [pay('TC', 4000), pay('EF', 2000)])).toMatchObject({
      ok: true,
      value: [part('TC', 4000), part('EF', 1996, 4)],
    })
    expect(settlePayments(clp(5996), [pay('TC', 4003), pay('EF', 5000)])).toMatchObject({
      ok: true,
      value: [part('TC', 4003), part('EF', 1993, -3, 3010)],
    })
  })

  it('cash first, the card takes the rest to the peso', () => {
    expect(settlePayments(clp(5996), [pay('EF', 2000), pay('TC', null)])).toMatchObject({
      ok: true,
      value: [part('EF', 2000), part('TC', 3996)],
    })
  })

  const plans = fc.tuple(
    totals,
    fc.array(
      fc.tuple(fc.constantFrom('TC', 'PE', 'VALE'), fc.integer({ min: 1, max: 30_000_000 })),
      { maxLength: 5 },
    ),
    fc.nat(CHANGE_CLP_MAX),
  )

  it('always balances: parts add up to the total, only cash is rounded, only cash gives change', () => {
    let settledCount = 0
    fc.assert(
      fc.property(plans, ([total, exact, extra]) => {
        const cards = exact.map(([id, amount]) => pay(id, amount))
        const dueClp = dueBy(total, cards, by('EF'))
        const settled = settlePayments(total, [...cards, pay('EF', dueClp + extra)])
        const fixed = exact.reduce((sum, [, amount]) => sum + amount, 0)
        if (fixed >= total) {
          expect(settled).toMatchObject({ ok: false, refusal: { code: 'PAYMENT_ABOVE_DUE' } })
          return
        }
        if (!settled.ok) throw new Error(settled.refusal.code)
        settledCount += 1
        const sums = sumPayments(settled.value)
        expect(sums.totalClp).toBe(total)
        expect(sums.tenderedClp).toBe(total + sums.roundingClp + sums.changeClp)
        expect(sums.roundingClp).toBe(roundForCash(clp(total - fixed)) - (total - fixed))
        expect(sums.changeClp).toBe(extra)
        for (const { method, roundingClp, changeClp, toCollectClp } of settled.value) {
          if (isCash({ id: method })) expect(toCollectClp % 10).toBe(0)
          else expect([roundingClp, changeClp]).toEqual([0, 0])
        }
      }),
    )
    expect(settledCount).toBeGreaterThan(20)
  })

  it('what is still due by a method is exactly what settles with it', () => {
    fc.assert(
      fc.property(
        totals,
        fc.nat(60_000_000),
        fc.nat(60_000_000),
        fc.constantFrom('EF', 'TC'),
        (total, cash, card, last) => {
          const given = [
            ...(cash > 0 ? [pay('EF', cash)] : []),
            ...(card > 0 ? [pay('PE', card)] : []),
          ]
          const due = dueBy(total, given, by(last))
          if (due === 0) return
          const merged =
            last === 'EF'
              ? [pay('EF', cash + due), ...given.filter(({ method }) => !isCash(method))]
              : [...given, pay(last, null)]
          const settled = settlePayments(total, merged)
          if (!settled.ok) throw new Error(settled.refusal.code)
          expect(sumPayments(settled.value).totalClp).toBe(total)
          if (last === 'TC') expect(settled.value.at(-1)?.totalClp).toBe(due)
          else expect(sumPayments(settled.value).changeClp).toBe(0)
        },
      ),
    )
  })
})

it('lends nothing by rounding: less than what is due in cash is refused, to the peso', () => {
  fc.assert(
    fc.property(
      totals,
      fc.nat(50_000_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (total, card, share) => {
        const given = card > 0 && card < total ? [pay('TC', card)] : []
        const due = dueBy(total, given, by('EF'))
        fc.pre(due > 1)
        const tendered = Math.max(1, Math.min(due - 1, Math.floor(due * share)))
        expect(settlePayments(total, [...given, pay('EF', tendered)])).toEqual({
          ok: false,
          refusal: { code: 'TENDERED_BELOW_DUE', missingClp: due - tendered },
        })
        expect(settlePayments(total, [...given, pay('EF', due)])).toMatchObject({ ok: true })
      },
    ),
  )
})

describe('the value of a return', () => {
  const worth = (amountClp: number): Tender => ({
    method: CREDIT_METHOD,
    amountClp,
    reference: '',
    creditId: '01JD0000000000000000000000' as SaleId,
  })

  it('is spent whole: what it leaves over goes back in cash, rounded by law, and what it leaves open is paid by other means', () => {
    let leftOver = 0
    fc.assert(
      fc.property(totals, fc.integer({ min: 1, max: 60_000_000 }), (total, value) => {
        const due = dueBy(total, [worth(value)], by('EF'))
        const settled = settlePayments(total, [
          worth(value),
          ...(value < total ? [pay('EF', due)] : []),
        ])
        if (!settled.ok) throw new Error(settled.refusal.code)
        const sums = sumPayments(settled.value)
        expect(sums.totalClp).toBe(total)
        expect(settled.value[0]).toMatchObject({
          method: 'NC',
          tenderedClp: value,
          creditId: '01JD0000000000000000000000',
        })
        if (value > total) leftOver += 1
        expect(sums.changeClp).toBe(value > total ? roundForCash(clp(value - total)) : 0)
        for (const { roundingClp } of settled.value)
          expect(Math.abs(roundingClp)).toBeLessThanOrEqual(5)
      }),
    )
    expect(leftOver).toBeGreaterThan(10)
  })

  it('never turns other money into cash: with a card beside it, it has to fit', () => {
    expect(settlePayments(clp(8000), [pay('TC', 2000), worth(10_000)])).toMatchObject({
      ok: false,
      refusal: { code: 'PAYMENT_ABOVE_DUE', dueClp: 6000 },
    })
    expect(settlePayments(clp(8000), [worth(9000), worth(10_000)])).toMatchObject({
      ok: false,
      refusal: { code: 'PAYMENT_ABOVE_DUE' },
    })
    const both = settlePayments(clp(8000), [worth(3000), worth(10_000)])
    expect(both).toMatchObject({
      ok: true,
      value: [{ totalClp: 3000 }, { totalClp: 5000, changeClp: 5000 }],
    })
  })
})

describe('the shop’s own methods', () => {
  it('starts with methods that are allowed', () => {
    expect(checkMethods(DEFAULT_METHODS)).toEqual({ ok: true, value: DEFAULT_METHODS })
  })

  it.each([
    ['without cash', DEFAULT_METHODS.slice(1), 'METHOD_CASH_REQUIRED'],
    [
      'with cash that is a voucher',
      [{ ...by('EF'), isVoucherTheReceipt: true }],
      'METHOD_CASH_REQUIRED',
    ],
    ['with a code twice', [...DEFAULT_METHODS, by('TC')], 'METHOD_TWICE'],
    ['with the code of the value of a return', [by('EF'), CREDIT_METHOD], 'METHOD_ID_NOT_VALID'],
    [
      'with a code nobody can store',
      [by('EF'), { ...by('TC'), id: 'tarjeta débito' }],
      'METHOD_ID_NOT_VALID',
    ],
    ['without a name', [by('EF'), { ...by('TC'), name: ' ' }], 'NAME_REQUIRED'],
    [
      'with a name no receipt can carry',
      [by('EF'), { ...by('TC'), name: '卡' }],
      'NAME_NOT_LATIN1',
    ],
  ])('are refused %s', (_, methods, code) => {
    expect(checkMethods(methods)).toMatchObject({
      ok: false,
      refusal: { code, field: 'paymentMethods' },
    })
  })
})
