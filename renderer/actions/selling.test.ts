import { describe, expect, it } from 'vitest'
import { createTillUi, type TillUi } from '../app/till-ui.ts'
import { createHandTimers, portOf, settle } from '../stores/test-port.ts'
import type { TillPort } from '../bridge/till-port.ts'
import type { OpenSale } from '#shared/bridge/till-api.ts'
import { refusal } from '#shared/core/refusals.ts'
import { refuse } from '#shared/core/result.ts'
import { confirmPayment, openPayment, percentOf, scan, stepQuantity } from './selling.ts'

function open(commands: Partial<TillPort> = {}, onRefuse: () => void = () => undefined): TillUi {
  return createTillUi({
    port: portOf({ saveDraft: () => Promise.resolve(), ...commands }), timers: createHandTimers(), sounds: { refuse: onRefuse },
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

describe('the pay key at a counter with people', () => {
  const begin = (needs: Promise<readonly []>) => {
    const asked: string[] = []
    const ui = open({
      saleNeeds: () => { asked.push('saleNeeds'); return needs },
      openSale: () => { asked.push('openSale'); return Promise.resolve({ saleId: 's1', externalReference: 'P1-1' } as unknown as OpenSale) },
      credits: () => Promise.resolve([]),
    })
    ui.staff.setState({ staff: { isOn: true } as never })
    ui.cart.getState().apply({ type: 'add-free-line', name: 'Varios', unitGrossClp: 1000, isExempt: false })
    return { ui, asked }
  }

  it('asks what the sale needs and which sale it is at once, and goes on when both are answered', async () => {
    let answer: (needs: readonly []) => void = () => undefined
    const { ui, asked } = begin(new Promise((resolve) => { answer = resolve }))
    const opened = openPayment(ui)
    await settle()
    expect(asked.toSorted()).toEqual(['openSale', 'saleNeeds'])
    expect(ui.screen.getState().screen).toBe('sale')
    answer([])
    await opened
    expect(ui.screen.getState().screen).toBe('payment')
  })

  it('asks for no sale before it may go on, when nobody knows how the last try ended', async () => {
    const { ui, asked } = begin(new Promise(() => undefined))
    ui.payment.setState({ phase: 'unanswered' })
    void openPayment(ui)
    await settle()
    expect(asked).toEqual(['saleNeeds'])
  })
})

describe('a charge nobody heard the end of', () => {
  const charging = (commitSale: TillPort['commitSale']) => {
    const heard: string[] = []
    const ui = open({ commitSale, productByCode: () => { throw new Error('looked up') } }, () => heard.push('refused'))
    ui.cart.getState().apply({ type: 'add-free-line', name: 'Varios', unitGrossClp: 1000, isExempt: false })
    ui.payment.setState({ sale: { saleId: 's1', externalReference: 'P1-1' } as unknown as OpenSale, phase: 'unanswered' })
    ui.screen.getState().go('payment')
    return { ui, heard }
  }

  it('takes no further code: it may have been charged without it', async () => {
    const { ui, heard } = charging(() => Promise.reject(new Error('gone')))
    await scan(ui, '7801')
    expect(heard).toEqual(['refused'])
    expect(ui.cart.getState().cart.lines).toHaveLength(1)
    expect(ui.screen.getState().screen).toBe('payment')
  })

  it('ends with an empty cart and a word about it, when the core says that it went through with other goods', async () => {
    const { ui, heard } = charging(() => Promise.resolve(refuse(refusal('SALE_ALREADY_CHARGED'))))
    await confirmPayment(ui)
    expect(ui.cart.getState()).toMatchObject({ cart: { lines: [] }, trouble: { refusal: { code: 'SALE_ALREADY_CHARGED' } } })
    expect([ui.screen.getState().screen, ui.payment.getState().sale, heard]).toEqual(['sale', null, ['refused']])
  })
})
