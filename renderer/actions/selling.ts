/**
 * What the cashier does, across stores: add, scan, charge, confirm, next. Screens and shortcuts
 * both call these.
 */
import { isMeasured } from '#shared/catalogue/by-measure.ts'
import { normalizeScan } from '#shared/catalogue/barcode.ts'
import {
  ONE_MILLI,
  QUANTITY_MILLI_MAX,
  quantityMilli,
  type QuantityMilli,
} from '#shared/money/quantity.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { endsSale } from '#shared/selling/open-sale/open-sale.ts'
import { partsTakenElsewhere } from '#shared/selling/open-sale/paying.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { scannedVale } from '#shared/text/vale-code.ts'
import { scannedNote } from '#shared/selling/payment/credit.ts'
import { chargeCards, refusesAtCard } from './card-actions.ts'
import { askForNotes, payWithCredit } from './credit-actions.ts'
import { payWithVale } from './vale-actions.ts'
import { afterReturn, scanBack } from './return-actions.ts'
import { splitMultiplier } from '../stores/catalogue-store.ts'
import type { Dialog, Screen } from '../stores/screen-store.ts'
import { isCartAllowed, isCounterLocked, isNotThisSale, loseSale, callCore } from './counter.ts'
import { lookAtDocument, toEmptySale } from './counter.ts'
import { isPriceAsked, type ProductView } from '#shared/catalogue/product.ts'

/** Prices read out for a name; more is a search, which has its own place. */
const PRICES_MAX = 6

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

async function addTypedNow(ui: TillUi): Promise<void> {
  const catalogue = ui.catalogue.getState()
  if (catalogue.text.trim() === '' || catalogue.isTextTaken) return
  const choice = await callCore(ui, catalogue.chooseTyped())
  if (choice === null) return
  if (!choice.ok) return ui.sounds.refuse()
  ui.catalogue.getState().setText('')
  addProduct(ui, choice.value.product, choice.value.quantity)
}

/** A code from the scanner, on whatever screen the cashier is. */
export function scan(ui: TillUi, raw: string): Promise<void> {
  return scanInTurn(ui, raw, null)
}

/**
 * A code that came in parts, which may be two codes as well: nothing is looked up, and the cashier
 * scans it again.
 */
export function refuseScan(ui: TillUi, head: string, tail: string): Promise<void> {
  return scanInTurn(ui, head + tail, refusal('SCAN_IN_PARTS', 'search', { head, tail }))
}

/** While a card is charged the turn is the pay key's, and the cashier hears of it at once. */
async function scanInTurn(ui: TillUi, raw: string, trouble: Refusal | null): Promise<void> {
  if (refusesAtCard(ui)) return
  await ui.inOrder(async () => {
    if (!refusesAtCard(ui)) await scanNow(ui, raw, trouble)
  })
}

async function scanNow(ui: TillUi, raw: string, trouble: Refusal | null): Promise<void> {
  if (isCounterLocked(ui)) {
    ui.staff.getState().refuseScan()
    return ui.sounds.refuse()
  }
  const { screen, dialog, close, open, go } = ui.screen.getState()
  const code = normalizeScan(raw)
  if (
    trouble !== null &&
    (screen === 'settings' ||
      screen === 'receipts' ||
      screen === 'return' ||
      screen === 'goods' ||
      dialog?.kind === 'product')
  )
    return ui.sounds.refuse()
  if (trouble !== null && dialog?.kind === 'price') {
    open({ kind: 'price', answer: refuse(trouble) })
    return ui.sounds.refuse()
  }
  if (screen === 'settings' || screen === 'goods') return ui.screen.getState().hearScan(code)
  if (screen === 'receipts' && isForVales(dialog, code)) return open({ kind: 'vales', text: code })
  if (screen === 'receipts') return ui.receipts.getState().find(code)
  if (screen === 'return') return scanBack(ui, code)
  if (screen === 'payment' && isForNotes(dialog, raw)) return payWithNote(ui, raw)
  if (screen === 'payment' && scannedVale(code) !== null) {
    if (dialog?.kind === 'vale') close()
    return void payWithVale(ui, code)
  }
  if (dialog?.kind === 'weigh') return weighByLabel(ui, dialog.product, code, trouble)
  if (dialog?.kind === 'ask-price') return priceFirst(ui, dialog)
  if (dialog?.kind === 'product') return open({ ...dialog, code })
  if (dialog?.kind === 'price') return lookUpPrice(ui, code)
  // The sale may have been charged as it was: first the cashier hears whether, by the pay key.
  if (screen === 'payment' && ui.payment.getState().phase === 'unanswered')
    return ui.sounds.refuse()
  if (ui.cart.getState().hold === 'elsewhere') {
    go('sale')
    ui.cart.getState().complain({ refusal: refusal('SALE_HELD_ELSEWHERE'), lineNumber: null })
    return ui.sounds.refuse()
  }
  if (dialog !== null) close()
  if (screen === 'result') nextSale(ui)
  if (screen === 'returned') afterReturn(ui)
  // What is being counted stays as it is.
  if (screen === 'shift') go('sale')
  if (trouble !== null) {
    ui.catalogue.getState().setText('')
    ui.catalogue.getState().complain(trouble, null)
    ui.sounds.refuse()
    return screen === 'payment' ? go('sale') : undefined
  }
  // A burst without a digit is a fast hand (or an automaton) typing a name, not a code.
  if (!/\d/.test(code)) {
    ui.catalogue.getState().setText(raw)
    return addTypedNow(ui)
  }
  const { quantity, rest } = typedBefore(ui, screen, raw)
  ui.catalogue.getState().setText('')
  if (!quantity.ok) {
    ui.catalogue.getState().complain(quantity.refusal, null)
    return ui.sounds.refuse()
  }
  const found = await callCore(ui, ui.catalogue.getState().findByCode(rest))
  if (found === null) return
  if (found.ok) return addProduct(ui, found.value, quantity.value, true)
  ui.sounds.refuse()
  // The message stands at the search field, so that is where the cashier is taken.
  if (screen === 'payment') go('sale')
}

