import { describe, expect, it } from 'vitest'
import { createTillUi, type TillUi } from '../stores/till-ui.ts'
import { createHandTimers, portOf, SCREEN_PARTS, settle } from '../stores/test-port.ts'
import type { TillPort } from '../bridge/till-port.ts'
import type { SaleIds } from '#shared/selling/views.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import type { StaffView } from '#shared/staff/views.ts'
import { leaveDialog, lock } from './counter.ts'
import { scan } from './scanning.ts'
import {
  addProduct,
  addTapped,
  addTyped,
  confirmPayment,
  openPayment,
  stepQuantity,
} from './selling.ts'

function open(commands: Partial<TillPort> = {}, onRefuse: () => void = () => undefined): TillUi {
  return createTillUi({
    port: portOf({ saveDraft: () => Promise.resolve(ok(null)), ...commands }),
    timers: createHandTimers(),
    ...SCREEN_PARTS,
    sounds: { refuse: onRefuse },
  })
}

function withLines(prices: readonly { price: number; isExempt: boolean }[]): TillUi {
  const ui = open()
  for (const { price, isExempt } of prices)
    ui.cart
      .getState()
      .apply({ type: 'add-free-line', name: 'Varios', unitGrossClp: price, isExempt })
  return ui
}

describe('one more, one less', () => {
  it('never removes a line: one less than one is refused at the line', () => {
    const ui = withLines([{ price: 1000, isExempt: false }])
    stepQuantity(ui, 1, 1)
    stepQuantity(ui, 1, -1)
    const before = ui.cart.getState().cart
    stepQuantity(ui, 1, -1)
    expect(ui.cart.getState()).toMatchObject({
      cart: before,
      trouble: { lineNumber: 1, refusal: { code: 'QUANTITY_NOT_POSITIVE' } },
    })
  })
})

describe('a tap on a result', () => {
  it('takes what the text was typed for: Enter adds it no second time, another search does', async () => {
    const sugar = {
      id: 'sugar',
      code: '9',
      name: 'Azúcar',
      unitGrossClp: 1290,
      isExempt: false,
      unit: null,
    } as never
    const ui = open({
      productByCode: () => Promise.resolve(ok(sugar)),
      searchProducts: () => Promise.resolve([sugar]),
    })
    const pieces = () => ui.cart.getState().cart.lines.map(({ quantity }) => quantity)
    ui.catalogue.getState().setText('9')
    addTapped(ui, sugar)
    await addTyped(ui)
    expect(pieces()).toEqual([1000])
    addTapped(ui, sugar)
    expect(pieces()).toEqual([2000])
    ui.catalogue.getState().setText('9')
    await addTyped(ui)
    expect(pieces()).toEqual([3000])
  })
})

describe('what is sold by weight', () => {
  const ham = {
    id: 'ham',
    code: '117',
    name: 'Jamón',
    unitGrossClp: 9000,
    isExempt: false,
    unit: 'kg',
    categoryId: 'c',
    isFavourite: false,
  } as never
  const labelled = { ...(ham as object), weighed: 350 } as never

  it('asks again after the counter was locked: it was scanned, and would be lost unseen', async () => {
    const camila = { id: 's1', name: 'Camila', role: 'cashier' as const }
    const staff = { isOn: true, current: camila } as unknown as StaffView
    const ui = open({ signOut: () => Promise.resolve({ ...staff, current: null }) })
    ui.staff.getState().take(staff)
    addProduct(ui, ham)
    lock(ui)
    await settle()
    leaveDialog(ui)
    expect([ui.staff.getState().staff?.current, ui.screen.getState().dialog]).toMatchObject([
      null,
      { kind: 'weigh', product: { name: 'Jamón' } },
    ])
    ui.screen.getState().open({ kind: 'price', answer: null })
    lock(ui)
    expect(ui.screen.getState().dialog).toBeNull()
  })

  it('asks when it is tapped, and takes the weight typed before it', () => {
    const ui = open()
    addProduct(ui, ham)
    expect(ui.cart.getState().cart.lines).toEqual([])
    expect(ui.screen.getState().dialog).toMatchObject({ kind: 'weigh', product: { name: 'Jamón' } })
    addProduct(ui, ham, quantityMilli(200))
    expect(ui.cart.getState().cart.lines).toMatchObject([{ quantity: 200 }])
  })

  it('takes its weight from the label of the scale, and nothing else scanned meanwhile goes unsaid', async () => {
    const answers: Record<string, unknown> = {
      '2000117003504': ok(labelled),
      '780': ok({ ...(ham as object), id: 'milk', unit: null }),
    }
    const ui = open({ productByCode: (code) => Promise.resolve(answers[code] as never) })
    addProduct(ui, ham)
    await scan(ui, '780')
    expect(ui.cart.getState().cart.lines).toEqual([])
    expect(ui.screen.getState().dialog).toMatchObject({
      kind: 'weigh',
      problem: { code: 'WEIGHT_FIRST' },
    })
    await scan(ui, '2000117003504')
    expect(ui.cart.getState().cart.lines).toMatchObject([{ name: 'Jamón', quantity: 350 }])
    expect(ui.screen.getState().dialog).toBeNull()
  })

  it('is measured again instead of one kilo more', () => {
    const ui = open()
    addProduct(ui, ham, quantityMilli(200))
    stepQuantity(ui, 1, 1)
    expect(ui.cart.getState().cart.lines).toMatchObject([{ quantity: 200 }])
    expect(ui.screen.getState().dialog).toMatchObject({
      kind: 'line',
      lineNumber: 1,
      edits: 'quantity',
    })
  })
})

describe('the pay key at a counter with people', () => {
  const begin = (needs: Promise<readonly []>) => {
    const asked: string[] = []
    const ui = open({
      saleNeeds: () => {
        asked.push('saleNeeds')
        return needs
      },
      openSale: () => {
        asked.push('openSale')
        return Promise.resolve(
          ok({ saleId: 's1', externalReference: 'P1-1' } as unknown as SaleIds),
        )
      },
    })
    ui.staff.setState({ staff: { isOn: true } as never })
    ui.cart
      .getState()
      .apply({ type: 'add-free-line', name: 'Varios', unitGrossClp: 1000, isExempt: false })
    return { ui, asked }
  }

  it('asks what the sale needs and which sale it is at once, and goes on when both are answered', async () => {
    let answer: (needs: readonly []) => void = () => undefined
    const { ui, asked } = begin(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
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
    const ui = open(
      {
        commitSale,
        loadDraft: () => Promise.resolve({ sale: null, hold: 'free' }),
        productByCode: () => {
          throw new Error('looked up')
        },
      },
      () => heard.push('refused'),
    )
    ui.cart
      .getState()
      .apply({ type: 'add-free-line', name: 'Varios', unitGrossClp: 1000, isExempt: false })
    ui.payment.setState({ saleId: ui.cart.getState().sale.saleId, phase: 'unanswered' })
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
    expect(ui.cart.getState()).toMatchObject({
      cart: { lines: [] },
      trouble: { refusal: { code: 'SALE_ALREADY_CHARGED' } },
    })
    expect([ui.screen.getState().screen, ui.payment.getState().saleId, heard]).toEqual([
      'sale',
      null,
      ['refused'],
    ])
  })
})
