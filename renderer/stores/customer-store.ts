/**
 * Who the customer may be: known ones while typing, and the name behind a RUT. Helps, never holds
 * up.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CustomerView } from '#shared/customers/buyer-views.ts'
import { customerQuery, wholeRut } from '#shared/customers/customer.ts'
import { formatRut, type Rut } from '#shared/rut/rut.ts'
import type { TillPort } from '../bridge/till-port.ts'
import type { Customer, CustomerField } from '#shared/selling/open-sale/buyer.ts'
import type { CartStore } from './cart-store.ts'
import type { PaymentStore } from './payment-store.ts'

const SUGGESTIONS_MAX = 4

/** What is known of the RUT that was typed whole. */
type CustomerHint = 'known' | 'asking' | 'found' | 'unknown' | 'unavailable'

interface CustomerState {
  readonly suggestions: readonly CustomerView[]
  readonly hint: CustomerHint | null
  /** Who was taken last whose receipts go by e-mail. */
  readonly mailedRut: Rut | null
  /** A field of the form has a new text. */
  typed(field: CustomerField, text: string): Promise<void>
  choose(customer: CustomerView): void
  clear(): void
}

export type CustomerStore = StoreApi<CustomerState>

export function createCustomerStore(
  port: Pick<TillPort, 'findCustomers' | 'lookUpTaxpayer'>,
  payment: PaymentStore,
  cart: CartStore,
): CustomerStore {
  return createStore<CustomerState>((set) => {
    /** An answer to an older question is dropped, and one that comes when its sale is over. */
    let turn = 0
    const saleNow = () => cart.getState().sale.saleId
    const form: Form = { payment, typed: () => cart.getState().sale.customer }
    return {
      suggestions: [],
      hint: null,
      mailedRut: null,
      async typed(field, text) {
        payment.getState().setCustomer(field, text)
        if (field !== 'rut' && field !== 'legalName') return
        turn += 1
        const mine = turn
        const saleId = saleNow()
        const isCurrent = () => mine === turn && saleId === saleNow()
        const rut = field === 'rut' ? wholeRut(text) : null
        // What was said of the name is true of the name it was said of, and of its RUT.
        set({ hint: null })
        if (customerQuery(text).kind === 'nothing') return set({ suggestions: [] })
        const known = await port.findCustomers({ text, limit: SUGGESTIONS_MAX }).catch(() => [])
        if (!isCurrent()) return
        const same = rut === null ? undefined : known.find((customer) => customer.rut === rut)
        if (same) return take(form, same, set)
        set({ suggestions: known })
        if (rut !== null) await lookUp(port, form, rut, { set, isCurrent })
      },
      choose: (customer) => {
        turn += 1
        take(form, customer, set)
      },
      clear() {
        turn += 1
        set({ suggestions: [], hint: null })
      },
    }
  })
}

/** The core charges another total: whether its customer buys by another list since. */
export async function renewCustomerList(
  port: Pick<TillPort, 'findCustomers'>,
  cart: CartStore,
): Promise<void> {
  const rutNow = () => wholeRut(cart.getState().sale.customer.rut)
  const rut = rutNow()
  if (rut === null) return
  const found = await port.findCustomers({ text: rut, limit: SUGGESTIONS_MAX })
  const priceListId = found.find((customer) => customer.rut === rut)?.priceListId ?? null
  if (rutNow() === rut) cart.getState().apply({ type: 'set-customer-list', priceListId })
}

type Set = CustomerStore['setState']
interface Form {
  readonly payment: PaymentStore
  readonly typed: () => Customer
}

/** What the cashier has typed already is not overwritten, except the RUT, which is the question. */
function take({ payment, typed: typedNow }: Form, customer: CustomerView, set: Set): void {
  const typed = typedNow()
  payment
    .getState()
    .chooseCustomer(
      {
        rut: formatRut(customer.rut as Rut),
        legalName: customer.legalName,
        phone: typed.phone || customer.phone,
        email: typed.email || customer.email,
        activity: typed.activity || customer.activity,
        address: typed.address || customer.address,
        commune: typed.commune || customer.commune,
      },
      customer.priceListId ?? null,
    )
  const mailedRut = customer.isMailed === true ? (customer.rut as Rut) : null
  set({ suggestions: [], hint: 'known', mailedRut })
}

const FOUND_FIELDS = ['legalName', 'activity', 'address', 'commune'] as const

async function lookUp(
  port: Pick<TillPort, 'lookUpTaxpayer'>,
  { payment, typed }: Form,
  rut: Rut,
  { set, isCurrent }: { set: Set; isCurrent: () => boolean },
): Promise<void> {
  set({ hint: 'asking' })
  const answer = await port.lookUpTaxpayer({ rut }).catch(() => ({ kind: 'unavailable' }) as const)
  if (!isCurrent()) return
  if (answer.kind === 'found') {
    for (const field of FOUND_FIELDS) {
      const text = answer[field] ?? ''
      if (text !== '' && (typed()[field] ?? '').trim() === '')
        payment.getState().setCustomer(field, text)
    }
  }
  set({ hint: answer.kind, suggestions: [] })
}
