/** Keys of the payment screen; the registry lists them with all others. */
import { isCash } from '#shared/selling/payment/payment-method.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { chosenMethod } from '#shared/selling/open-sale/paying.ts'
import { opens, type Action } from './action.ts'
import { setInvoice } from './counter.ts'

/** Keys of the first methods in the shop's order; further ones are chosen by touch or with Tab. */
export const METHOD_KEYS = ['F3', 'F4', 'F5', 'F7'] as const

export const PAYMENT_ACTIONS = [
  { id: 'payCash', scope: 'payment', keys: ['F3'], run: (ui) => chooseNth(ui, 0) },
  { id: 'payCard', scope: 'payment', keys: ['F4'], run: (ui) => chooseNth(ui, 1) },
  { id: 'payThird', scope: 'payment', keys: ['F5'], run: (ui) => chooseNth(ui, 2) },
  { id: 'payFourth', scope: 'payment', keys: ['F7'], run: (ui) => chooseNth(ui, 3) },
  {
    id: 'invoice',
    scope: 'payment',
    keys: ['Shift+F6'],
    run: (ui) => void setInvoice(ui, ui.cart.getState().sale.isInvoice !== true),
  },
  { id: 'addPayment', scope: 'payment', keys: ['F2'], run: addPayment },
  { id: 'useCredit', scope: 'payment', keys: ['Shift+F2'], run: opens({ kind: 'credit' }) },
  { id: 'useVale', scope: 'payment', keys: ['Shift+F7'], run: opens({ kind: 'vale' }) },
] as const satisfies readonly Action[]

/**
 * Chooses a method and goes where its next keystroke belongs: the number it needs, else the amount.
 */
export function chooseMethod(ui: TillUi, id: string): void {
  if (ui.payment.getState().setMethod(id)) return focusPayment(ui)
  ui.sounds.refuse()
  ui.inputs.get('tendered')?.focus()
}

function focusPayment(ui: TillUi): void {
  const method = chosenNow(ui)
  if (!method.needsReference) ui.inputs.get('tendered')?.focus()
  const before = document.activeElement
  // The field of the reference appears with its method, and a finger's press ends after this.
  queueMicrotask(() =>
    requestAnimationFrame(() => {
      if (hasGoneOn(before)) return
      ui.inputs.get(method.needsReference ? 'reference' : 'tendered')?.focus()
    }),
  )
}

/** A slow computer draws the frame when the hand is in another field: it stays there. */
function hasGoneOn(before: Element | null): boolean {
  const now = document.activeElement
  return now !== before && now instanceof HTMLInputElement
}

function chosenNow(ui: TillUi) {
  return chosenMethod(ui.payment.getState().methods, ui.cart.getState().sale.paying)
}

function addPayment(ui: TillUi): void {
  const isAdded = ui.payment.getState().addPart()
  if (!isAdded) ui.sounds.refuse()
  else if (isCash(chosenNow(ui))) ui.inputs.get('tendered')?.focus()
  else focusPayment(ui)
}

function chooseNth(ui: TillUi, index: number): void {
  const method = ui.payment.getState().methods[index]
  if (method) chooseMethod(ui, method.id)
}
