/** What a scanner has read: whoever stands before the sale takes it, and the sale at last. */
import { normalizeScan } from '#shared/catalogue/barcode.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { scannedNote } from '#shared/selling/payment/credit.ts'
import { scannedVale } from '#shared/text/vale-code.ts'
import { splitMultiplier } from '../stores/catalogue-store.ts'
import type { Dialog, Screen } from '../stores/screen-store.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { refusesAtCard } from './card-actions.ts'
import { callCore, isCounterLocked } from './counter.ts'
import { payWithCredit } from './credit-actions.ts'
import { afterReturn, scanBack } from './return-actions.ts'
import { addProduct, addTypedNow, nextSale } from './selling.ts'
import { payWithVale } from './vale-actions.ts'

/** Prices read out for a name; more is a search, which has its own place. */
const PRICES_MAX = 6

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

/** What came from the scanner, and where the cashier is. */
interface Scan {
  readonly raw: string
  readonly code: string
  /** Why it is not looked up; null for a whole code. */
  readonly trouble: Refusal | null
  readonly screen: Screen
  readonly dialog: Dialog | null
}

async function scanNow(ui: TillUi, raw: string, trouble: Refusal | null): Promise<void> {
  if (isCounterLocked(ui)) {
    ui.staff.getState().refuseScan()
    return ui.sounds.refuse()
  }
  const { screen, dialog } = ui.screen.getState()
  const scan = { raw, code: normalizeScan(raw), trouble, screen, dialog }
  for (const take of TAKERS) {
    const taken = take(ui, scan)
    if (taken !== NOT_MINE) return taken
  }
  toSaleOf(ui, scan)
  return trouble === null ? sellScanned(ui, scan) : complainOf(ui, trouble, screen)
}

const NOT_MINE = Symbol('not mine')
type Taker = (ui: TillUi, scan: Scan) => Promise<void> | void | typeof NOT_MINE

/** Whoever stands before the sale takes what is scanned, the first that says it is its own. */
const TAKERS: readonly Taker[] = [partsTaker, screenTaker, paymentTaker, dialogTaker, heldSaleTaker]

/** Of a code in parts nothing is looked up; where codes are typed, it is not written either. */
function partsTaker(ui: TillUi, { trouble, screen, dialog }: Scan): ReturnType<Taker> {
  if (trouble === null) return NOT_MINE
  const isTyped = ['settings', 'receipts', 'return', 'goods'].includes(screen)
  if (dialog?.kind === 'price' && !isTyped)
    ui.screen.getState().open({ kind: 'price', answer: refuse(trouble) })
  else if (!isTyped && dialog?.kind !== 'product') return NOT_MINE
  ui.sounds.refuse()
}

function screenTaker(ui: TillUi, { screen, dialog, code }: Scan): ReturnType<Taker> {
  const { hearScan, open } = ui.screen.getState()
  if (screen === 'settings' || screen === 'goods') return hearScan(code)
  if (screen === 'receipts' && isForVales(dialog, code)) return open({ kind: 'vales', text: code })
  if (screen === 'receipts') return ui.receipts.getState().find(code)
  return screen === 'return' ? scanBack(ui, code) : NOT_MINE
}

function paymentTaker(ui: TillUi, { screen, dialog, code, raw }: Scan): ReturnType<Taker> {
  if (screen !== 'payment') return NOT_MINE
  if (isForNotes(dialog, raw)) return payWithNote(ui, raw)
  if (scannedVale(code) === null) return NOT_MINE
  if (dialog?.kind === 'vale') ui.screen.getState().close()
  void payWithVale(ui, code)
}

function dialogTaker(ui: TillUi, { dialog, code, trouble }: Scan): ReturnType<Taker> {
  if (dialog?.kind === 'weigh') return weighByLabel(ui, dialog.product, code, trouble)
  if (dialog?.kind === 'ask-price') return priceFirst(ui, dialog)
  if (dialog?.kind === 'product') return ui.screen.getState().open({ ...dialog, code })
  return dialog?.kind === 'price' ? lookUpPrice(ui, code) : NOT_MINE
}

function heldSaleTaker(ui: TillUi, { screen }: Scan): ReturnType<Taker> {
  // The sale may have been charged as it was: first the cashier hears whether, by the pay key.
  if (screen === 'payment' && ui.payment.getState().phase === 'unanswered')
    return ui.sounds.refuse()
  if (ui.cart.getState().hold !== 'elsewhere') return NOT_MINE
  ui.screen.getState().go('sale')
  ui.cart.getState().complain({ refusal: refusal('SALE_HELD_ELSEWHERE'), lineNumber: null })
  ui.sounds.refuse()
}

/** To the sale the code is for; what is being counted stays as it is. */
function toSaleOf(ui: TillUi, { screen, dialog }: Scan): void {
  if (dialog !== null) ui.screen.getState().close()
  if (screen === 'result') nextSale(ui)
  if (screen === 'returned') afterReturn(ui)
  if (screen === 'shift') ui.screen.getState().go('sale')
}

/** The message stands at the search field, so that is where the cashier is taken. */
function complainOf(ui: TillUi, trouble: Refusal, screen: Screen): void {
  ui.catalogue.getState().setText('')
  ui.catalogue.getState().complain(trouble, null)
  ui.sounds.refuse()
  if (screen === 'payment') ui.screen.getState().go('sale')
}

async function sellScanned(ui: TillUi, { raw, code, screen }: Scan): Promise<void> {
  const { setText, complain, findByCode } = ui.catalogue.getState()
  // A burst without a digit is a fast hand (or an automaton) typing a name, not a code.
  if (!/\d/.test(code)) {
    setText(raw)
    return addTypedNow(ui)
  }
  const { quantity, rest } = typedBefore(ui, screen, raw)
  setText('')
  if (!quantity.ok) {
    complain(quantity.refusal, null)
    return ui.sounds.refuse()
  }
  const found = await callCore(ui, findByCode(rest))
  if (found === null) return
  if (found.ok) return addProduct(ui, found.value, quantity.value, true)
  ui.sounds.refuse()
  if (screen === 'payment') ui.screen.getState().go('sale')
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
