import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartTotals } from '#shared/cart/cart.ts'
import { createTillUi, type TillUi } from '../app/till-ui.ts'
import { createHandTimers, portOf } from '../stores/test-port.ts'
import { discountCart, percentOf, stepQuantity } from './selling.ts'

function open(): TillUi {
  return createTillUi({
    port: portOf({ saveDraft: () => Promise.resolve() }), timers: createHandTimers(), sounds: { refuse: () => undefined },
    preferences: { getItem: () => null, setItem: () => undefined },
  })
}

function withLines(prices: readonly { price: number; isExempt: boolean }[]): TillUi {
  const ui = open()
  for (const { price, isExempt } of prices) ui.cart.getState().apply({ type: 'add-free-line', name: 'Varios', unitGrossClp: price, isExempt })
  return ui
}

const lines = fc.array(fc.record({ price: fc.integer({ min: 1, max: 500_000 }), isExempt: fc.boolean() }), { minLength: 1, maxLength: 30 })

describe('discount on the whole sale', () => {
  it('takes off exactly that amount, and no line goes below zero', () => {
    fc.assert(fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (prices, share) => {
      const ui = withLines(prices)
      const before = cartTotals(ui.cart.getState().cart).totalClp
      const discount = Math.floor(before * share)
      expect(discountCart(ui, discount)).toEqual({ ok: true, value: null })
      const after = cartTotals(ui.cart.getState().cart)
      expect([after.totalClp, after.grossDiscountClp]).toEqual([before - discount, discount])
    }))
  })

  it('replaces an earlier one instead of adding to it', () => {
    const ui = withLines([{ price: 1000, isExempt: false }, { price: 2000, isExempt: true }])
    discountCart(ui, 900)
    discountCart(ui, 300)
    expect(cartTotals(ui.cart.getState().cart).totalClp).toBe(2700)
  })

  it.each([[5001, 'DISCOUNT_ABOVE_LINE'], [-1, 'DISCOUNT_NOT_VALID'], [0.5, 'DISCOUNT_NOT_VALID']])('refuses %d', (discount, code) => {
    const ui = withLines([{ price: 5000, isExempt: false }])
    expect(discountCart(ui, discount)).toMatchObject({ ok: false, refusal: { code } })
    expect(cartTotals(ui.cart.getState().cart).totalClp).toBe(5000)
  })
})

it('shares percents rounded half up to a peso', () => {
  expect([percentOf(1990, 10), percentOf(1995, 10), percentOf(1994, 10), percentOf(5, 10)]).toEqual([199, 200, 199, 1])
})

describe('one more, one less', () => {
  it('never removes a line: one less than one is refused at the line', () => {
    const ui = withLines([{ price: 1000, isExempt: false }])
    stepQuantity(ui, 1, 1)
    stepQuantity(ui, 1, -1)
    const before = ui.cart.getState().cart
    stepQuantity(ui, 1, -1)
    expect(ui.cart.getState()).toMatchObject({ cart: before, trouble: { lineNumber: 1, refusal: { code: 'QUANTITY_NOT_POSITIVE' } } })
  })
})
