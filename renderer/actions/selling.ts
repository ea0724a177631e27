/**
 * What the cashier does, across stores: add, charge, confirm, next. Screens and shortcuts
 * both call these.
 */
import { isMeasured } from '#shared/catalogue/by-measure.ts'
import {
  ONE_MILLI,
  QUANTITY_MILLI_MAX,
  quantityMilli,
  type QuantityMilli,
} from '#shared/money/quantity.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { endsSale } from '#shared/selling/open-sale/open-sale.ts'
import { partsTakenElsewhere } from '#shared/selling/open-sale/paying.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { chargeCards } from './card-actions.ts'
import { askForNotes } from './credit-actions.ts'
import { isCartAllowed, isNotThisSale, loseSale, callCore } from './counter.ts'
import { lookAtDocument, toEmptySale } from './counter.ts'
import { isPriceAsked, type ProductView } from '#shared/catalogue/product.ts'

/**
 * `quantity` is what was typed before it; null for nothing. What is sold by weight asks for it
 * then. A scale's label is typed unless a scanner has read it.
 */
export function addProduct(
  ui: TillUi,
  product: ProductView,
  quantity: QuantityMilli | null = null,
  isScanned = false,
): void {
  if (isPriceAsked(product))
    return ui.screen
      .getState()
      .open({ kind: 'ask-price', product, quantity, isScanned, problem: null })
  if (quantity === null && product.weighed === undefined && isMeasured(product.unit)) {
    return ui.screen.getState().open({ kind: 'weigh', product, problem: null })
  }
  const amount = quantityOf(product, quantity)
  const added = ui.cart
    .getState()
    .apply({
      type: 'add-product',
      product,
      isScanned,
      ...(amount === null ? {} : { quantity: amount }),
    })
  if (!added.ok) ui.sounds.refuse()
}

/**
 * The weight on a scale's label is the quantity; another one typed before it counts such pieces.
 */
function quantityOf(
  { weighed }: ProductView,
  quantity: QuantityMilli | null,
): QuantityMilli | null {
  if (weighed === undefined || quantity === null) return quantity
  return quantityMilli(
    Math.min(Math.max(1, Math.round((weighed * quantity) / ONE_MILLI)), QUANTITY_MILLI_MAX),
  )
}

/**
 * A tile under a finger. The results stay where they are, for another tap; what was typed has done
 * its work, so Enter adds nothing of it and the next letter begins another search.
 */
export function addTapped(ui: TillUi, product: ProductView): void {
  addProduct(ui, product)
  ui.catalogue.getState().markTextTaken()
  const field = ui.inputs.get('search')
  if (field !== undefined && field === field.ownerDocument.activeElement) field.select()
}

/** Enter in the search field. */
export function addTyped(ui: TillUi): Promise<void> {
  return ui.inOrder(() => addTypedNow(ui))
}

/** In a turn of its own or of a scan. */
export async function addTypedNow(ui: TillUi): Promise<void> {
  const catalogue = ui.catalogue.getState()
  if (catalogue.text.trim() === '' || catalogue.isTextTaken) return
  const choice = await callCore(ui, catalogue.chooseTyped())
  if (choice === null) return
  if (!choice.ok) return ui.sounds.refuse()
  ui.catalogue.getState().setText('')
  addProduct(ui, choice.value.product, choice.value.quantity)
}

export function openPayment(ui: TillUi): Promise<void> {
  return ui.inOrder(() => openPaymentNow(ui))
}

async function openPaymentNow(ui: TillUi): Promise<void> {
  const { screen, dialog } = ui.screen.getState()
  // The key may have been pressed twice before its first turn came.
  if (screen !== 'sale' || dialog !== null) return
  const { cart } = ui.cart.getState()
  // The first sale of the day asks for the float, once, and goes on from there.
  if (ui.status.getState().status?.shift === null && cart.lines.length > 0)
    return ui.screen.getState().open({ kind: 'open-shift' })
  const { phase } = ui.payment.getState()
  const begin = () => callCore(ui, ui.payment.getState().begin())
  // One way to the core for both questions. After a try nobody heard the end of, the sale is asked
  // for only once it may go on.
  const early = phase === 'idle' ? begin() : null
  const isAllowed = await isCartAllowed(ui, cart, () => void openPayment(ui))
  const begun = isAllowed || early !== null ? await (early ?? begin()) : null
  if (!isAllowed || begun === null) return
  if (begun.ok) return ui.screen.getState().go('payment')
  // Nobody had heard how the last try ended: it went through, and is not charged a second time.
  if (isNotThisSale(begun.refusal)) return loseSale(ui, begun.refusal)
  ui.cart.getState().complain({ refusal: begun.refusal, lineNumber: null })
  ui.sounds.refuse()
}

