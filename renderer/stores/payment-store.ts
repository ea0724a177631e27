/** Paying: one sale id from opening the payment to its end, however often the key is pressed. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { cartTotals, type Cart } from '#shared/cart/cart.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { refuse, type Result } from '#shared/core/result.ts'
import type { CommitInput } from '#shared/bridge/commands.ts'
import type { CommittedSale, OpenSale } from '#shared/bridge/till-api.ts'
import { DOCUMENT_LIMITS } from '#shared/contract/document-limits.ts'
import type { Clp } from '#shared/money/clp.ts'
import { settlePayment, type Payment, type PaymentMethodCode } from '#shared/payment/payment.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { paymentRefusal } from '#shared/payment/payment-refusal.ts'
import { checkContact } from '#shared/sale/contact.ts'
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
  readonly method: PaymentMethodCode
  /** What the cashier typed, digits only; empty means the exact amount. */
  readonly tendered: string
  readonly customer: Customer
  /** By field name; `form` is the payment as a whole. */
  readonly troubles: Readonly<Partial<Record<string, Refusal>>>
  readonly phase: 'idle' | 'committing' | 'unanswered'
  readonly result: CommittedSale | null
  begin(cart: Cart): Promise<Result<OpenSale, Refusal>>
  setMethod(method: PaymentMethodCode): void
  setTendered(text: string): void
  setCustomer(field: CustomerField, text: string): void
  /** Checks a customer field when the cashier leaves it. */
  checkCustomer(field: CustomerField): void
  commit(cart: Cart, flush: () => Promise<void>): Promise<CommittedSale | null>
  leave(): void
}

export type PaymentStore = StoreApi<PaymentState>

/** Digits kept of what is typed as money received: more than the till's largest amount has. */
const TENDERED_DIGITS_MAX = 10

export function createPaymentStore(port: Pick<TillPort, 'openSale' | 'commitSale'>): PaymentStore {
  return createStore<PaymentState>((set, get) => ({
    sale: null,
    method: 'EF',
    tendered: '',
    customer: NO_CUSTOMER,
    troubles: {},
    phase: 'idle',
    result: null,

    async begin(cart) {
      const problem = chargeProblem(cart)
      if (problem) return refuse(problem)
      const sale = await port.openSale()
      // The same open sale keeps what was typed for it; a new one starts clean.
      if (get().sale?.saleId !== sale.saleId) set({ ...FRESH, sale })
      else set({ troubles: {}, phase: 'idle' })
      return { ok: true, value: sale }
    },

    setMethod: (method) => set({ method, troubles: {} }),
    setTendered: (text) => set((state) => ({
      tendered: text.replace(/\D/g, '').replace(/^0+(?=\d)/, '').slice(0, TENDERED_DIGITS_MAX),
      troubles: without(state.troubles, 'tenderedClp'),
    })),

    setCustomer: (field, text) => set((state) => {
      const customer = { ...state.customer, [field]: text }
      const cleared = without(without(state.troubles, field), 'form')
      const contact = field === 'phone' || field === 'email' ? contactProblem(customer, false) : null
      return { customer, troubles: contact ? { ...cleared, [contact.field ?? 'email']: contact } : withoutContact(cleared, field) }
    }),

    checkCustomer: (field) => set((state) => {
      const problem = fieldProblem(state.customer, field)
      return problem ? { troubles: { ...state.troubles, [problem.field ?? field]: problem } } : {}
    }),

    async commit(cart, flush) {
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
    },

    leave: () => set({ ...FRESH, sale: null }),
  }))
}

const FRESH = {
  method: 'EF', tendered: '', customer: NO_CUSTOMER, troubles: {}, phase: 'idle', result: null,
} as const satisfies Partial<PaymentState>

/** Why this cart cannot be charged, or null. */
export function chargeProblem(cart: Cart): Refusal | null {
  if (cart.lines.length === 0) return refusal('CART_EMPTY')
  return cartTotals(cart).totalClp < 1 ? refusal('CART_TOTAL_ZERO') : null
}

/** The payment as it stands while typing: settled, or what is missing. */
export function settleTyped(totalClp: Clp, method: PaymentMethodCode, tendered: string): Result<Payment, Refusal> {
  const settled = settlePayment(totalClp, method, tendered === '' ? null : Number(tendered))
  return settled.ok ? settled : refuse(paymentRefusal(settled.refusal))
}

function paymentProblem(cart: Cart, state: PaymentState): Refusal | null {
  const charge = chargeProblem(cart)
  if (charge) return charge
  const settled = settleTyped(cartTotals(cart).totalClp, state.method, state.tendered)
  return settled.ok ? null : settled.refusal
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
    lines: cart.lines.map(({ lineNumber: _, ...line }) => line),
    method: state.method,
    tenderedClp: state.method === 'EF' && state.tendered !== '' ? Number(state.tendered) : null,
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
