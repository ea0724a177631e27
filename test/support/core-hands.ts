/** Hands of the till driver at the core itself, on its real database. */
import { expect } from 'vitest'
import { applyToCart, cartTotals, EMPTY_CART, type Cart, type CartAction } from '#shared/cart/cart.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusalText, type Refusal } from '#shared/core/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { PaperView, ReceiptDetail } from '#shared/bridge/views.ts'
import { parseQuantity, type QuantityMilli } from '#shared/money/quantity.ts'
import { CREDIT_ID } from '#shared/payment/payment-method.ts'
import { refundTotal } from '#shared/returns/decide-return.ts'
import { quantityLeft } from '#shared/returns/return-shares.ts'
import type { Till } from '#till/till.ts'
import { outOf, type Hands, type Paper, type Pieces } from './till-driver.ts'
import { commitOf, receiptOf, type TillFixture } from './till-fixture.ts'

export interface CoreWays {
  /** Without it time is the fixture's, and moves only while something is waited for. */
  readonly eventually?: Hands['eventually']
  /** Opens the till again on the same data; the earlier one has been stopped. */
  readonly reopen?: () => Promise<Till>
}

export const paperOf = ({ kind, state }: PaperView): Paper => `${kind} ${state}`

const draftOf = ({ lines, nextLineNumber }: Cart) => ({ lines: lines.map((line) => ({ ...line })), nextLineNumber })

/** The value, or a failed test: what the story presses is there to be pressed. */
function must<Value>(answer: Result<Value, Refusal>): Value {
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}

function quantityOf(text: string): QuantityMilli {
  const parsed = parseQuantity(text)
  if (!parsed.ok) throw new Error(parsed.refusal)
  return parsed.value
}

const refused = (problem: Refusal) => ({ ok: false, message: refusalText(problem, 'es') }) as const

export function coreHands(fixture: TillFixture, opened: Till, ways: CoreWays = {}): Hands {
  const honest = fixture.service.answer
  let till = opened
  let cart: Cart = EMPTY_CART
  /** What was paid last, and that or what came back since. */
  let soldId: SaleId | null = null
  let lastId: SaleId | null = null
  const change = (next: Cart) => {
    cart = next
    till.api.saveDraft(draftOf(cart))
  }
  const act = (action: CartAction) => change(must(applyToCart(cart, action)))
  const touched = () => cart.lines.at(-1)?.lineNumber ?? 0
  const draft = () => ({ cart: draftOf(cart), openSaleId: null })
  const sold = (saleId: SaleId | null): SaleId => {
    if (saleId === null) throw new Error('nothing was sold')
    return saleId
  }
  const last = (): ReceiptDetail | null => (lastId === null ? null : receiptOf(till.api, lastId))
  const papers = () => (last()?.papers ?? []).map(paperOf).sort()
  const rows = () => till.api.listReceipts({ cursor: null, limit: 100, text: '', onlyPending: false }).rows
  const eventually = ways.eventually ?? ((look, expected) => inTillTime(fixture, look, expected))
  return {
    async scan(code) { act({ type: 'add-product', product: must(till.api.productByCode(code)) }) },
    async addFree({ clp, isExempt }) { act({ type: 'add-free-line', name: 'Varios', unitGrossClp: clp, isExempt }) },
    async setQuantity(text) { act({ type: 'set-quantity', lineNumber: touched(), quantity: quantityOf(text) }) },
    async setDiscount(discountClp) { act({ type: 'set-discount', lineNumber: touched(), discountClp }) },
    async setCartDiscount(discountClp) { act({ type: 'set-cart-discount', discountClp }) },
    async park(name) {
      must(till.api.parkSale({ ...draft(), name }))
      cart = EMPTY_CART
    },
    async recall(name) {
      const parkedId = till.api.parkedSales().find((sale) => sale.name === name)?.id ?? ''
      cart = must(till.api.recallSale({ ...draft(), parkedId }))
    },
    async pay(parts, buyer) {
      const payments = parts.map((part) => (part.method === CREDIT_ID ? { ...part, reference: till.api.credits()[0]?.creditId ?? '' } : part))
      const recipient = buyer && { ...buyer, phone: '', email: '' }
      const answer = till.api.commitSale({ ...commitOf(till.api, cart), payments, recipient })
      if (!answer.ok) return refused(answer.refusal)
      lastId = soldId = answer.value.saleId
      cart = EMPTY_CART
      return { ok: true, changeClp: answer.value.changeClp }
    },
    async giveBack(pieces, method) {
      const answer = giveBack(till, sold(soldId), pieces, method)
      if ('saleId' in answer) lastId = answer.saleId
      return 'saleId' in answer ? { ok: true, givenBackClp: answer.givenBackClp } : answer
    },
    async reprint() { expect(till.api.reprint(sold(lastId))).toEqual({ ok: true, value: null }) },
    async deleteReceipt(reason) {
      const answer = await till.api.deleteReceipt({ saleId: sold(lastId), reason })
      return answer.ok ? { ok: true } : refused(answer.refusal)
    },
    async mend(buyer) {
      const answer = till.api.resendFixed({ saleId: sold(lastId), recipient: { ...buyer, phone: '', email: '' } })
      return answer.ok ? { ok: true } : refused(answer.refusal)
    },
    async restart() {
      await till.stop()
      till = await (ways.reopen ?? fixture.open)()
      cart = till.api.loadDraft()
    },
    async setOnline(isOnline) {
      fixture.service.answer = isOnline ? honest : () => ({ kind: 'unsent', detail: 'ECONNREFUSED' })
      await eventually(() => till.api.status().connection, isOnline ? 'online' : 'offline')
    },
    look: {
      cartClp: () => cartTotals(cart).totalClp,
      isIssued: () => last()?.folio != null,
      folio: () => last()?.folio ?? null,
      pendingCount: () => till.api.status().pendingCount,
      papers,
      printed: () => outOf(papers()),
      everyPaper: () => rows().map(({ saleId }) => receiptOf(till.api, saleId).papers.map(paperOf).sort()),
      folios: () => rows().map(({ folio }) => folio),
      fieldErrors: () => (last()?.fieldErrors ?? []).map(({ field, message }) => `${field} ${message}`).join('\n'),
    },
    eventually,
  }
}

interface GivenBack { readonly saleId: SaleId; readonly givenBackClp: number }

function giveBack(till: Till, soldId: SaleId, pieces: Pieces, method: string): ReturnType<typeof refused> | GivenBack {
  const opened = till.api.startReturn(soldId)
  if (!opened.ok) return refused(opened.refusal)
  const { returnId, originalId, lines } = opened.value
  const quantities = new Map(lines.map((line, index) => [line.lineNumber, pieces === 'all' ? quantityLeft(line) : Math.round((pieces[index] ?? 0) * 1000)]))
  const answer = till.api.commitReturn({
    returnId, originalId, reason: 'Producto fallado', refund: { method, reference: '' }, approvalId: null, expectedTotalClp: refundTotal(lines, quantities),
    lines: [...quantities].filter(([, quantity]) => quantity > 0).map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
  })
  return answer.ok ? { saleId: answer.value.saleId, givenBackClp: answer.value.toCollectClp } : refused(answer.refusal)
}

/** Moves the fixture's time until it is seen; what is seen instead is told. */
async function inTillTime(fixture: TillFixture, look: () => unknown, expected: unknown): Promise<void> {
  const isSo = () => {
    try {
      expect(look()).toEqual(expected)
      return true
    } catch {
      return false
    }
  }
  await fixture.until(isSo).catch(() => expect(look()).toEqual(expected))
}
