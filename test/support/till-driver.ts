/**
 * A till as a story drives it: `await
 * till.scan('101').pay(cash(5000)).expectChange(3110).expectPrinted('receipt')`. The same story
 * runs against the core on a real database, against real printing, against the screen over that
 * core, and against the real programs in Chromium; each brings its own hands.
 */
import { expect } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { CASH_ID, CREDIT_ID } from '#shared/selling/payment/payment-method.ts'
import type { PrintState } from '#shared/paper/print-moves.ts'
import type { PaperKind } from '#shared/receipts/views.ts'

export type Paid = CommitInput['payments'][number]
/** Cash handed over; null = the exact amount. */
export const cash = (amountClp: number | null = null): Paid => ({
  method: 'EF',
  amountClp,
  reference: '',
})
/** By card; null = all that is left. */
export const card = (amountClp: number | null = null): Paid => ({
  method: 'TC',
  amountClp,
  reference: '',
})
export const transfer = (amountClp: number | null, reference: string): Paid => ({
  method: 'PE',
  amountClp,
  reference,
})

/** By the credit note of what came back last, named by its number. */
export const credit = (): Paid => ({ method: CREDIT_ID, amountClp: null, reference: '' })

/**
 * Pieces that come back, line by line as sold, weighed ones with up to three decimals; or all that
 * is left.
 */
export type Pieces = readonly number[] | 'all'

/** A discount as a cashier types it: pesos, or a percent with its sign. */
export type Given = number | `${number}%`

export interface Buyer {
  readonly rut: string
  readonly legalName: string
}

export interface Free {
  readonly clp: number
  readonly isExempt: boolean
}

/** A paper and where it is, as `receipt sent`. */
export type Paper = `${PaperKind} ${PrintState}`

type Refused = { readonly ok: false; readonly message: string }
export type PayAnswer = { readonly ok: true; readonly changeClp: number } | Refused
export type ReturnAnswer = { readonly ok: true; readonly givenBackClp: number } | Refused
/** What an order was answered that gives no money back. */
export type Answer = { readonly ok: true } | Refused

/**
 * What can be known; of the sale paid last or of what came back last where nothing else is said.
 */
export interface Look {
  cartClp(): number
  cartLines(): number
  isIssued(): boolean
  folio(): number | null
  pendingCount(): number
  /** Sorted. */
  papers(): readonly Paper[]
  /** Those of them that are out of the printer. */
  printed(): readonly string[]
  /** The papers of every sale, the newest sale first. */
  everyPaper(): readonly (readonly Paper[])[]
  /** Of every sale, the newest first. */
  folios(): readonly (number | null)[]
  /** What the service finds wrong in it, with the names of the fields. */
  fieldErrors(): string
  /**
   * All of what may be one sale split below 135 UF, with the open one, once its payment is opened;
   * NaN = no warning.
   */
  splitClp(): number
}
/** A screen is asked over a wire. */
export type Looking = {
  readonly [What in keyof Look]: () => ReturnType<Look[What]> | Promise<ReturnType<Look[What]>>
}

/** How a story acts on one kind of till. */
export interface Hands {
  scan(code: string): Promise<void>
  /** Something sold by weight, and its weight when the till asks for it. */
  weigh(code: string, text: string): Promise<void>
  addFree(line: Free): Promise<void>
  /** Of the line touched last. */
  setQuantity(text: string): Promise<void>
  setDiscount(given: Given): Promise<void>
  setPrice(clp: number): Promise<void>
  /** Off the whole cart. */
  setCartDiscount(given: Given): Promise<void>
  park(name: string): Promise<void>
  recall(name: string): Promise<void>
  /** Opens the payment of the open sale, for this buyer. */
  openPayment(buyer: Buyer | null): Promise<void>
  pay(parts: readonly Paid[], buyer: Buyer | null): Promise<PayAnswer>
  /** Takes back from the sale paid last. */
  giveBack(pieces: Pieces, method: string): Promise<ReturnAnswer>
  reprint(): Promise<void>
  deleteReceipt(reason: string): Promise<Answer>
  /** Sends what the service refused again, for another buyer. */
  mend(buyer: Buyer): Promise<Answer>
  /** Ends without a word and is opened again. */
  restart(): Promise<void>
  setOnline(isOnline: boolean): Promise<void>
  readonly look: Looking
  /** Waits, as long as it takes on a busy machine, until that is what is seen. */
  eventually<Value>(look: () => Value | Promise<Value>, expected: unknown): Promise<void>
}

