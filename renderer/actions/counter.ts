/**
 * What the cashier does around a sale: put it aside, change prices, ask somebody for a PIN, hand
 * over the counter.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { applyToCart, type Cart, type CartAction } from '#shared/selling/cart/cart.ts'
import type { OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { refusal, type Refusal, type RefusalCode } from '#shared/languages/refusals.ts'
import type { ParkedSaleView } from '#shared/staff/views.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import { deletionDeed, discardingDeed, type ApprovalSubject } from '#shared/staff/deeds.ts'
import type { Need, LentRight } from '#shared/staff/need.ts'
import type { ApprovalAsk } from '../stores/screen-store.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { isLocked } from '../stores/staff-store.ts'

/** `taken`, `asked` while somebody else's PIN is awaited, or what is wrong. */
export type Change = 'taken' | 'asked' | Refusal

/**
 * A change that may go beyond the cashier's rights. The core says whether it does; it says so again
 * at the end.
 */
export async function changeCart(ui: TillUi, action: CartAction): Promise<Change> {
  const next = applyToCart(ui.cart.getState().cart, action)
  if (!next.ok) return next.refusal
  const { isInvoice } = ui.cart.getState().sale
  // Another list has other prices: what is allowed is what will be charged.
  const asked = linesOf(ui.offers.getState().price(next.value), isInvoice)
  const needs = await needsOf(ui, asked)
  if (needs === null) return 'asked'
  if (needs.length > 0) {
    askApproval(ui, { kind: 'sale', needs, ...asked }, () => void ui.cart.getState().apply(action))
    return 'asked'
  }
  const applied = ui.cart.getState().apply(action)
  return applied.ok ? 'taken' : applied.refusal
}

/** Asks for what this cart still needs; true when it needs nothing. */
export async function isCartAllowed(ui: TillUi, cart: Cart, then: () => void): Promise<boolean> {
  return isAllowed(ui, linesOf(cart, ui.cart.getState().sale.isInvoice), then)
}

/** A receipt becomes an invoice, or one again; whoever may not is asked for somebody's PIN. */
export async function setInvoice(ui: TillUi, isInvoice: boolean): Promise<void> {
  const { cart, apply } = ui.cart.getState()
  const set = () => {
    apply({ type: 'set-invoice', isInvoice })
    ui.payment.setState({ troubles: {} })
    if (isInvoice) ui.inputs.get('customer')?.focus()
  }
  if (!isInvoice || (await isAllowed(ui, linesOf(cart, isInvoice), set))) set()
}

async function isAllowed(ui: TillUi, asked: Asked, then: () => void): Promise<boolean> {
  const needs = await needsOf(ui, asked)
  if (needs === null) return false
  if (needs.length === 0) return true
  askApproval(ui, { kind: 'sale', needs, ...asked }, then)
  return false
}

/**
 * Null when the core does not answer. A till without people asks nobody, and does not wait for an
 * answer either.
 */
async function needsOf(ui: TillUi, asked: Asked): Promise<readonly Need[] | null> {
  if (ui.staff.getState().staff?.isOn !== true) return []
  return callCore(ui, ui.port.saleNeeds({ ...asked, saleId: ui.cart.getState().sale.saleId }))
}

/** What rights are asked about: lines, discount and price list of the sale, and its document. */
function linesOf({ lines, discount, priceListId }: Cart, isInvoice: boolean | undefined) {
  return { lines: [...lines], discount, isInvoice, priceListId }
}
type Asked = ReturnType<typeof linesOf>

function askApproval(ui: TillUi, ask: ApprovalAsk, then: (approvalId: string) => void): void {
  ui.screen.getState().open({ kind: 'approval', ask, then })
}

