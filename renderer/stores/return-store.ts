/**
 * A return being made: what comes back, why, and how the money goes. Sums are those of the core's
 * own decision.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CommitReturnInput, CommittedReturn, ReturnableSale } from '#shared/returns/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { clp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import {
  formatQuantity,
  ONE_MILLI,
  parseQuantity,
  type QuantityMilli,
} from '#shared/money/quantity.ts'
import { CASH_ID, isVale } from '#shared/selling/payment/payment-method.ts'
import { isRefundable } from '#shared/returns/charged-card.ts'
import {
  backOfDocuments,
  quantityLeft,
  refundTotal,
  type BackOfDocuments,
  type ReturnableLine,
} from '#shared/returns/return-shares.ts'
import type { TillPort } from '../bridge/till-port.ts'

export interface ReturnState {
  readonly sale: ReturnableSale | null
  /** Somebody's PIN, where the cashier has not the right. */
  readonly allowed: {
    readonly approvalId: string
    readonly amountClp: Clp
    readonly method: string
  } | null
  /** What is typed as quantity, by line; a line that is not there gives nothing back. */
  readonly typed: Readonly<Record<number, string>>
  readonly selectedLine: number | null
  readonly reason: string
  readonly method: string
  readonly reference: string
  /** Of a sale that a voucher documents. */
  readonly voucherNumber: string
  /** Digits: what comes back of a receipt issued elsewhere. */
  readonly amount: string
  /**
   * By field: `line-3`, `reason`, `reference`, `method`, `voucherNumber`, `amount`; `form` is the
   * return as a whole.
   */
  readonly troubles: Readonly<Partial<Record<string, Refusal>>>
  readonly phase: 'idle' | 'committing' | 'unanswered'
  readonly result: CommittedReturn | null
  /** Why the paper of the vale it gave did not come out. */
  readonly valeTrouble: Refusal | null
  /** `ways` the money may go back by. What is wrong, or null once the return is open. */
  open(saleId: SaleId, ways: readonly string[]): Promise<Refusal | null>
  /** A return that the core has opened already. */
  show(sale: ReturnableSale, ways: readonly string[]): void
  setQuantity(lineNumber: number, text: string): void
  /** One piece more or less; of what is weighed, all or nothing. */
  step(lineNumber: number, step: 1 | -1): void
  /** Everything, or nothing where everything is marked already. */
  toggleAll(): void
  select(lineNumber: number): void
  selectNeighbour(step: 1 | -1): void
  setReason(text: string): void
  setMethod(method: string): void
  setReference(text: string): void
  setVoucherNumber(text: string): void
  setAmount(digits: string): void
  complain(field: string, problem: Refusal): void
  commit(): Promise<CommittedReturn | null>
  leave(): void
}

export type ReturnStore = StoreApi<ReturnState>
type ReturnPort = Pick<TillPort, 'openReturn' | 'commitReturn' | 'commitOutsideReturn'>

const FRESH = {
  sale: null,
  allowed: null,
  typed: {},
  selectedLine: null,
  reason: '',
  method: CASH_ID,
  reference: '',
  voucherNumber: '',
  amount: '',
  troubles: {},
  phase: 'idle',
  result: null,
  valeTrouble: null,
} as const satisfies Partial<ReturnState>

