/** Paying: one sale id from opening the payment to its end, however often the key is pressed. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { cartTotals, type Cart } from '#shared/cart/cart.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { CommitInput } from '#shared/bridge/commands.ts'
import type { CommittedSale, OpenSale } from '#shared/bridge/till-api.ts'
import { DOCUMENT_LIMITS } from '#shared/contract/document-limits.ts'
import type { Clp } from '#shared/money/clp.ts'
import { dueBy, PAYMENTS_MAX, settlePayments, type Payment, type Tender } from '#shared/payment/payment.ts'
import { CASH_ID, CREDIT_METHOD, DEFAULT_METHODS, isCash, type PaymentMethod, type PaymentMethodId } from '#shared/payment/payment-method.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { paymentRefusal } from '#shared/payment/payment-refusal.ts'
import { checkContact } from '#shared/sale/contact.ts'
import type { CreditView } from '#shared/bridge/returns.ts'
import type { TillPort } from '../bridge/till-port.ts'

export interface Customer {
  readonly rut: string
  readonly legalName: string
  readonly phone: string
  readonly email: string
}
export type CustomerField = keyof Customer
export const NO_CUSTOMER: Customer = { rut: '', legalName: '', phone: '', email: '' }

export interface PaymentState {
  readonly sale: OpenSale | null
  /** The shop's methods, as the core told them. */
  readonly methods: readonly PaymentMethod[]
  /** Values of returns that may pay, as the core told them when the payment was opened. */
  readonly credits: readonly CreditView[]
  /** The method the next amount is paid by. */
  readonly method: PaymentMethodId
  /** Parts already taken, in order; each has its amount. */
  readonly given: readonly Tender[]
  /** What the cashier typed, digits only; empty means exactly what is left. */
  readonly tendered: string
  readonly reference: string
  readonly customer: Customer
  /** By field name; `form` is the payment as a whole. */
  readonly troubles: Readonly<Partial<Record<string, Refusal>>>
  readonly phase: 'idle' | 'committing' | 'unanswered'
  readonly result: CommittedSale | null
  begin(cart: Cart): Promise<Result<OpenSale, Refusal>>
  setMethod(method: PaymentMethodId): void
  setTendered(text: string): void
  setReference(text: string): void
  /** Takes the typed amount as one part of several; the rest is still to be paid. False = it was refused, with its message. */
  addPart(cart: Cart): boolean
  removePart(index: number): void
  /** A value of a return pays whole; pressed again, not at all. */
  toggleCredit(credit: CreditView): void
  setCustomer(field: CustomerField, text: string): void
  /** Takes a known customer whole. */
  chooseCustomer(customer: Customer): void
  /** Checks a customer field when the cashier leaves it. */
  checkCustomer(field: CustomerField): void
  commit(cart: Cart, flush: () => Promise<void>): Promise<CommittedSale | null>
  leave(): void
}

export type PaymentStore = StoreApi<PaymentState>

/** Digits kept of what is typed as money received: more than the till's largest amount has. */
const TENDERED_DIGITS_MAX = 10

export function createPaymentStore(port: PaymentPort): PaymentStore {
  return createStore<PaymentState>((set, get) => ({
    sale: null,
    methods: DEFAULT_METHODS.filter((method) => method.isActive),
    credits: [],
    ...FRESH,

    async begin(cart) {
      const problem = chargeProblem(cart)
      if (problem) return refuse(problem)
      const sale = await port.openSale()
      // The same open sale keeps what was typed for it; a new one starts clean.
      if (get().sale?.saleId !== sale.saleId) set({ ...FRESH, sale })
      else set({ troubles: {}, phase: 'idle' })
      // Not waited for: the screen of the payment is there at once, and a value appears on it a moment later.
      port.credits().then((credits) => set({ credits })).catch(() => set({ credits: [] }))
      return { ok: true, value: sale }
    },

    // What was typed was for the method before; by another one the rest is paid whole unless the cashier says otherwise.
    setMethod: (method) => set((state) => (state.method === method ? { troubles: {} } : { method, tendered: '', reference: '', troubles: {} })),
    setReference: (text) => set((state) => ({ reference: text, troubles: without(state.troubles, 'reference') })),
    setTendered: (text) => set((state) => ({
      tendered: text.replace(/\D/g, '').replace(/^0+(?=\d)/, '').slice(0, TENDERED_DIGITS_MAX),
      troubles: without(state.troubles, 'tenderedClp'),
    })),
    addPart(cart) {
      const state = get()
      const taken = partOf(cartTotals(cart).totalClp, state)
      set(taken.ok
        ? { ...taken.value, tendered: '', reference: '', troubles: {} }
        : { troubles: { ...state.troubles, [taken.refusal.field ?? 'form']: taken.refusal } })
      return taken.ok
    },
    toggleCredit: ({ creditId, name, amountClp }) => set((state) => {
      const others = state.given.filter((tender) => tender.creditId !== creditId)
      const isGiven = others.length < state.given.length
      return { given: isGiven ? others : [...others, { method: { ...CREDIT_METHOD, name }, amountClp, reference: '', creditId }], troubles: {} }
    }),
    removePart: (index) => set((state) => ({ given: state.given.filter((_, other) => other !== index), troubles: {} })),

    ...customerActions(set),
    commit: (cart, flush) => commit({ port, set, get }, cart, flush),
    leave: () => set({ ...FRESH, sale: null }),
  }))
}

