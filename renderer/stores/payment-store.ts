/**
 * Paying on the screen: the shop's methods, what is wrong, and how the charge went. What is paid is
 * part of the open sale.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SaleId } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { refuse, type Result } from '#shared/core/result.ts'
import type { CommittedSale, SaleIds } from '#shared/selling/views.ts'
import type { Credit } from '#shared/selling/payment/credit.ts'
import {
  contactProblem,
  CUSTOMER_FIELDS,
  fieldProblem,
  type Customer,
  type CustomerField,
} from '#shared/selling/open-sale/buyer.ts'
import type { OfferedVale } from '#shared/selling/open-sale/paying.ts'
import type { CardView } from '#shared/card/attempt.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { chargeProblem, commitInputOf, saleProblem } from '#shared/selling/open-sale/charge.ts'
import {
  DEFAULT_METHODS,
  type PaymentMethod,
  type PaymentMethodId,
} from '#shared/selling/payment/payment-method.ts'
import { DEFAULT_TIPS, type Tip, type TipSetting } from '#shared/selling/tips/tip.ts'
import type { TillPort } from '../bridge/till-port.ts'
import type { CartStore } from './cart-store.ts'
import { withWord } from './worth-word.ts'

interface PaymentState {
  /** The sale that troubles, phase and result are of. */
  readonly saleId: SaleId | null
  /** The shop's methods, as the core told them. */
  readonly methods: readonly PaymentMethod[]
  /** What the shop says of tips, as the core told it. */
  readonly tips: TipSetting
  /** By field name; `form` is the payment as a whole. */
  readonly troubles: Readonly<Partial<Record<string, Refusal>>>
  /** `card`: the terminal has been sent the amount. */
  readonly phase: 'idle' | 'committing' | 'card' | 'unanswered'
  /** Cards are being charged, one after another: their sheet is closed by whoever does it. */
  readonly isCharging: boolean
  /** The card that was found charged, with which the sale went on by itself: once for each. */
  readonly wentOnWith: string | null
  readonly result: CommittedSale | null
  /** The method that asked about what is typed under another one. */
  readonly askedMethod: PaymentMethodId | null
  begin(): Promise<Result<SaleIds, Refusal>>
  /** Whether the customer wants paper; null while nobody has said. */
  readonly onPaper: boolean | null
  setOnPaper(onPaper: boolean): void
  /**
   * False = what is typed is another method's and no part of the payment: it is asked about, and
   * the same method chosen again drops it.
   */
  setMethod(method: PaymentMethodId): boolean
  setTendered(text: string): void
  setReference(text: string): void
  /**
   * Takes the typed amount as one part of several; the rest is still to be paid. False = it was
   * refused, with its message.
   */
  addPart(): boolean
  removePart(index: number): void
  /** A credit note pays what is due, or gives all it has. What is wrong, or null. */
  takeCredit(credit: Credit, takesRest: boolean): Refusal | null
  /** What the customer adds for whoever serves; null for nothing. */
  setTip(tip: Tip | null): void
  /** A vale pays what is due, or all it has. What is wrong, or null. */
  takeVale(vale: OfferedVale): Refusal | null
  setCustomer(field: CustomerField, text: string): void
  /** Takes a known customer whole, with the price list they buy by. */
  chooseCustomer(customer: Customer, priceListId: string | null): void
  /** Checks a customer field when the cashier leaves it. */
  checkCustomer(field: CustomerField): void
  /**
   * The next card that has still to be charged goes to the terminal; `byHand`: its amount was typed
   * there. Null = it was refused, with its message, or nobody answered.
   */
  chargeCard(approvalId: string | null, byHand?: string): Promise<CardView | null>
  /** The terminal has charged it: it is a part of this payment. */
  takeCard(card: CardView): void
  /** Its money went back on the terminal. */
  dropCard(attemptId: string): void
  /** `approvalId`: somebody's PIN, for the credit notes that pay. */
  commit(approvalId?: string | null): Promise<CommittedSale | null>
  leave(): void
}

export type PaymentStore = StoreApi<PaymentState>

