/**
 * The open sale at a counter: identity, cart, payment and customer as one piece with one life. It
 * is born with its first line, and dies when it is charged or loses its last line; what was typed
 * for it dies with it. Pure: ids come in.
 */
import { applyToCart, cartTotals, EMPTY_CART, type Cart, type CartAction } from '../cart/cart.ts'
import { withList } from '../cart/price-listed.ts'
import type { SaleId } from '../../core/brand.ts'
import type { Refusal } from '../../languages/refusals.ts'
import { ok, type Result } from '../../core/result.ts'
import type { PaymentMethod } from '../payment/payment-method.ts'
import type { Tip } from '../tips/tip.ts'
import { parseRut } from '../../rut/rut.ts'
import { NO_CUSTOMER, type Customer, type CustomerField } from './buyer.ts'
import {
  NOT_PAYING,
  withCard,
  withCredit,
  withMethod,
  withPart,
  withTendered,
  withVale,
  withoutCard,
  type ChargedCard,
  type OfferedVale,
  withTipOf,
  type Methods,
  type NextMethod,
  type Paying,
  type TakenCredit,
} from './paying.ts'

export interface OpenSale {
  /** Names this life from its first line to its receipt: no other cart ever has it. */
  readonly saleId: SaleId
  readonly cart: Cart
  readonly paying: Paying
  readonly customer: Customer
  /** It is to be charged with an invoice; absent: with a receipt. */
  readonly isInvoice?: boolean | undefined
}

export type SaleAction =
  | CartAction
  | ({ readonly type: 'set-method' } & NextMethod)
  | { readonly type: 'set-tendered'; readonly text: string }
  | { readonly type: 'set-reference'; readonly text: string }
  /** Takes the typed amount as one part of several; the rest is still to be paid. */
  | { readonly type: 'take-part'; readonly methods: Methods }
  | { readonly type: 'remove-part'; readonly index: number }
  | ({ readonly type: 'take-credit'; readonly methods: Methods } & TakenCredit)
  /** The terminal has charged it; or its money went back there. */
  | { readonly type: 'take-card'; readonly card: ChargedCard; readonly method: PaymentMethod }
  | { readonly type: 'drop-card'; readonly attemptId: string }
  | { readonly type: 'take-vale'; readonly vale: OfferedVale; readonly methods: Methods }
  /** What the customer adds for whoever serves; null for nothing. */
  | { readonly type: 'set-tip'; readonly tip: Tip | null }
  | { readonly type: 'set-customer'; readonly field: CustomerField; readonly text: string }
  /** Takes a known customer whole, with the price list they buy by. */
  | {
      readonly type: 'choose-customer'
      readonly customer: Customer
      readonly priceListId?: string | null | undefined
    }
  /** The price list of the customer it has, as the core knows it now. */
  | { readonly type: 'set-customer-list'; readonly priceListId: string | null }
  | { readonly type: 'set-invoice'; readonly isInvoice: boolean }
  /** Somebody else serves from here on. */
  | { readonly type: 'change-cashier' }

/**
 * A sale nobody has begun yet. Line numbers go on where the life before ended, so a late key press
 * hits no other line.
 */
export function newSale(saleId: SaleId, nextLineNumber = EMPTY_CART.nextLineNumber): OpenSale {
  return {
    saleId,
    cart: { ...EMPTY_CART, nextLineNumber },
    paying: NOT_PAYING,
    customer: NO_CUSTOMER,
  }
}

/** Nothing is being sold: there is nothing to keep, to park or to be asked about. */
export function isBlank({ cart }: Pick<OpenSale, 'cart'>): boolean {
  return cart.lines.length === 0
}

/**
 * The sale after an action, or why it stays as it was. One that loses its last line ends; the next
 * begins as `nextSaleId`.
 */
export function applyToSale(
  sale: OpenSale,
  action: SaleAction,
  nextSaleId: SaleId,
): Result<OpenSale, Refusal> {
  if (isOfCart(action)) return changeCart(sale, action, nextSaleId)
  // Money and a name belong to goods: before the first line there is no sale they could be for.
  return isBlank(sale) ? ok(sale) : changePayment(sale, action)
}

/** Would this action end a sale that is being served? */
export function endsSale(sale: OpenSale, action: SaleAction): boolean {
  if (isBlank(sale)) return false
  return (
    action.type === 'clear' ||
    (action.type === 'remove-line' &&
      sale.cart.lines.every(({ lineNumber }) => lineNumber === action.lineNumber))
  )
}