type PaymentPort = Pick<TillPort, 'openSale' | 'commitSale' | 'credits'>
type Set = PaymentStore['setState']

function customerActions(set: Set): Pick<PaymentState, 'setCustomer' | 'chooseCustomer' | 'checkCustomer'> {
  return {
    setCustomer: (field, text) => set((state) => {
      const customer = { ...state.customer, [field]: text }
      const cleared = without(without(state.troubles, field), 'form')
      const contact = field === 'phone' || field === 'email' ? contactProblem(customer, false) : null
      return { customer, troubles: contact ? { ...cleared, [contact.field ?? 'email']: contact } : withoutContact(cleared, field) }
    }),
    chooseCustomer: (customer) => set((state) => ({
      customer, troubles: CUSTOMER_FIELDS.reduce<PaymentState['troubles']>((left, field) => without(left, field), state.troubles),
    })),
    checkCustomer: (field) => set((state) => {
      const problem = fieldProblem(state.customer, field)
      return problem ? { troubles: { ...state.troubles, [problem.field ?? field]: problem } } : {}
    }),
  }
}

interface Parts { readonly port: PaymentPort; readonly set: Set; readonly get: () => PaymentState }

async function commit({ port, set, get }: Parts, cart: Cart, flush: () => Promise<void>): Promise<CommittedSale | null> {
  const state = get()
  if (state.phase === 'committing' || state.sale === null) return null
  const input = commitInputOf(cart, state, state.sale)
  const problem = paymentProblem(cart, state) ?? customerProblem(state.customer)
  if (problem) {
    set({ troubles: { ...state.troubles, [problem.field ?? 'form']: problem } })
    return null
  }
  set({ phase: 'committing', troubles: {} })
  try {
    await flush()
    const answer = await port.commitSale(input)
    if (answer.ok) {
      set({ phase: 'idle', result: answer.value })
      return answer.value
    }
    set({ phase: 'idle', troubles: { [answer.refusal.field ?? 'form']: answer.refusal } })
  } catch {
    // Nobody knows whether it arrived. The same id goes again when the cashier presses again; it cannot charge twice.
    set({ phase: 'unanswered' })
  }
  return null
}

const CUSTOMER_FIELDS = ['rut', 'legalName', 'phone', 'email'] as const satisfies readonly CustomerField[]

const FRESH = {
  method: CASH_ID, given: [], tendered: '', reference: '', customer: NO_CUSTOMER, troubles: {}, phase: 'idle', result: null,
} as const satisfies Partial<PaymentState>

/** Why this cart cannot be charged, or null. */
export function chargeProblem(cart: Cart): Refusal | null {
  if (cart.lines.length === 0) return refusal('CART_EMPTY')
  return cartTotals(cart).totalClp < 1 ? refusal('CART_TOTAL_ZERO') : null
}

type Typed = Pick<PaymentState, 'methods' | 'method' | 'given' | 'tendered' | 'reference'>

export function chosenMethod({ methods, method }: Pick<PaymentState, 'methods' | 'method'>): PaymentMethod {
  const found = methods.find((candidate) => candidate.id === method) ?? methods[0] ?? DEFAULT_METHODS[0]
  if (!found) throw new Error('a till always takes cash')
  return found
}

/** Everything handed over, with what is being typed; nothing is typed and nothing is due = the parts alone. */
export function tendersOf(totalClp: Clp, state: Typed): readonly Tender[] {
  const method = chosenMethod(state)
  const isAllGiven = state.given.length > 0 && state.tendered === '' && dueBy(totalClp, state.given, method) === 0
  if (isAllGiven) return state.given
  return withTender(state.given, { method, amountClp: state.tendered === '' ? null : Number(state.tendered), reference: state.reference.trim() },
    totalClp)
}

/** Cash goes in one part: more of it is added to what was handed over before. */
function withTender(given: readonly Tender[], tender: Tender, totalClp: Clp): readonly Tender[] {
  const before = isCash(tender.method) ? given.find(({ method }) => isCash(method)) : undefined
  if (!before) return [...given, tender]
  const amountClp = (before.amountClp ?? 0) + (tender.amountClp ?? dueBy(totalClp, given, tender.method))
  return given.map((other) => (other === before ? { ...before, amountClp } : other))
}

