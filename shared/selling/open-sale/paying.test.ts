/** What is said while a sale is being paid, and what of it outlives a change of hands. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SaleId } from '../../core/brand.ts'
import { clp } from '../../money/clp.ts'
import {
  CREDIT_METHOD,
  DEFAULT_METHODS,
  type PaymentMethod,
  VALE_METHOD,
} from '../payment/payment-method.ts'
import { newSale, withNothingTyped } from './open-sale.ts'
import {
  NOT_PAYING,
  settleTyped,
  takenAboveClp,
  withCredit,
  withMethod,
  withVale,
  type Paying,
} from './paying.ts'

const [cash, card] = DEFAULT_METHODS
if (!cash || !card) throw new Error('two methods at least')
const part = (method: PaymentMethod, amountClp: number) => ({ method, amountClp, reference: '' })

describe('parts of a sale that has shrunk under them', () => {
  it('are too much, by so much, in words of their own', () => {
    const paying: Paying = { ...NOT_PAYING, given: [part(card, 5000)] }
    expect(takenAboveClp(clp(3000), paying.given)).toBe(2000)
    expect(settleTyped(clp(3000), paying, DEFAULT_METHODS)).toMatchObject({
      refusal: {
        code: 'PAYMENTS_TAKEN_ABOVE',
        params: { taken: '$5.000', total: '$3.000', over: '$2.000' },
      },
    })
  })

  it('of cash, or of a return that pays alone, are change', () => {
    expect(takenAboveClp(clp(3000), [part(cash, 5000)])).toBe(0)
    expect(takenAboveClp(clp(3000), [part(CREDIT_METHOD, 5000)])).toBe(0)
  })

  it('nobody is told that nothing is missing', () => {
    const methods = fc.constantFrom(cash, card, VALE_METHOD, CREDIT_METHOD)
    const parts = fc.array(
      fc.record({ method: methods, amountClp: fc.integer({ min: 1, max: 9000 }) }),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9000 }), parts, fc.nat(9000), (total, taken, typed) => {
        const given = taken.map(({ method, amountClp }) => part(method, amountClp))
        const paying = { ...NOT_PAYING, given, tendered: typed === 0 ? '' : String(typed) }
        const settled = settleTyped(clp(total), paying, DEFAULT_METHODS)
        if (!settled.ok) expect(Object.values(settled.refusal.params ?? {})).not.toContain('$0')
      }),
    )
  })
})

it('a vale that comes when nothing is due is told so', () => {
  const vale = { name: 'V1', code: 'X', balanceClp: clp(500) }
  const paying = { ...NOT_PAYING, given: [part(card, 3000)] }
  expect(withVale(paying, clp(3000), vale, DEFAULT_METHODS)).toMatchObject({
    refusal: { code: 'PAYMENT_NOTHING_DUE' },
  })
})

describe('what is typed belongs to the method it was typed under', () => {
  const typed = (tendered: string, changes: Partial<Paying> = {}): Paying => ({
    ...NOT_PAYING,
    tendered,
    ...changes,
  })
  const to = (method: string, isMeant = false) => ({ method, methods: DEFAULT_METHODS, isMeant })

  it('a part of it is a part of the payment, and the next method pays the rest', () => {
    expect(withMethod(typed('500'), clp(1990), to('TC'))).toEqual({
      ok: true,
      value: { ...NOT_PAYING, method: 'TC', given: [part(cash, 500)] },
    })
  })

  it('what pays all of it, or has a fault, is asked about, and goes when it is said again', () => {
    for (const [paying, said] of [
      [typed('20000'), '$20.000'],
      [typed('2500', { method: 'TC' }), '$2.500'],
      [typed('500', { method: 'PE' }), '$500'],
      [typed('', { method: 'PE', reference: '4711' }), '4711'],
    ] as const) {
      const next = paying.method === 'TC' ? 'EF' : 'TC'
      expect(withMethod(paying, clp(1990), to(next))).toMatchObject({
        refusal: { code: 'TYPED_OF_OTHER_METHOD', params: { typed: said } },
      })
      expect(withMethod(paying, clp(1990), to(next, true))).toEqual({
        ok: true,
        value: { ...NOT_PAYING, method: next },
      })
    }
  })

  it('stays when its own method is chosen, and nothing typed asks nothing', () => {
    expect(withMethod(typed('20000'), clp(1990), to('EF'))).toMatchObject({
      value: { tendered: '20000' },
    })
    for (const nothing of ['', '0'])
      expect(withMethod(typed(nothing), clp(1990), to('TC'))).toMatchObject({
        value: { method: 'TC', given: [], tendered: '' },
      })
  })

  it('goes before a vale or a credit note that pays the rest, and cash stays for what is due', () => {
    const vale = { name: 'V1', code: 'X', balanceClp: clp(700) }
    const credit = { creditId: 'C' as SaleId, name: 'NC 1', balanceClp: clp(700), buyerRut: null }
    const first = [
      withVale(typed('500'), clp(1990), vale, DEFAULT_METHODS),
      withCredit(typed('500'), clp(1990), { credit, takesRest: false }, DEFAULT_METHODS),
    ]
    for (const paid of first)
      expect(paid).toMatchObject({
        value: { given: [{ amountClp: 500 }, { amountClp: 700 }], tendered: '' },
      })
    expect(withVale(typed('20000'), clp(1990), vale, DEFAULT_METHODS)).toMatchObject({
      value: { given: [{ amountClp: 700 }], tendered: '20000' },
    })
  })
})

it('what is only typed stays with the hand that typed it: parts, tip and customer go on', () => {
  const given = [part(card, 1000)]
  const tip = { kind: 'amount', amountClp: 300 } as const
  const before = newSale('1' as SaleId)
  const sale = {
    ...before,
    paying: { method: card.id, given, tendered: '10000', reference: '7', tip },
  }
  expect(withNothingTyped(sale)).toEqual({ ...before, paying: { ...NOT_PAYING, given, tip } })
})
