/** What the cashier does, across stores: add, scan, charge, confirm, next. Screens and shortcuts both call these. */
import type { ProductView } from '#shared/bridge/views.ts'
import { normalizeScan } from '#shared/catalogue/barcode.ts'
import { ONE_MILLI, QUANTITY_MILLI_MAX, quantityMilli, type QuantityMilli } from '#shared/money/quantity.ts'
import { refusal } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { TillUi } from '../app/till-ui.ts'
import { afterReturn, scanBack } from '../returns/return-actions.ts'
import { isCartAllowed, isCounterLocked, reach } from './counter.ts'

/** Prices read out for a name; more is a search, which has its own place. */
const PRICES_MAX = 6

export function addProduct(ui: TillUi, product: ProductView, quantity: QuantityMilli = ONE_MILLI): void {
  // The weight on a scale's label is the quantity; another one typed before it counts such pieces.
  const weighed = product.weighed === undefined ? quantity :
    quantityMilli(Math.min(Math.max(1, Math.round((product.weighed * quantity) / ONE_MILLI)), QUANTITY_MILLI_MAX))
  const added = ui.cart.getState().apply({ type: 'add-product', product, quantity: weighed })
  if (!added.ok) ui.sounds.refuse()
}

/** Enter in the search field. */
export function addTyped(ui: TillUi): Promise<void> {
  return ui.inOrder(() => addTypedNow(ui))
}

async function addTypedNow(ui: TillUi): Promise<void> {
  const catalogue = ui.catalogue.getState()
  if (catalogue.text.trim() === '') return
  const choice = await reach(ui, catalogue.chooseTyped())
  if (choice === null) return
  if (!choice.ok) return ui.sounds.refuse()
  ui.catalogue.getState().setText('')
  addProduct(ui, choice.value.product, choice.value.quantity)
}

/** A code from the scanner, on whatever screen the cashier is. */
export function scan(ui: TillUi, raw: string): Promise<void> {
  return ui.inOrder(() => scanNow(ui, raw))
}

async function scanNow(ui: TillUi, raw: string): Promise<void> {
  if (isCounterLocked(ui)) {
    ui.staff.getState().refuseScan()
    return ui.sounds.refuse()
  }
  const { screen, dialog, close, open, go } = ui.screen.getState()
  const code = normalizeScan(raw)
  if (screen === 'settings') return ui.screen.getState().hearScan(code)
  if (screen === 'receipts') return ui.receipts.getState().find(code)
  if (screen === 'return') return scanBack(ui, code)
  if (dialog?.kind === 'product') return open({ kind: 'product', code })
  if (dialog?.kind === 'price') return lookUpPrice(ui, code)
  // The sale may have been charged as it was: first the cashier hears whether, by the pay key.
  if (screen === 'payment' && ui.payment.getState().phase === 'unanswered') return ui.sounds.refuse()
  if (dialog !== null) close()
  if (screen === 'result') nextSale(ui)
  if (screen === 'returned') afterReturn(ui)
  // What is being counted stays as it is.
  if (screen === 'shift') go('sale')
  // A burst without a digit is a fast hand (or an automaton) typing a name, not a code.
  if (!/\d/.test(code)) {
    ui.catalogue.getState().setText(raw)
    return addTypedNow(ui)
  }
  ui.catalogue.getState().setText('')
  const found = await reach(ui, ui.catalogue.getState().findByCode(code))
  if (found === null) return
  if (found.ok) return addProduct(ui, found.value)
  ui.sounds.refuse()
  // The message stands at the search field, so that is where the cashier is taken.
  if (screen === 'payment') go('sale')
}

export async function lookUpPrice(ui: TillUi, raw: string): Promise<void> {
  const code = normalizeScan(raw)
  if (code === '') return
  const found = await reach(ui, ui.port.productByCode(code))
  if (found === null) return
  if (found.ok) return ui.screen.getState().open({ kind: 'price', answer: ok([found.value]) })
  // No code at all, but perhaps a name: its prices, what sells most first.
  const question = { text: raw.trim(), categoryId: null, favouritesOnly: false, limit: PRICES_MAX }
  const named = /^\d+$/.test(code) ? [] : await reach(ui, ui.port.searchProducts(question))
  if (named === null) return
  ui.screen.getState().open({ kind: 'price', answer: named.length > 0 ? ok(named) : refuse(found.refusal) })
  if (named.length === 0) ui.sounds.refuse()
}

