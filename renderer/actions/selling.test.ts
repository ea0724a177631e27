import { describe, expect, it } from 'vitest'
import { createTillUi, type TillUi } from '../app/till-ui.ts'
import { createHandTimers, portOf } from '../stores/test-port.ts'
import { percentOf, stepQuantity } from './selling.ts'

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