export function createPaymentStore(port: PaymentPort, cart: CartStore): PaymentStore {
  return createStore<PaymentState>((set, get) => ({
    methods: DEFAULT_METHODS.filter((method) => method.isActive),
    tips: DEFAULT_TIPS,
    ...FRESH,

    async begin() {
      // What its promotions no longer hold is seen before any money is taken.
      cart.getState().reprice()
      const { sale, order, settle } = cart.getState()
      const problem = chargeProblem(sale.cart)
      if (problem) return refuse(problem)
      // The order carries the sale itself: nothing else of it has to be on disk first.
      await settle()
      const opened = await port.openSale(order()).catch((cause: unknown) => {
        cart.getState().saveAgain()
        throw cause
      })
      if (!opened.ok) {
        // What was called off for it is on no disk yet.
        cart.getState().saveAgain()
        return opened
      }
      cart.getState().kept(sale.saleId)
      if (get().saleId !== sale.saleId) set({ ...FRESH, saleId: sale.saleId })
      else set({ troubles: {}, phase: 'idle' })
      return opened
    },

    setMethod(method) {
      const { methods, askedMethod, troubles } = get()
      const isMeant = askedMethod === method
      const chosen = cart.getState().apply({ type: 'set-method', method, methods, isMeant })
      cart.getState().complain(null)
      set(
        chosen.ok
          ? { troubles: {}, askedMethod: null }
          : { troubles: { ...troubles, tenderedClp: chosen.refusal }, askedMethod: method },
      )
      return chosen.ok
    },
    setReference(text) {
      cart.getState().apply({ type: 'set-reference', text })
      set((state) => ({ troubles: without(state.troubles, 'reference'), askedMethod: null }))
    },
    setTendered(text) {
      cart.getState().apply({ type: 'set-tendered', text })
      set((state) => ({ troubles: without(state.troubles, 'tenderedClp'), askedMethod: null }))
    },
    setOnPaper: (onPaper) => set({ onPaper }),
    ...partActions(set, get, cart),
    ...customerActions(set, cart),
    ...cardActions({ port, set, get, cart }),
    commit: (approvalId = null) => commit({ port, set, get, cart }, approvalId),
    leave: () => set(FRESH),
  }))
}

type PaymentPort = Pick<TillPort, 'openSale' | 'commitSale' | 'chargeCard' | 'claimWorths'>
type Set = PaymentStore['setState']

function partActions(
  set: Set,
  get: () => PaymentState,
  cart: CartStore,
): Pick<PaymentState, 'addPart' | 'takeCredit' | 'takeVale' | 'setTip' | 'removePart'> {
  const told = (taken: Result<unknown, Refusal>) => {
    cart.getState().complain(null)
    if (taken.ok) set({ troubles: {} })
    return taken.ok ? null : taken.refusal
  }
  return {
    addPart() {
      const taken = cart.getState().apply({ type: 'take-part', methods: get().methods })
      cart.getState().complain(null)
      set(
        taken.ok
          ? { troubles: {} }
          : { troubles: { ...get().troubles, [taken.refusal.field ?? 'form']: taken.refusal } },
      )
      return taken.ok
    },
    takeCredit: (credit, takesRest) =>
      told(
        cart.getState().apply({ type: 'take-credit', credit, takesRest, methods: get().methods }),
      ),
    setTip(tip) {
      cart.getState().apply({ type: 'set-tip', tip })
      set({ troubles: {} })
    },
    takeVale: (vale) =>
      told(cart.getState().apply({ type: 'take-vale', vale, methods: get().methods })),
    removePart(index) {
      cart.getState().apply({ type: 'remove-part', index })
      set({ troubles: {} })
    },
  }
}

function customerActions(
  set: Set,
  cart: CartStore,
): Pick<PaymentState, 'setCustomer' | 'chooseCustomer' | 'checkCustomer'> {
  const customer = () => cart.getState().sale.customer
  return {
    setCustomer(field, text) {
      cart.getState().apply({ type: 'set-customer', field, text })
      set((state) => {
        const cleared = without(without(state.troubles, field), 'form')
        const contact =
          field === 'phone' || field === 'email' ? contactProblem(customer(), false) : null
        return {
          troubles: contact
            ? { ...cleared, [contact.field ?? 'email']: contact }
            : withoutContact(cleared, field),
        }
      })
    },
    chooseCustomer(chosen, priceListId) {
      cart.getState().apply({ type: 'choose-customer', customer: chosen, priceListId })
      set((state) => ({
        troubles: CUSTOMER_FIELDS.reduce<PaymentState['troubles']>(
          (left, field) => without(left, field),
          state.troubles,
        ),
      }))
    },
    checkCustomer: (field) =>
      set((state) => {
        const problem = fieldProblem(customer(), field)
        return problem ? { troubles: { ...state.troubles, [problem.field ?? field]: problem } } : {}
      }),
  }
}