/** Does it with the cashier's own right, or with somebody's PIN. */
export function withRight(
  ui: TillUi,
  right: LentRight,
  subject: string | null,
  deed: (approvalId: string | null) => void,
  { named, amountClp }: { readonly named?: 'read-shift'; readonly amountClp?: Clp } = {},
): void {
  if (ui.staff.getState().staff?.rights[right] === true) return deed(null)
  const asked = { right, subject, ...(amountClp === undefined ? {} : { amountClp }) }
  askApproval(
    ui,
    {
      kind: 'right',
      ...asked,
      needs: [{ kind: 'right', ...asked }],
      ...(named === undefined ? {} : { action: named }),
    },
    deed,
  )
}

/** The same for a deed that is named as the core names it. */
export function withDeed(
  ui: TillUi,
  { right, subject, amountClp }: ApprovalSubject & { readonly right: LentRight },
  then: (approvalId: string | null) => void,
  named: { readonly named?: 'read-shift' } = {},
): void {
  const sum = amountClp === undefined ? {} : { amountClp: clp(amountClp) }
  withRight(ui, right, subject, then, { ...named, ...sum })
}

/** The owner's settings, for one visit; `then` runs once they are open. */
export function askSettings(ui: TillUi, then: () => void): void {
  askApproval(
    ui,
    { kind: 'settings', needs: [{ kind: 'right', right: 'manageStaff', subject: null }] },
    () => {
      void callCore(ui, ui.staff.getState().load()).then(then)
    },
  )
}

export function parkCart(ui: TillUi, name: string): Promise<Refusal | null> {
  return ui.inOrder(async () => {
    const { cart, settle, order, saveAgain } = ui.cart.getState()
    if (cart.lines.length === 0) return refusal('CART_EMPTY')
    // What is still to be saved goes with the order, and would otherwise arrive after the sale has
    // left.
    await settle()
    const parked = await callCore(ui, ui.port.parkSale({ ...order(), name }))
    if (parked === null || !parked.ok) saveAgain()
    if (parked === null) return null
    if (!parked.ok) return afterRefusal(ui, parked.refusal)
    leaveSale(ui, null)
    ui.screen.getState().close()
    void callCore(ui, ui.parked.getState().refresh())
    return null
  })
}

type Parked = Pick<ParkedSaleView, 'id' | 'shop'>

/** Brings one into this till's hand; null where it is, else why not. Silence says itself. */
async function claim(ui: TillUi, { id: parkedId, shop }: Parked): Promise<Refusal | null | 'down'> {
  if (shop === undefined) return null
  const { doubtedId, doubt } = ui.parked.getState()
  const isSure = doubtedId === parkedId
  const claimed = await callCore(ui, ui.port.claimParked({ parkedId, isSure }))
  if (claimed === null) return 'down'
  doubt(!claimed.ok && claimed.refusal.code === 'PARKED_HUB_LOST' ? parkedId : null)
  if (claimed.ok) return null
  void callCore(ui, ui.parked.getState().refresh())
  return claimed.refusal
}

/** The parked sale comes to the screen; what was there takes its place. */
export function recall(ui: TillUi, parked: Parked): Promise<Refusal | null> {
  const { id: parkedId } = parked
  return ui.inOrder(async () => {
    const problem = await claim(ui, parked)
    if (problem === 'down') return null
    if (problem !== null) return problem
    const { settle, order, saveAgain } = ui.cart.getState()
    await settle()
    const recalled = await callCore(ui, ui.port.recallSale({ ...order(), parkedId }))
    if (recalled === null || !recalled.ok) saveAgain()
    if (recalled === null) return null
    void callCore(ui, ui.parked.getState().refresh())
    if (!recalled.ok) return afterRefusal(ui, recalled.refusal)
    leaveSale(ui, recalled.value)
    ui.screen.getState().go('sale')
    return null
  })
}

/** The question what to delete it for comes after the question who may. */
export function askToDelete(ui: TillUi): void {
  const { detail } = ui.receipts.getState()
  if (detail === null) return
  withDeed(ui, deletionDeed(detail.saleId, detail.toCollectClp), (approvalId) =>
    ui.screen.getState().open({ kind: 'delete-receipt', approvalId }),
  )
}