export function openPayment(ui: TillUi): Promise<void> {
  return ui.inOrder(() => openPaymentNow(ui))
}

async function openPaymentNow(ui: TillUi): Promise<void> {
  const { screen, dialog } = ui.screen.getState()
  // The key may have been pressed twice before its first turn came.
  if (screen !== 'sale' || dialog !== null) return
  const { cart, saveSoon } = ui.cart.getState()
  // The first sale of the day asks for the float, once, and goes on from there.
  if (ui.status.getState().status?.shift === null && cart.lines.length > 0) return ui.screen.getState().open({ kind: 'open-shift' })
  // The pay key waits until the cart is on disk; begun here, that is long done when it is pressed.
  saveSoon()
  const { phase, sale: before } = ui.payment.getState()
  const begin = () => reach(ui, ui.payment.getState().begin(cart))
  // One way to the core for both questions. After a try nobody heard the end of, the sale is asked for only once it may go on.
  const early = phase === 'idle' ? begin() : null
  const isAllowed = await isCartAllowed(ui, cart, () => void openPayment(ui))
  const begun = isAllowed || early !== null ? await (early ?? begin()) : null
  if (!isAllowed || begun === null) return
  // Nobody had heard how the last try ended. Another sale being open now says it: that one was charged.
  if (begun.ok && phase === 'unanswered' && before !== null && before.saleId !== begun.value.saleId) return leaveChargedSale(ui)
  if (begun.ok) return ui.screen.getState().go('payment')
  ui.cart.getState().complain({ refusal: begun.refusal, lineNumber: null })
  ui.sounds.refuse()
}

export function confirmPayment(ui: TillUi): Promise<void> {
  return ui.inOrder(() => confirmPaymentNow(ui))
}

async function confirmPaymentNow(ui: TillUi): Promise<void> {
  if (ui.screen.getState().screen !== 'payment') return
  const { cart, flush } = ui.cart.getState()
  const sold = await ui.payment.getState().commit(cart, flush)
  if (sold === null) {
    if (ui.payment.getState().troubles['form']?.code === 'SALE_ALREADY_CHARGED') leaveChargedSale(ui)
    return
  }
  ui.cart.getState().apply({ type: 'clear' })
  ui.screen.getState().go('result')
  ui.receipts.getState().select(sold.saleId).catch(() => undefined)
}

/** It went through without anybody hearing of it; what is on the screen is not charged a second time. */
function leaveChargedSale(ui: TillUi): void {
  ui.payment.getState().leave()
  ui.cart.getState().apply({ type: 'clear' })
  ui.screen.getState().go('sale')
  ui.cart.getState().complain({ refusal: refusal('SALE_ALREADY_CHARGED'), lineNumber: null })
  ui.sounds.refuse()
}

export function nextSale(ui: TillUi): void {
  ui.payment.getState().leave()
  ui.catalogue.getState().setText('')
  ui.screen.getState().go('sale')
}

/** One more or one less of the selected line. One less than one is a refusal, not a removal: that has its own key. */
export function stepQuantity(ui: TillUi, lineNumber: number | null, step: 1 | -1): void {
  const { cart, apply, complain } = ui.cart.getState()
  const line = cart.lines.find((candidate) => candidate.lineNumber === lineNumber)
  if (!line) return
  const next = line.quantity + step * ONE_MILLI
  if (next <= 0) return complain({ refusal: refusal('QUANTITY_NOT_POSITIVE', 'quantity'), lineNumber })
  if (next > QUANTITY_MILLI_MAX) return complain({ refusal: refusal('QUANTITY_TOO_LARGE', 'quantity'), lineNumber })
  apply({ type: 'set-quantity', lineNumber: line.lineNumber, quantity: quantityMilli(next) })
}

/** The share of an amount for whole percents, rounded half up to a peso. */
export function percentOf(amountClp: number, percent: number): number {
  return Math.floor((amountClp * percent + 50) / 100)
}