export function createReturnStore(port: ReturnPort): ReturnStore {
  return createStore<ReturnState>((set, get) => ({
    ...FRESH,
    async open(saleId, ways) {
      const opened = await port.openReturn(saleId)
      if (!opened.ok) return opened.refusal
      get().show(opened.value, ways)
      return null
    },
    show(sale, ways) {
      const first = sale.lines.find((line) => quantityLeft(line) > 0)
      const byReceipt = sale.payments.filter(({ method: id }) => id !== sale.voucherCard?.id)
      const method = wayBack(byReceipt, waysOf(sale, ways))
      set({
        ...FRESH,
        sale,
        method,
        voucherNumber: sale.voucherNumber,
        selectedLine: first?.lineNumber ?? null,
      })
    },
    setQuantity: (lineNumber, text) =>
      set((state) => ({
        typed: { ...state.typed, [lineNumber]: text },
        selectedLine: lineNumber,
        troubles: without(state.troubles, `line-${lineNumber}`, 'form'),
      })),
    step(lineNumber, step) {
      const line = get().sale?.lines.find((candidate) => candidate.lineNumber === lineNumber)
      if (line !== undefined)
        get().setQuantity(lineNumber, stepped(line, quantityOf(get(), line) ?? 0, step))
    },
    toggleAll: () =>
      set((state) => {
        if (state.sale?.outside !== undefined)
          return { amount: String(state.sale.outside.leftClp), troubles: {} }
        const lines = state.sale?.lines ?? []
        const isAll = lines.every((line) => quantityOf(state, line) === quantityLeft(line))
        return {
          typed: isAll
            ? {}
            : Object.fromEntries(
                lines.map((line) => [line.lineNumber, textOf(quantityLeft(line))]),
              ),
          troubles: {},
        }
      }),
    select: (lineNumber) => set({ selectedLine: lineNumber }),
    selectNeighbour: (step) =>
      set((state) => {
        const lines = (state.sale?.lines ?? []).filter((line) => quantityLeft(line) > 0)
        const at = lines.findIndex(({ lineNumber }) => lineNumber === state.selectedLine)
        return {
          selectedLine:
            lines[Math.min(Math.max(0, at + step), lines.length - 1)]?.lineNumber ?? null,
        }
      }),
    ...wayAndReason(set),
    commit: () => commit(port, set, get),
    leave: () => set(FRESH),
  }))
}

/** The way the money goes back and why: typing takes the field's trouble away. */
function wayAndReason(
  set: ReturnStore['setState'],
): Pick<
  ReturnState,
  'setReason' | 'setMethod' | 'setReference' | 'setVoucherNumber' | 'setAmount' | 'complain'
> {
  return {
    setReason: (reason) =>
      set((state) => ({ reason, troubles: without(state.troubles, 'reason') })),
    setMethod: (method) =>
      set((state) => ({
        method,
        reference: '',
        troubles: without(state.troubles, 'method', 'reference'),
      })),
    setReference: (reference) =>
      set((state) => ({ reference, troubles: without(state.troubles, 'reference') })),
    setVoucherNumber: (voucherNumber) =>
      set((state) => ({ voucherNumber, troubles: without(state.troubles, 'voucherNumber') })),
    setAmount: (amount) =>
      set((state) => ({ amount, troubles: without(state.troubles, 'amount', 'form') })),
    complain: (field, problem) =>
      set((state) => ({ troubles: { ...state.troubles, [field]: problem } })),
  }
}

/** Those of `ways` that this one is offered: a shop that gives no vales offers none. */
export function waysOf({ limits }: ReturnableSale, ways: readonly string[]): readonly string[] {
  return ways.filter((id) => limits.givesVales || !isVale({ id }))
}

/** The money goes back the way it came; of several ways, by the one that paid most. */
function wayBack(payments: ReturnableSale['payments'], ways: readonly string[]): string {
  const [most] = payments
    .filter(({ method }) => ways.includes(method))
    .toSorted((a, b) => b.totalClp - a.totalClp)
  return most?.method ?? CASH_ID
}