export function confirmPayment(ui: TillUi, approvalId: string | null = null): Promise<void> {
  return ui.inOrder(() => confirmPaymentNow(ui, approvalId))
}

async function confirmPaymentNow(ui: TillUi, approvalId: string | null): Promise<void> {
  if (ui.screen.getState().screen !== 'payment') return
  if (!(await chargeCards(ui, approvalId))) return afterRefusedCharge(ui, approvalId)
  const sold = await ui.payment.getState().commit(approvalId)
  if (sold === null) return afterRefusedCharge(ui, approvalId)
  ui.cart.getState().replace(null)
  ui.cart.setState({ charged: sold })
  ui.screen.getState().go('result')
  lookAtDocument(ui, sold.saleId)
}

/** The amount was typed on the terminal; what is wrong, or null once the sale goes on with it. */
export function chargeByHand(ui: TillUi, authorization: string): Promise<Refusal | null> {
  return ui.inOrder(async () => {
    const card = await ui.payment.getState().chargeCard(null, authorization)
    await ui.status.getState().refresh()
    if (card === null) {
      const { troubles } = ui.payment.getState()
      return Object.values(troubles).find((trouble) => trouble !== undefined) ?? null
    }
    ui.payment.getState().takeCard(card)
    ui.screen.getState().close()
    void confirmPayment(ui)
    return null
  })
}

async function afterRefusedCharge(ui: TillUi, approvalId: string | null): Promise<void> {
  const { troubles } = ui.payment.getState()
  const right = rightForNotes(troubles['method'])
  if (right !== null && approvalId === null)
    return askForNotes(ui, right, (allowed) => void confirmPayment(ui, allowed))
  const problem = troubles['form']
  if (problem !== undefined && isNotThisSale(problem)) await loseSale(ui, problem)
}

function rightForNotes(problem: Refusal | undefined): 'refund' | 'beyondLimits' | null {
  if (problem?.code === 'CREDIT_OF_CARD') return 'beyondLimits'
  return problem?.code === 'CREDIT_APPROVAL' ? 'refund' : null
}

/** The result of before, with the change that may still be owed. */
export function showLastResult(ui: TillUi): void {
  const { charged, cart } = ui.cart.getState()
  if (charged === null || cart.lines.length > 0) return
  ui.payment.setState({ saleId: charged.saleId, result: charged })
  ui.screen.getState().go('result')
  lookAtDocument(ui, charged.saleId)
}

export function nextSale(ui: TillUi): void {
  ui.payment.getState().leave()
  toEmptySale(ui)
}

/**
 * One more or one less of the selected line. One less than one is a refusal, not a removal: that
 * has its own key.
 */
export function stepQuantity(ui: TillUi, lineNumber: number | null, step: 1 | -1): void {
  const { cart, apply, complain } = ui.cart.getState()
  const line = cart.lines.find((candidate) => candidate.lineNumber === lineNumber)
  if (!line) return
  // A kilo more or less is nobody's correction: what was measured is measured again.
  if (isMeasured(line.unit))
    return ui.screen
      .getState()
      .open({ kind: 'line', lineNumber: line.lineNumber, edits: 'quantity' })
  const next = line.quantity + step * ONE_MILLI
  if (next <= 0)
    return complain({ refusal: refusal('QUANTITY_NOT_POSITIVE', 'quantity'), lineNumber })
  if (next > QUANTITY_MILLI_MAX)
    return complain({ refusal: refusal('QUANTITY_TOO_LARGE', 'quantity'), lineNumber })
  apply({ type: 'set-quantity', lineNumber: line.lineNumber, quantity: quantityMilli(next) })
}

/**
 * Takes a line out. The last one takes the sale with it, so what was paid elsewhere already is
 * asked about first.
 */
export function removeLine(ui: TillUi, lineNumber: number): void {
  const { sale, apply } = ui.cart.getState()
  const action = { type: 'remove-line', lineNumber } as const
  if (endsSale(sale, action) && partsTakenElsewhere(sale.paying).length > 0)
    return ui.screen.getState().open({ kind: 'clear-cart' })
  apply(action)
}
