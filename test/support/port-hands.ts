/** Hands of the till driver at a core, whether it stands in this process or behind its wire. */
import { applyToCart, cartTotals, EMPTY_CART, type Cart, type CartAction } from '#shared/cart/cart.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusalText, type Refusal } from '#shared/core/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { PaperView, ReceiptDetail } from '#shared/bridge/views.ts'
import { parseQuantity, type QuantityMilli } from '#shared/money/quantity.ts'
import { CREDIT_ID } from '#shared/payment/payment-method.ts'
import { refundTotal } from '#shared/returns/decide-return.ts'
import { quantityLeft } from '#shared/returns/return-shares.ts'
import { outOf, type Hands, type Paper, type Pieces } from './till-driver.ts'

type Command = 'productByCode' | 'loadDraft' | 'saveDraft' | 'parkSale' | 'parkedSales' | 'recallSale' | 'openSale' | 'commitSale' | 'credits'
  | 'startReturn' | 'commitReturn' | 'listReceipts' | 'receipt' | 'reprint' | 'resendFixed' | 'deleteReceipt' | 'status'

type Soon<Value> = Value | Promise<Awaited<Value>>

/** What a story needs of a core: at once, or over a wire. */
export type CounterPort = {
  readonly [Name in Command]: (...args: Parameters<TillApi[Name]>) => Soon<ReturnType<TillApi[Name]>>
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
type Refused = ReturnType<typeof refused>
const answered = (answer: Result<unknown, Refusal>) => (answer.ok ? { ok: true } as const : refused(answer.refusal))

export function portHands(opened: CounterPort, around: AroundTheCore): Hands {
  let port = opened
  let cart: Cart = EMPTY_CART
  /** What was paid last, and that or what came back since. */
  let soldId: SaleId | null = null
  let lastId: SaleId | null = null
  const act = async (action: CartAction) => {
    cart = must(applyToCart(cart, action))
    await port.saveDraft(draftOf(cart))
  }
  const touched = () => cart.lines.at(-1)?.lineNumber ?? 0
  const draft = () => ({ cart: draftOf(cart), openSaleId: null })
  const made = (saleId: SaleId | null): SaleId => {
    if (saleId === null) throw new Error('nothing was sold')
    return saleId
  }
  return {
    async scan(code) { await act({ type: 'add-product', product: must(await port.productByCode(code)) }) },
    addFree: ({ clp, isExempt }) => act({ type: 'add-free-line', name: 'Varios', unitGrossClp: clp, isExempt }),
    setQuantity: (text) => act({ type: 'set-quantity', lineNumber: touched(), quantity: quantityOf(text) }),
    setDiscount: (discountClp) => act({ type: 'set-discount', lineNumber: touched(), discountClp }),
    setCartDiscount: (discountClp) => act({ type: 'set-cart-discount', discountClp }),
    async park(name) {
      must(await port.parkSale({ ...draft(), name }))
      cart = EMPTY_CART
    },
    async recall(name) {
      const parkedId = (await port.parkedSales()).find((sale) => sale.name === name)?.id ?? ''
      cart = must(await port.recallSale({ ...draft(), parkedId }))
    },
    async pay(parts, buyer) {
      const credits = parts.some(({ method }) => method === CREDIT_ID) ? await port.credits() : []
      const payments = parts.map((part) => (part.method === CREDIT_ID ? { ...part, reference: credits[0]?.creditId ?? '' } : part))
      const answer = await port.commitSale({
        saleId: (await port.openSale()).saleId, lines: cart.lines.map(({ lineNumber: _, ...line }) => line), payments,
        expectedTotalClp: cartTotals(cart).totalClp, recipient: buyer && { ...buyer, phone: '', email: '' },
      })
      if (!answer.ok) return refused(answer.refusal)
      lastId = soldId = answer.value.saleId
      cart = EMPTY_CART
      return { ok: true, changeClp: answer.value.changeClp }
    },
    async giveBack(pieces, method) {
      const answer = await giveBack(port, made(soldId), pieces, method)
      if ('saleId' in answer) lastId = answer.saleId
      return 'saleId' in answer ? { ok: true, givenBackClp: answer.givenBackClp } : answer
    },
    async reprint() { must(await port.reprint(made(lastId))) },
    deleteReceipt: async (reason) => answered(await port.deleteReceipt({ saleId: made(lastId), reason })),
    mend: async (buyer) => answered(await port.resendFixed({ saleId: made(lastId), recipient: { ...buyer, phone: '', email: '' } })),
    async restart() {
      port = await around.restart()
      cart = await port.loadDraft()
    },
    setOnline: (isOnline) => around.setOnline(isOnline),
    look: { ...lookAt(() => port, () => lastId), cartClp: () => cartTotals(cart).totalClp },
    eventually: around.eventually,
  }
}

function lookAt(port: () => CounterPort, lastId: () => SaleId | null): Omit<Hands['look'], 'cartClp'> {
  const receiptOf = async (saleId: SaleId): Promise<ReceiptDetail> => must(await port().receipt(saleId))
  const last = async () => {
    const saleId = lastId()
    return saleId === null ? null : receiptOf(saleId)
  }
  const papers = async () => ((await last())?.papers ?? []).map(paperOf).sort()
  const rows = async () => (await port().listReceipts({ cursor: null, limit: SALES_MAX, text: '', onlyPending: false })).rows
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
    fieldErrors: async () => ((await last())?.fieldErrors ?? []).map(({ field, message }) => `${field} ${message}`).join('\n'),
  }
}

interface GivenBack { readonly saleId: SaleId; readonly givenBackClp: number }

async function giveBack(port: CounterPort, soldId: SaleId, pieces: Pieces, method: string): Promise<GivenBack | Refused> {
  const opened = await port.startReturn(soldId)
  if (!opened.ok) return refused(opened.refusal)
  const { returnId, originalId, lines } = opened.value
  const back = new Map(lines.map((line, index) =>
    [line.lineNumber, pieces === 'all' ? quantityLeft(line) : Math.round((pieces[index] ?? 0) * 1000)]))
  const answer = await port.commitReturn({
    returnId, originalId, reason: 'Producto fallado', refund: { method, reference: '' }, approvalId: null, expectedTotalClp: refundTotal(lines, back),
    lines: [...back].filter(([, quantity]) => quantity > 0).map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
  })
  return answer.ok ? { saleId: answer.value.saleId, givenBackClp: answer.value.toCollectClp } : refused(answer.refusal)
}
