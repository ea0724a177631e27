/**
 * A till as a story drives it: `await till.scan('101').pay(cash(5000)).expectChange(3110).expectPrinted('receipt')`. The
 * same story runs against the core on a real database and against the screen in Chromium; each brings its own hands.
 */
import { expect } from 'vitest'
import { applyToCart, EMPTY_CART, type Cart } from '#shared/cart/cart.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusalText } from '#shared/core/refusals.ts'
import type { PaperKind } from '#shared/bridge/views.ts'
import type { CommitInput } from '#shared/bridge/commands.ts'
import { CASH_ID, CREDIT_ID } from '#shared/payment/payment-method.ts'
import { refundTotal } from '#shared/returns/decide-return.ts'
import { quantityLeft } from '#shared/returns/return-shares.ts'
import type { Till } from '#till/till.ts'
import { commitOf, receiptOf, type TillFixture } from './till-fixture.ts'

export type Paid = CommitInput['payments'][number]
/** Cash handed over; null = the exact amount. */
export const cash = (amountClp: number | null = null): Paid => ({ method: 'EF', amountClp, reference: '' })
/** By card; null = all that is left. */
export const card = (amountClp: number | null = null): Paid => ({ method: 'TC', amountClp, reference: '' })
export const transfer = (amountClp: number | null, reference: string): Paid => ({ method: 'PE', amountClp, reference })

/** By the value of what came back last. */
export const credit = (): Paid => ({ method: CREDIT_ID, amountClp: null, reference: '' })

/** Pieces that come back, line by line as sold; or all that is left. */
export type Pieces = readonly number[] | 'all'

/** What can be known of the sale paid last, or of what came back last. */
export interface Seen {
  readonly isIssued: boolean
  readonly pendingCount: number
  readonly printed: readonly PaperKind[]
}

export type PayAnswer = { readonly ok: true; readonly changeClp: number } | { readonly ok: false; readonly message: string }

export type ReturnAnswer = { readonly ok: true; readonly givenBackClp: number } | { readonly ok: false; readonly message: string }

/** How a story acts on one kind of till. */
export interface Hands {
  scan(code: string): Promise<void>
  pay(parts: readonly Paid[]): Promise<PayAnswer>
  /** Takes back from the sale paid last. */
  giveBack(pieces: Pieces, method: string): Promise<ReturnAnswer>
  reprint(): Promise<void>
  /** Waits, as long as it takes on a busy machine, until it holds. */
  eventually(holds: (seen: Seen) => boolean): Promise<void>
  setOnline(isOnline: boolean): Promise<void>
}

export interface TillDriver extends PromiseLike<void> {
  scan(...codes: string[]): TillDriver
  /** Charges what was scanned and stays at the result; the next scan starts the next sale. */
  pay(...parts: Paid[]): TillDriver
  /** From the receipt of the sale paid last, the money by `method`. */
  return(pieces: Pieces, method?: string): TillDriver
  reprint(): TillDriver
  goOffline(): TillDriver
  goOnline(): TillDriver
  expectChange(changeClp: number): TillDriver
  expectGivenBack(clp: number): TillDriver
  expectRefused(words: RegExp): TillDriver
  expectIssued(): TillDriver
  expectPending(count: number): TillDriver
  /** Exactly these papers of the sale paid last, in any order. */
  expectPrinted(...papers: PaperKind[]): TillDriver
}

export function driveTill(hands: Hands): TillDriver {
  let last: PayAnswer | ReturnAnswer | null = null
  let steps: Promise<void> = Promise.resolve()
  const add = (step: () => Promise<void> | void): TillDriver => {
    steps = steps.then(step)
    return driver
  }
  const driver: TillDriver = {
    scan: (...codes) => add(async () => { for (const code of codes) await hands.scan(code) }),
    pay: (...parts) => add(async () => { last = await hands.pay(parts) }),
    return: (pieces, method = CASH_ID) => add(async () => { last = await hands.giveBack(pieces, method) }),
    reprint: () => add(() => hands.reprint()),
    goOffline: () => add(() => hands.setOnline(false)),
    goOnline: () => add(() => hands.setOnline(true)),
    expectChange: (changeClp) => add(() => expect(last).toEqual({ ok: true, changeClp })),
    expectGivenBack: (givenBackClp) => add(() => expect(last).toEqual({ ok: true, givenBackClp })),
    expectRefused: (words) => add(() => expect(last).toEqual({ ok: false, message: expect.stringMatching(words) })),
    expectIssued: () => add(() => hands.eventually(({ isIssued }) => isIssued)),
    expectPending: (count) => add(() => hands.eventually(({ pendingCount }) => pendingCount === count)),
    expectPrinted: (...papers) => add(() => hands.eventually(({ printed }) => [...printed].sort().join() === [...papers].sort().join())),
    then: (done, failed) => steps.then(done, failed),
  }
  return driver
}

/** The core alone, on its real database, with time that the story moves. */
export function coreHands(fixture: TillFixture, till: Till): Hands {
  const { api } = till
  const honest = fixture.service.answer
  let cart: Cart = EMPTY_CART
  let soldId: SaleId | null = null
  let saleId: SaleId | null = null
  return {
    async scan(code) {
      const product = api.productByCode(code)
      if (!product.ok) throw new Error(product.refusal.code)
      const next = applyToCart(cart, { type: 'add-product', product: product.value })
      if (!next.ok) throw new Error(next.refusal.code)
      cart = next.value
    },
    async pay(parts) {
      const payments = parts.map((part) => (part.method === CREDIT_ID ? { ...part, reference: api.credits()[0]?.creditId ?? '' } : part))
      const answer = api.commitSale({ ...commitOf(api, cart), payments })
      if (!answer.ok) return { ok: false, message: refusalText(answer.refusal, 'es') }
      saleId = soldId = answer.value.saleId
      cart = EMPTY_CART
      return { ok: true, changeClp: answer.value.changeClp }
    },
    async giveBack(pieces, method) {
      if (soldId === null) throw new Error('nothing was sold')
      const opened = api.startReturn(soldId)
      if (!opened.ok) return { ok: false, message: refusalText(opened.refusal, 'es') }
      const { returnId, originalId, lines } = opened.value
      const quantities = new Map(lines.map((line, index) => [line.lineNumber, pieces === 'all' ? quantityLeft(line) : (pieces[index] ?? 0) * 1000]))
      const answer = api.commitReturn({
        returnId, originalId, reason: 'Producto fallado', refund: { method, reference: '' }, approvalId: null, expectedTotalClp: refundTotal(lines, quantities),
        lines: [...quantities].filter(([, quantity]) => quantity > 0).map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
      })
      if (!answer.ok) return { ok: false, message: refusalText(answer.refusal, 'es') }
      saleId = answer.value.saleId
      return { ok: true, givenBackClp: answer.value.toCollectClp }
    },
    async reprint() {
      if (saleId === null) throw new Error('nothing was sold')
      expect(api.reprint(saleId)).toEqual({ ok: true, value: null })
    },
    eventually: (holds) => fixture.until(() => {
      if (saleId === null) return false
      const { folio, papers } = receiptOf(api, saleId)
      const printed = papers.filter(({ state }) => state === 'sent' || state === 'printed').map(({ kind }) => kind)
      return holds({ isIssued: folio !== null, pendingCount: api.status().pendingCount, printed })
    }),
    async setOnline(isOnline) {
      fixture.service.answer = isOnline ? honest : () => ({ kind: 'unsent', detail: 'ECONNREFUSED' })
      await fixture.until(() => api.status().connection === (isOnline ? 'online' : 'offline'))
    },
  }
}