/** Somebody's PIN, where one is needed, is for this sale with what was paid of it. */
export async function discardParked(
  ui: TillUi,
  sale: Parked & Pick<ParkedSaleView, 'takenClp'>,
): Promise<Refusal | null> {
  const parkedId = sale.id
  const problem = await claim(ui, sale)
  if (problem === 'down') return null
  if (problem !== null) return problem
  withDeed(ui, discardingDeed(sale), (approvalId) => {
    void callCore(
      ui,
      ui.port.discardParked({ parkedId, approvalId }).then(() => ui.parked.getState().refresh()),
    )
  })
  return null
}

/** Who may not set prices is asked for somebody's PIN once there is a name and a price to allow. */
export function createProduct(ui: TillUi, code: string): void {
  ui.screen.getState().open({ kind: 'product', code })
}

export function openDrawer(ui: TillUi): void {
  withRight(ui, 'openDrawer', null, (approvalId) => {
    void callCore(ui, ui.port.openDrawer({ approvalId })).then((opened) => {
      if (opened === null || opened.ok) return
      ui.cart.getState().complain({ refusal: opened.refusal, lineNumber: null })
      ui.sounds.refuse()
    })
  })
}

export function lock(ui: TillUi): void {
  if (ui.staff.getState().staff?.isOn !== true) return
  leaveDialog(ui)
  void callCore(ui, ui.staff.getState().lock())
}

/**
 * Closes what is open, but for the question how much something scanned weighs: it is not in the
 * sale, and would be lost unseen.
 */
export function leaveDialog(ui: TillUi): void {
  const { dialog, close } = ui.screen.getState()
  if (dialog?.kind !== 'weigh') close()
}

export function isCounterLocked(ui: TillUi): boolean {
  return isLocked(ui.staff.getState())
}

/** The core has another sale than this screen: what it has comes instead, with the reason. */
const NOT_THIS_SALE: readonly RefusalCode[] = [
  'SALE_ALREADY_CHARGED',
  'SALE_CHARGED_ELSEWHERE',
  'SALE_PARKED',
  'SALE_HELD_ELSEWHERE',
]

export function isNotThisSale(problem: Refusal): boolean {
  return NOT_THIS_SALE.includes(problem.code)
}

async function afterRefusal(ui: TillUi, problem: Refusal): Promise<Refusal> {
  if (isNotThisSale(problem)) await loseSale(ui, problem)
  return problem
}

/** What the core has comes to the screen; the cashier reads why. */
export async function loseSale(ui: TillUi, problem: Refusal): Promise<void> {
  ui.payment.getState().leave()
  ui.screen.getState().go('sale')
  await callCore(ui, ui.cart.getState().lose(problem))
  ui.sounds.refuse()
}

/** Another screen has the sale, and this one shows one of the screens that would change it. */
export function isSaleElsewhere(ui: TillUi): boolean {
  const { screen } = ui.screen.getState()
  return ui.cart.getState().hold === 'elsewhere' && (screen === 'sale' || screen === 'payment')
}

export function takeSale(ui: TillUi): void {
  ui.payment.getState().leave()
  void callCore(ui, ui.cart.getState().take()).then(() => ui.screen.getState().go('sale'))
}

function leaveSale(ui: TillUi, sale: OpenSale | null): void {
  ui.payment.getState().leave()
  ui.cart.getState().replace(sale)
  ui.catalogue.getState().setText('')
}

/**
 * The core not answering is no refusal; the banner over the screen says it, and nothing else
 * changes.
 */
export async function callCore<Value>(ui: TillUi, question: Promise<Value>): Promise<Value | null> {
  try {
    return await question
  } catch {
    ui.status.setState({ link: 'down' })
    ui.sounds.refuse()
    return null
  }
}

/** What became of a document that was just made is shown as it comes; a silent core says so. */
export function lookAtDocument(ui: TillUi, saleId: SaleId): void {
  ui.receipts
    .getState()
    .select(saleId)
    .catch(() => undefined)
}

/** To the next customer, with nothing left in the search. */
export function toEmptySale(ui: TillUi): void {
  ui.catalogue.getState().setText('')
  ui.screen.getState().go('sale')
}