type PaymentAction = Exclude<SaleAction, CartAction>

type Change<Type extends PaymentAction['type']> = (
  sale: OpenSale,
  action: Extract<PaymentAction, { type: Type }>,
) => Result<OpenSale, Refusal>
const toCollect = ({ cart }: OpenSale) => cartTotals(cart).totalClp

const PAYMENT_ACTIONS: { readonly [Type in PaymentAction['type']]: Change<Type> } = {
  'set-method': (sale, action) => taken(sale, withMethod(sale.paying, toCollect(sale), action)),
  'set-tendered': (sale, { text }) => ok(paid(sale, withTendered(sale.paying, text))),
  'set-reference': (sale, { text }) => ok(paid(sale, { ...sale.paying, reference: text })),
  'take-part': (sale, { methods }) => taken(sale, withPart(sale.paying, toCollect(sale), methods)),
  // A card that was charged goes when its money has gone back, and not before.
  'remove-part': (sale, { index: asked }) => {
    const given = sale.paying.given.filter(
      ({ attemptId }, index) => index !== asked || attemptId !== undefined,
    )
    return ok(paid(sale, { ...sale.paying, given }))
  },
  'take-credit': (sale, action) =>
    taken(sale, withCredit(sale.paying, toCollect(sale), action, action.methods)),
  'take-vale': (sale, { vale, methods }) =>
    taken(sale, withVale(sale.paying, toCollect(sale), vale, methods)),
  'take-card': (sale, { card, method }) => ok(paid(sale, withCard(sale.paying, card, method))),
  'drop-card': (sale, { attemptId }) => ok(paid(sale, withoutCard(sale.paying, attemptId))),
  'set-tip': (sale, { tip }) => ok(paid(sale, withTipOf(sale.paying, tip))),
  'set-customer': (sale, { field, text }) =>
    ok(withCustomer(sale, { ...sale.customer, [field]: text })),
  'choose-customer': (sale, { customer, priceListId }) =>
    ok(listed(withCustomer(sale, customer), priceListId ?? null)),
  'set-customer-list': (sale, { priceListId }) => ok(listed(sale, priceListId)),
  'set-invoice': (sale, { isInvoice }) => ok({ ...sale, isInvoice }),
  'change-cashier': (sale) => ok(withNothingTyped(sale)),
}

function isOfCart(action: SaleAction): action is CartAction {
  return !Object.hasOwn(PAYMENT_ACTIONS, action.type)
}

const changePayment = <Type extends PaymentAction['type']>(
  sale: OpenSale,
  action: Extract<PaymentAction, { type: Type }>,
) => (PAYMENT_ACTIONS[action.type] as Change<Type>)(sale, action)

/**
 * As another hand or another hour takes the sale up: a number somebody typed then is no money this
 * cashier has seen. Parts taken, the tip and the customer stay with the cart.
 */
export function withNothingTyped(sale: OpenSale): OpenSale {
  const { given, tip } = sale.paying
  return paid(sale, withTipOf({ ...NOT_PAYING, given }, tip ?? null))
}

/** Another RUT is somebody else, who does not buy by the list of the one before. */
function withCustomer(sale: OpenSale, customer: Customer): OpenSale {
  const isSame = rutOf(sale.customer) === rutOf(customer)
  return isSame ? { ...sale, customer } : listed({ ...sale, customer }, null)
}

function rutOf({ rut }: Customer): string {
  const parsed = parseRut(rut)
  return parsed.ok ? parsed.value : rut.trim()
}

function listed(sale: OpenSale, listId: string | null): OpenSale {
  const cart = withList(sale.cart, 'customerListId', listId)
  return cart === sale.cart ? sale : { ...sale, cart }
}

function changeCart(
  sale: OpenSale,
  action: CartAction,
  nextSaleId: SaleId,
): Result<OpenSale, Refusal> {
  const cart = applyToCart(sale.cart, action)
  if (!cart.ok) return cart
  const hasEnded = cart.value.lines.length === 0 && !isBlank(sale)
  return ok(
    hasEnded ? newSale(nextSaleId, cart.value.nextLineNumber) : { ...sale, cart: cart.value },
  )
}

function taken(sale: OpenSale, paying: Result<Paying, Refusal>): Result<OpenSale, Refusal> {
  return paying.ok ? ok(paid(sale, paying.value)) : paying
}

function paid(sale: OpenSale, paying: Paying): OpenSale {
  return { ...sale, paying }
}