/** The payment as it stands while typing: settled, or what is missing. */
export function settleTyped(totalClp: Clp, state: Typed): Result<readonly Payment[], Refusal> {
  const settled = settlePayments(totalClp, tendersOf(totalClp, state))
  return settled.ok ? settled : refuse(paymentRefusal(settled.refusal))
}

/** The parts with the typed one among them, and the method that most likely pays the rest. */
function partOf(totalClp: Clp, state: Typed): Result<Pick<PaymentState, 'given' | 'method'>, Refusal> {
  const method = chosenMethod(state)
  const amountClp = Number(state.tendered)
  if (state.tendered === '' || amountClp < 1) return refuse(refusal('TENDERED_NOT_VALID', 'tenderedClp'))
  const reference = referenceProblem(method, state.reference)
  if (reference) return refuse(reference)
  const dueClp = dueBy(totalClp, state.given, method)
  if (amountClp > dueClp && !isCash(method)) {
    return refuse(paymentRefusal({ code: 'PAYMENT_ABOVE_DUE', name: method.name, dueClp }))
  }
  const given = withTender(state.given, { method, amountClp, reference: state.reference.trim() }, totalClp)
  if (given.length >= PAYMENTS_MAX) return refuse(refusal('PAYMENTS_TOO_MANY', 'tenderedClp'))
  const next = isCash(method) ? state.methods.find((other) => !isCash(other) && other.isActive) : state.methods.find(isCash)
  return ok({ given, method: (next ?? method).id })
}

function referenceProblem(method: PaymentMethod, reference: string): Refusal | null {
  return method.needsReference && reference.trim() === '' ? refusal('REFERENCE_REQUIRED', 'reference', { method: method.name }) : null
}

function paymentProblem(cart: Cart, state: PaymentState): Refusal | null {
  const charge = chargeProblem(cart)
  if (charge) return charge
  const { totalClp } = cartTotals(cart)
  const settled = settleTyped(totalClp, state)
  if (!settled.ok) return settled.refusal
  return tendersOf(totalClp, state).map(({ method, reference }) => referenceProblem(method, reference))
    .find((problem) => problem !== null) ?? null
}

export function hasCustomer(customer: Customer): boolean {
  return [customer.rut, customer.legalName, customer.phone, customer.email].some((text) => text.trim() !== '')
}

function customerProblem(customer: Customer): Refusal | null {
  if (!hasCustomer(customer)) return null
  return fieldProblem(customer, 'rut', true) ?? fieldProblem(customer, 'legalName', true) ?? contactProblem(customer, true)
}

function fieldProblem(customer: Customer, field: CustomerField, isFinal = false): Refusal | null {
  if (field === 'rut') {
    if (customer.rut.trim() === '' && !isFinal) return null
    const rut = parseRut(customer.rut)
    return rut.ok ? null : refusal(rut.refusal, 'rut')
  }
  if (field === 'legalName') {
    return isFinal && customer.legalName.trim() === '' ? refusal('NAME_REQUIRED', 'legalName') : null
  }
  return contactProblem(customer, true)
}

/** While typing only the length counts: a half-typed e-mail is not wrong yet. */
function contactProblem(customer: Customer, isFinal: boolean): Refusal | null {
  if (contactChars(customer) > CONTACT_CHARS_MAX) return refusal('CONTACT_TOO_LONG', 'email')
  const contact = checkContact(customer.phone, isFinal ? customer.email : '')
  return contact.ok ? null : contact.refusal
}

export const CONTACT_CHARS_MAX = DOCUMENT_LIMITS.contactCharsMax

/** Characters the printed contact takes: `{phone} / {email}`. */
export function contactChars({ phone, email }: Customer): number {
  return [phone.trim(), email.trim()].filter((part) => part !== '').join(' / ').length
}

function commitInputOf(cart: Cart, state: PaymentState, sale: OpenSale): CommitInput {
  return {
    saleId: sale.saleId,
    lines: [...cart.lines],
    payments: tendersOf(cartTotals(cart).totalClp, state)
      .map(({ method, amountClp, reference, creditId }) => ({ method: method.id, amountClp, reference: creditId ?? reference })),
    expectedTotalClp: cartTotals(cart).totalClp,
    recipient: hasCustomer(state.customer) ? state.customer : null,
  }
}

function without<Value>(record: Readonly<Partial<Record<string, Value>>>, key: string): Partial<Record<string, Value>> {
  const { [key]: _, ...rest } = record
  return rest
}

/** Phone and e-mail share one limit, so fixing one clears the message at the other. */
function withoutContact(troubles: Partial<Record<string, Refusal>>, field: string): Partial<Record<string, Refusal>> {
  return field === 'phone' || field === 'email' ? without(without(troubles, 'phone'), 'email') : troubles
}