function isForNotes(dialog: Dialog | null, raw: string): boolean {
  return dialog?.kind === 'credit' || scannedNote(raw) !== null
}

async function payWithNote(ui: TillUi, raw: string): Promise<void> {
  const problem = await payWithCredit(ui, raw, false)
  if (problem !== null) ui.payment.setState({ troubles: { form: { ...problem, field: null } } })
}

/** Among the receipts: what is scanned into the list of vales, or a vale. */
function isForVales(dialog: Dialog | null, code: string): boolean {
  return dialog === null ? scannedVale(code) !== null : dialog.kind === 'vales'
}

/** Nothing scanned may go unsold unseen: the price first, and then the rest again. */
function priceFirst(ui: TillUi, dialog: Extract<Dialog, { kind: 'ask-price' }>): void {
  const problem = refusal('PRICE_FIRST', 'unitGrossClp', { name: dialog.product.name })
  ui.screen.getState().open({ ...dialog, problem })
  ui.sounds.refuse()
}

/**
 * The quantity of a scan: `5*` that stands in sight in the search field, or came just before the
 * code.
 */
function typedBefore(ui: TillUi, screen: Screen, raw: string): ReturnType<typeof splitMultiplier> {
  const { text } = ui.catalogue.getState()
  const whole = splitMultiplier(text + raw)
  return screen === 'sale' && whole.rest.length <= raw.length ? whole : splitMultiplier(raw)
}

/**
 * The label of the product being weighed says its weight; anything else waits, for nothing scanned
 * may go unsold unseen.
 */
async function weighByLabel(
  ui: TillUi,
  product: ProductView,
  code: string,
  trouble: Refusal | null,
): Promise<void> {
  const found = trouble === null ? await callCore(ui, ui.port.productByCode(code)) : refuse(trouble)
  if (found === null) return
  const { open, close } = ui.screen.getState()
  if (found.ok && found.value.weighed !== undefined && found.value.id === product.id) {
    close()
    return addProduct(ui, found.value, null, true)
  }
  open({
    kind: 'weigh',
    product,
    problem: trouble ?? refusal('WEIGHT_FIRST', 'weight', { name: product.name }),
  })
  ui.sounds.refuse()
}

export async function lookUpPrice(ui: TillUi, raw: string): Promise<void> {
  const code = normalizeScan(raw)
  if (code === '')
    return ui.screen
      .getState()
      .open({ kind: 'price', answer: refuse(refusal('CODE_REQUIRED', 'code')) })
  const found = await callCore(ui, ui.port.productByCode(code))
  if (found === null) return
  if (found.ok) return ui.screen.getState().open({ kind: 'price', answer: ok([found.value]) })
  // No code at all, but perhaps a name: its prices, what sells most first.
  const question = { text: raw.trim(), categoryId: null, favouritesOnly: false, limit: PRICES_MAX }
  const named = /^\d+$/.test(code) ? [] : await callCore(ui, ui.port.searchProducts(question))
  if (named === null) return
  ui.screen
    .getState()
    .open({ kind: 'price', answer: named.length > 0 ? ok(named) : refuse(found.refusal) })
  if (named.length === 0) ui.sounds.refuse()
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