export interface TillDriver extends PromiseLike<void> {
  /** One of each; of what is weighed, one kilo. */
  scan(...codes: string[]): TillDriver
  /** What is sold by weight; the weight as a cashier writes it. */
  weigh(code: string, text: string): TillDriver
  /** A line without a product. */
  free(clp: number, isExempt?: boolean): TillDriver
  /** Of the line touched last; with decimals as a cashier writes them. */
  quantity(text: string): TillDriver
  discount(given: Given): TillDriver
  /** Another price for the line touched last. */
  price(clp: number): TillDriver
  discountAll(given: Given): TillDriver
  park(name: string): TillDriver
  recall(name: string): TillDriver
  /** Whom the next receipt is for. */
  buyer(rut: string, legalName: string): TillDriver
  /** Opens the payment; charged is with `pay`. */
  toPayment(): TillDriver
  /** Charges what was scanned and stays at the result; the next scan starts the next sale. */
  pay(...parts: Paid[]): TillDriver
  /** From the receipt of the sale paid last, the money by `method`. */
  return(pieces: Pieces, method?: string): TillDriver
  reprint(): TillDriver
  delete(reason: string): TillDriver
  mend(rut: string, legalName: string): TillDriver
  restart(): TillDriver
  goOffline(): TillDriver
  goOnline(): TillDriver
  /** Something happens that the till has no hand in. */
  meanwhile(what: () => unknown): TillDriver
  expectTotal(clp: number): TillDriver
  expectLines(count: number): TillDriver
  expectChange(changeClp: number): TillDriver
  expectGivenBack(clp: number): TillDriver
  expectDone(): TillDriver
  expectRefused(words: RegExp): TillDriver
  expectIssued(): TillDriver
  expectFolio(folio: number): TillDriver
  expectPending(count: number): TillDriver
  /** Exactly these papers of the sale paid last are out of the printer, in any order. */
  expectPrinted(...papers: PaperKind[]): TillDriver
  /** Exactly these papers of the sale paid last, wherever each is. */
  expectPapers(...papers: Paper[]): TillDriver
  /** The papers of every sale there has been, the newest sale first. */
  expectEveryPaper(...papers: Paper[][]): TillDriver
  /** The receipts there have been, the newest first; null = not issued. */
  expectReceipts(...folios: (number | null)[]): TillDriver
  expectFieldErrors(words: RegExp): TillDriver
  /** The warning of a sale that may be split below 135 UF, with its sum; null = none. */
  expectSplit(clp: number | null): TillDriver
}

const OUT = / (sent|printed)$/
/** The kinds of papers that are out of the printer. */
export const outOf = (papers: readonly Paper[]): string[] =>
  papers.filter((paper) => OUT.test(paper)).map((paper) => paper.replace(OUT, ''))

export function driveTill(hands: Hands): TillDriver {
  const { look, eventually } = hands
  let last: PayAnswer | ReturnAnswer | Answer | null = null
  let buyer: Buyer | null = null
  let issuedFolio: number | null = null
  let steps: Promise<void> = Promise.resolve()
  const add = (step: () => Promise<void> | void): TillDriver => {
    steps = steps.then(step)
    return driver
  }
  const driver: TillDriver = {
    scan: (...codes) =>
      add(async () => {
        for (const code of codes) await hands.scan(code)
      }),
    weigh: (code, text) => add(() => hands.weigh(code, text)),
    free: (clp, isExempt = false) => add(() => hands.addFree({ clp, isExempt })),
    quantity: (text) => add(() => hands.setQuantity(text)),
    discount: (given) => add(() => hands.setDiscount(given)),
    price: (clp) => add(() => hands.setPrice(clp)),
    discountAll: (given) => add(() => hands.setCartDiscount(given)),
    park: (name) => add(() => hands.park(name)),
    recall: (name) => add(() => hands.recall(name)),
    buyer: (rut, legalName) =>
      add(() => {
        buyer = { rut, legalName }
      }),
    toPayment: () => add(() => hands.openPayment(buyer)),
    pay: (...parts) =>
      add(async () => {
        const named = parts.map((part) =>
          part.method === CREDIT_ID ? { ...part, reference: String(issuedFolio) } : part,
        )
        last = await hands.pay(named, buyer)
        buyer = null
      }),
    return: (pieces, method = CASH_ID) =>
      add(async () => {
        last = await hands.giveBack(pieces, method)
      }),
    reprint: () => add(() => hands.reprint()),
    delete: (reason) =>
      add(async () => {
        last = await hands.deleteReceipt(reason)
      }),
    mend: (rut, legalName) =>
      add(async () => {
        last = await hands.mend({ rut, legalName })
      }),
    restart: () => add(() => hands.restart()),
    goOffline: () => add(() => hands.setOnline(false)),
    goOnline: () => add(() => hands.setOnline(true)),
    meanwhile: (what) =>
      add(async () => {
        await what()
      }),
    expectTotal: (clp) => add(() => eventually(look.cartClp, clp)),
    expectLines: (count) => add(() => eventually(look.cartLines, count)),
    expectChange: (changeClp) => add(() => expect(last).toEqual({ ok: true, changeClp })),
    expectGivenBack: (givenBackClp) => add(() => expect(last).toEqual({ ok: true, givenBackClp })),
    expectDone: () => add(() => expect(last).toMatchObject({ ok: true })),
    expectRefused: (words) =>
      add(() => expect(last).toEqual({ ok: false, message: expect.stringMatching(words) })),
    expectIssued: () =>
      add(async () => {
        await eventually(look.isIssued, true)
        issuedFolio = await look.folio()
      }),
    expectFolio: (folio) => add(() => eventually(look.folio, folio)),
    expectPending: (count) => add(() => eventually(look.pendingCount, count)),
    expectPrinted: (...papers) => add(() => eventually(look.printed, papers.sort())),
    expectPapers: (...papers) => add(() => eventually(look.papers, papers.sort())),
    expectEveryPaper: (...papers) =>
      add(() =>
        eventually(
          look.everyPaper,
          papers.map((each) => each.sort()),
        ),
      ),
    expectReceipts: (...folios) => add(() => eventually(look.folios, folios)),
    expectSplit: (clp) => add(() => eventually(look.splitClp, clp ?? Number.NaN)),
    expectFieldErrors: (words) =>
      add(() => eventually(look.fieldErrors, expect.stringMatching(words))),
    then: (done, failed) => steps.then(done, failed),
  }
  return driver
}