async function commit(
  port: ReturnPort,
  set: ReturnStore['setState'],
  get: () => ReturnState,
): Promise<CommittedReturn | null> {
  const state = get()
  const { sale } = state
  if (sale === null || state.phase === 'committing' || state.result !== null) return null
  const unread = sale.lines.find((line) => quantityOf(state, line) === null)
  if (unread !== undefined) {
    set({
      troubles: {
        [`line-${unread.lineNumber}`]: problemOf(state, unread) ?? refusal('QUANTITY_NOT_A_NUMBER'),
      },
    })
    return null
  }
  set({ phase: 'committing', troubles: {} })
  const lines = sale.lines
    .map((line) => ({ lineNumber: line.lineNumber, quantity: quantityOf(state, line) ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  try {
    const answer = await order(port, state, sale, lines)
    set(
      answer.ok
        ? { phase: 'idle', result: answer.value }
        : { phase: 'idle', troubles: { [answer.refusal.field ?? 'form']: answer.refusal } },
    )
    return answer.ok ? answer.value : null
  } catch {
    // Nobody knows whether it arrived. The same id goes again when the cashier presses again; it
    // gives nothing back twice.
    set({ phase: 'unanswered' })
    return null
  }
}

function order(
  port: ReturnPort,
  state: ReturnState,
  sale: ReturnableSale,
  lines: CommitReturnInput['lines'],
) {
  const { reason, method, reference, allowed, voucherNumber } = state
  const approvalId = allowed?.approvalId ?? null
  const common = { returnId: sale.returnId, reason, refund: { method, reference }, approvalId }
  if (sale.outside !== undefined)
    return port.commitOutsideReturn({ ...common, amountClp: totalOf(state) })
  return port.commitReturn({
    ...common,
    refund: goesToCard(state, sale) ? { ...common.refund, toCard: true as const } : common.refund,
    originalId: sale.originalId,
    lines,
    expectedTotalClp: totalOf(state),
    ...(isOfVoucher(state) ? { voucherNumber } : {}),
  })
}

/** The till gives it back itself, unless somebody has done so on the terminal. */
function goesToCard(state: ReturnState, { cards = [] }: ReturnableSale): boolean {
  const own = cards.filter(({ method }) => method === state.method)
  return state.reference.trim() === '' && isRefundable(own, restOf(state))
}

type Typed = Pick<ReturnState, 'sale' | 'typed' | 'amount'>

/** What is marked of a line; null when what is typed cannot be read or is more than is left. */
export function quantityOf(
  { typed }: Pick<ReturnState, 'typed'>,
  line: ReturnableLine,
): number | null {
  const text = (typed[line.lineNumber] ?? '').trim()
  if (text === '' || /^0+([.,]0*)?$/.test(text)) return 0
  const read = parseQuantity(text)
  return read.ok && read.value <= quantityLeft(line) ? read.value : null
}

export function problemOf(
  state: Pick<ReturnState, 'typed' | 'troubles'>,
  line: ReturnableLine,
): Refusal | null {
  const told = state.troubles[`line-${line.lineNumber}`]
  if (told !== undefined || quantityOf(state, line) !== null) return told ?? null
  const read = parseQuantity(state.typed[line.lineNumber] ?? '')
  return read.ok
    ? refusal('RETURN_TOO_MUCH', null, {
        name: line.name,
        left: formatQuantity(quantityLeft(line) as QuantityMilli),
      })
    : refusal(read.refusal)
}

/** What goes back for all that is marked. */
/** What of it comes off a boleta and what off a voucher. */
export function documentsBackOf(state: Pick<Typed, 'sale' | 'typed'>): BackOfDocuments {
  return backOfDocuments(
    (state.sale?.lines ?? []).map((line) => ({ line, quantity: quantityOf(state, line) ?? 0 })),
  )
}

/** The note then names the voucher: nothing of the boleta comes back. */
export function isOfVoucher(state: Pick<Typed, 'sale' | 'typed'>): boolean {
  const { receiptClp, voucherClp } = documentsBackOf(state)
  return state.sale?.documentedBy === 'voucher' || (receiptClp === 0 && voucherClp > 0)
}

export function totalOf(state: Typed): Clp {
  const { sale } = state
  if (sale === null) return ZERO_CLP
  if (sale.outside !== undefined) return clp(Number(state.amount))
  return refundTotal(
    sale.lines,
    new Map(sale.lines.map((line) => [line.lineNumber, quantityOf(state, line) ?? 0])),
  )
}

function stepped(line: ReturnableLine, quantity: number, step: 1 | -1): string {
  const left = quantityLeft(line)
  if (line.unit !== null) return step === 1 ? textOf(left) : ''
  return textOf(Math.min(Math.max(0, quantity + step * ONE_MILLI), left))
}

function textOf(quantity: number): string {
  return quantity === 0 ? '' : formatQuantity(quantity as QuantityMilli)
}

function without(troubles: ReturnState['troubles'], ...fields: string[]): ReturnState['troubles'] {
  return Object.fromEntries(Object.entries(troubles).filter(([field]) => !fields.includes(field)))
}

/** What goes back by the chosen way: all but what was paid with vales and what a voucher has. */
export function restOf(state: ReturnState): Clp {
  const cardClp = isOfVoucher(state) ? 0 : documentsBackOf(state).voucherClp
  const totalClp = totalOf(state) - cardClp
  return clp(totalClp - Math.min(totalClp, state.sale?.valeDueClp ?? 0))
}