interface Parts {
  readonly port: PaymentPort
  readonly set: Set
  readonly get: () => PaymentState
  readonly cart: CartStore
}

function cardActions({
  port,
  set,
  get,
  cart,
}: Parts): Pick<PaymentState, 'chargeCard' | 'takeCard' | 'dropCard'> {
  return {
    async chargeCard(approvalId, byHand) {
      const order = orderOf({ set, get, cart }, approvalId)
      if (order === null) return null
      set({ phase: 'card', troubles: {} })
      try {
        await cart.getState().settle()
        const asked = { ...order, ...(byHand === undefined ? {} : { byHand }) }
        const answer = await withWord(claiming(port, order), () => port.chargeCard(asked))
        cart.getState().saveAgain()
        set({ phase: 'idle' })
        if (answer.ok) return answer.value
        set({ troubles: { [answer.refusal.field ?? 'form']: answer.refusal } })
      } catch {
        // What became of it the core says as soon as it answers again.
        set({ phase: 'unanswered' })
      }
      return null
    },
    takeCard({ attemptId, amountClp, reference, method: id }) {
      const card = { attemptId, amountClp, reference }
      const method = get().methods.find((one) => one.id === id)
      if (method !== undefined) cart.getState().apply({ type: 'take-card', card, method })
    },
    dropCard: (attemptId) => void cart.getState().apply({ type: 'drop-card', attemptId }),
  }
}

const claiming =
  (port: PaymentPort, { saleId, payments }: CommitInput) =>
  () =>
    port.claimWorths({ for: 'sale', saleId, payments })

/** The open sale as it is charged, or null with what is wrong with it in sight. */
function orderOf(
  { set, get, cart }: Omit<Parts, 'port'>,
  approvalId: string | null,
): CommitInput | null {
  const { phase, saleId, methods, troubles, onPaper } = get()
  const { sale } = cart.getState()
  if (phase === 'committing' || phase === 'card' || saleId !== sale.saleId) return null
  const problem = saleProblem(sale, methods)
  if (problem) {
    set({ troubles: { ...troubles, [problem.field ?? 'form']: problem } })
    return null
  }
  return {
    ...commitInputOf(sale, methods),
    ...(approvalId === null ? {} : { approvalId }),
    ...(onPaper === null ? {} : { onPaper }),
  }
}

async function commit(
  { port, set, get, cart }: Parts,
  approvalId: string | null,
): Promise<CommittedSale | null> {
  const order = orderOf({ set, get, cart }, approvalId)
  if (order === null) return null
  set({ phase: 'committing', troubles: {} })
  try {
    await cart.getState().settle()
    const answer = await withWord(claiming(port, order), () => port.commitSale(order))
    if (answer.ok) {
      set({ phase: 'idle', result: answer.value })
      return answer.value
    }
    set({ phase: 'idle', troubles: { [answer.refusal.field ?? 'form']: answer.refusal } })
    cart.getState().saveAgain()
    // Refused is refused, also where the core is gone before it has told what changed.
    if (answer.refusal.code === 'TOTAL_CHANGED')
      await cart
        .getState()
        .renewOffers()
        .catch(() => undefined)
  } catch {
    // Nobody knows whether it arrived. The same id goes again when the cashier presses again; it
    // cannot charge twice.
    set({ phase: 'unanswered' })
  }
  return null
}

const FRESH = {
  onPaper: null,
  saleId: null,
  troubles: {},
  phase: 'idle',
  isCharging: false,
  wentOnWith: null,
  result: null,
  askedMethod: null,
} as const satisfies Partial<PaymentState>

function without<Value>(
  record: Readonly<Partial<Record<string, Value>>>,
  key: string,
): Partial<Record<string, Value>> {
  const { [key]: _, ...rest } = record
  return rest
}

/** Phone and e-mail share one limit, so fixing one clears the message at the other. */
function withoutContact(
  troubles: Partial<Record<string, Refusal>>,
  field: string,
): Partial<Record<string, Refusal>> {
  return field === 'phone' || field === 'email'
    ? without(without(troubles, 'phone'), 'email')
    : troubles
}
