/** Hands of the till driver at a core, whether it stands in this process or behind its wire. */
import { wordsOf } from '#shared/languages/core-words.ts'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { DiscountRule } from '#shared/money/discount.ts'
import { refusalText, type Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { makeSaleId, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import { commitInputOf } from '#shared/selling/open-sale/charge.ts'
import {
  applyToSale,
  newSale,
  type OpenSale,
  type SaleAction,
} from '#shared/selling/open-sale/open-sale.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { ONE_MILLI, parseQuantity, type QuantityMilli } from '#shared/money/quantity.ts'
import { CREDIT_ID } from '#shared/selling/payment/payment-method.ts'
import { quantityLeft, refundTotal } from '#shared/returns/return-shares.ts'
import {
  outOf,
  type Buyer,
  type Given,
  type Hands,
  type Paper,
  type Pieces,
} from './till-driver.ts'
import type { PaperView, ReceiptDetail } from '#shared/receipts/views.ts'

type Command =
  | 'productByCode'
  | 'loadDraft'
  | 'saveDraft'
  | 'parkSale'
  | 'parkedSales'
  | 'recallSale'
  | 'openSale'
  | 'commitSale'
  | 'findCredits'
  | 'splitSale'
  | 'openReturn'
  | 'commitReturn'
  | 'listReceipts'
  | 'receipt'
  | 'reprint'
  | 'resendFixed'
  | 'deleteReceipt'
  | 'status'

type Soon<Value> = Value | Promise<Awaited<Value>>

/** What a story needs of a core: at once, or over a wire. */
export type CounterPort = {
  readonly [Name in Command]: (
    ...args: Parameters<TillApi[Name]>
  ) => Soon<ReturnType<TillApi[Name]>>
}

/** What the core cannot bring about itself. */
export interface AroundTheCore {
  readonly eventually: Hands['eventually']
  setOnline(isOnline: boolean): Promise<void>
  /** Ends it without a word and opens it again. */
  restart(): Promise<CounterPort>
}

export const paperOf = ({ kind, state }: PaperView): Paper => `${kind} ${state}`

const SALES_MAX = 100
/** Names of sales, as a screen makes them. */
const nextId = () =>
  makeSaleId(0 as EpochMs, crypto.getRandomValues(new Uint8Array(ULID_RANDOM_BYTES)))

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

function ruleOf(given: Given): DiscountRule {
  return typeof given === 'number'
    ? { kind: 'amount', amountClp: given }
    : { kind: 'percent', percent: Number.parseInt(given, 10) }
}

const refused = (problem: Refusal) =>
  ({ ok: false, message: refusalText(problem, wordsOf('es')) }) as const
type Refused = ReturnType<typeof refused>
const answered = (answer: Result<unknown, Refusal>) =>
  answer.ok ? ({ ok: true } as const) : refused(answer.refusal)

export function portHands(opened: CounterPort, around: AroundTheCore): Hands {
  let port = opened
  let sale: OpenSale = newSale(nextId())
  /** The sale the core was told of last. */
  let known: SaleId | null = null
  /** What was paid last, and that or what came back since. */
  let soldId: SaleId | null = null
  let lastId: SaleId | null = null
  /** Whom the payment that is open is for. */
  let payer: Buyer | null = null
  const act = async (action: SaleAction) => {
    sale = must(applyToSale(sale, action, nextId()))
    must(await port.saveDraft(draft()))
    known = sale.saleId
  }
  const touched = () => sale.cart.lines.at(-1)?.lineNumber ?? 0
  const draft = () => ({ sale, replaces: known })
  const made = (saleId: SaleId | null): SaleId => {
    if (saleId === null) throw new Error('nothing was sold')
    return saleId
  }
  return {
    async scan(code) {
      const product = must(await port.productByCode(code))
      await act({ type: 'add-product', product, quantity: product.weighed ?? ONE_MILLI })
    },
    async weigh(code, text) {
      await act({
        type: 'add-product',
        product: must(await port.productByCode(code)),
        quantity: quantityOf(text),
      })
    },
    addFree: ({ clp, isExempt }) =>
      act({ type: 'add-free-line', name: 'Varios', unitGrossClp: clp, isExempt }),
    setQuantity: (text) =>
      act({ type: 'set-quantity', lineNumber: touched(), quantity: quantityOf(text) }),
    setDiscount: (given) =>
      act({ type: 'set-discount', lineNumber: touched(), discount: ruleOf(given) }),
    setPrice: (unitGrossClp) => act({ type: 'set-price', lineNumber: touched(), unitGrossClp }),
    setCartDiscount: (given) => act({ type: 'set-cart-discount', discount: ruleOf(given) }),
    async park(name) {
      must(await port.parkSale({ ...draft(), name }))
      sale = newSale(nextId())
    },
    async recall(name) {
      const parkedId = (await port.parkedSales()).find((sale) => sale.name === name)?.id ?? ''
      sale = must(await port.recallSale({ ...draft(), parkedId }))
      known = sale.saleId
    },
    async openPayment(buyer) {
      must(await port.openSale(draft()))
      payer = buyer
    },
    async pay(parts, buyer) {
      const payments = await Promise.all(
        parts.map(async (part) => {
          if (part.method !== CREDIT_ID) return part
          const [note] = must(await port.findCredits({ text: part.reference }))
          return { ...part, reference: note?.creditId ?? '' }
        }),
      )
      must(await port.openSale(draft()))
      const answer = await port.commitSale({
        ...commitInputOf(sale, []),
        payments,
        ...(buyer === null ? {} : { recipient: { ...buyer, phone: '', email: '' } }),
      })
      if (!answer.ok) return refused(answer.refusal)
      lastId = soldId = answer.value.saleId
      sale = newSale(nextId())
      return { ok: true, changeClp: answer.value.changeClp }
    },
    async giveBack(pieces, method) {
      const answer = await giveBack(port, made(soldId), pieces, method)
      if ('saleId' in answer) lastId = answer.saleId
      return 'saleId' in answer ? { ok: true, givenBackClp: answer.givenBackClp } : answer
    },
    async reprint() {
      must(await port.reprint(made(lastId)))
    },
    deleteReceipt: async (reason) =>
      answered(await port.deleteReceipt({ saleId: made(lastId), reason })),
    mend: async (buyer) =>
      answered(
        await port.resendFixed({
          saleId: made(lastId),
          recipient: { ...buyer, phone: '', email: '' },
        }),
      ),
    async restart() {
      port = await around.restart()
      sale = (await port.loadDraft()).sale ?? newSale(nextId())
      known = sale.saleId
    },
    setOnline: (isOnline) => around.setOnline(isOnline),
    look: {
      ...lookAt(
        () => port,
        () => lastId,
      ),
      cartClp: () => cartTotals(sale.cart).totalClp,
      cartLines: () => sale.cart.lines.length,
      async splitClp() {
        const asked = { rut: payer?.rut ?? null, totalClp: cartTotals(sale.cart).totalClp }
        return (await port.splitSale(asked))?.sumClp ?? Number.NaN
      },
    },
    eventually: around.eventually,
  }
}

function lookAt(
  port: () => CounterPort,
  lastId: () => SaleId | null,
): Omit<Hands['look'], 'cartClp' | 'cartLines' | 'splitClp'> {
  const receiptOf = async (saleId: SaleId): Promise<ReceiptDetail> =>
    must(await port().receipt(saleId))
  const last = async () => {
    const saleId = lastId()
    return saleId === null ? null : receiptOf(saleId)
  }
  const papers = async () => ((await last())?.papers ?? []).map(paperOf).sort()
  const rows = async () =>
    (await port().listReceipts({ cursor: null, limit: SALES_MAX, text: '', onlyPending: false }))
      .rows
  return {
    isIssued: async () => (await last())?.folio != null,
    folio: async () => (await last())?.folio ?? null,
    pendingCount: async () => (await port().status()).pendingCount,
    papers,
    printed: async () => outOf(await papers()),
    async everyPaper() {
      const details = await Promise.all((await rows()).map(({ saleId }) => receiptOf(saleId)))
      return details.map((detail) => detail.papers.map(paperOf).sort())
    },
    folios: async () => (await rows()).map(({ folio }) => folio),
    fieldErrors: async () =>
      ((await last())?.fieldErrors ?? [])
        .map(({ field, message }) => `${field} ${message}`)
        .join('\n'),
  }
}

interface GivenBack {
  readonly saleId: SaleId
  readonly givenBackClp: number
}

async function giveBack(
  port: CounterPort,
  soldId: SaleId,
  pieces: Pieces,
  method: string,
): Promise<GivenBack | Refused> {
  const opened = await port.openReturn(soldId)
  if (!opened.ok) return refused(opened.refusal)
  const { returnId, originalId, lines } = opened.value
  const back = new Map(
    lines.map((line, index) => [
      line.lineNumber,
      pieces === 'all' ? quantityLeft(line) : Math.round((pieces[index] ?? 0) * 1000),
    ]),
  )
  const answer = await port.commitReturn({
    returnId,
    originalId,
    reason: 'Producto fallado',
    refund: { method, reference: '' },
    approvalId: null,
    expectedTotalClp: refundTotal(lines, back),
    lines: [...back]
      .filter(([, quantity]) => quantity > 0)
      .map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
  })
  return answer.ok
    ? { saleId: answer.value.saleId, givenBackClp: answer.value.toCollectClp }
    : refused(answer.refusal)
}
