/** The open sale as the command that charges it, and what is wrong with it before that. */
import { cartTotals, type Cart } from '../cart/cart.ts'
import { refusal, type Refusal } from '../../languages/refusals.ts'
import type { CommitInput } from '../inputs.ts'
import { DEFAULT_TIPS, tipClpOf, tipProblem } from '../tips/tip.ts'
import { customerProblem, hasCustomer } from './buyer.ts'
import type { OpenSale } from './open-sale.ts'
import { referenceProblem, settleTyped, tendersOf, type Methods } from './paying.ts'

/**
 * Exactly what the screen shows: its lines, its parts with what is typed, its customer, its total.
 */
export function commitInputOf(
  { saleId, cart, paying, customer, isInvoice }: OpenSale,
  methods: Methods,
): CommitInput {
  const { totalClp } = cartTotals(cart)
  const tipClp = tipClpOf(totalClp, paying.tip)
  return {
    saleId,
    lines: [...cart.lines],
    discount: cart.discount,
    offersAt: cart.offersAt,
    ...(cart.priceListId === undefined ? {} : { priceListId: cart.priceListId }),
    payments: tendersOf(totalClp, paying, methods).map(
      ({ method, amountClp, reference, creditId, attemptId }) => ({
        method: method.id,
        amountClp,
        reference: creditId ?? reference,
        ...(attemptId === undefined ? {} : { attemptId }),
      }),
    ),
    expectedTotalClp: totalClp,
    ...(tipClp === 0 ? {} : { tipClp }),
    recipient: hasCustomer(customer) ? customer : null,
    ...(isInvoice === true ? { isInvoice } : {}),
  }
}

/** Why this cart cannot be charged, or null. */
export function chargeProblem(cart: Cart): Refusal | null {
  if (cart.lines.length === 0) return refusal('CART_EMPTY')
  return cartTotals(cart).totalClp < 1 ? refusal('CART_TOTAL_ZERO') : null
}

/** Why this sale cannot be charged as it is paid now, or null. */
export function saleProblem(
  { cart, paying, customer, isInvoice }: OpenSale,
  methods: Methods,
): Refusal | null {
  const charge = chargeProblem(cart)
  if (charge) return charge
  const { totalClp } = cartTotals(cart)
  const tip = tipProblem(totalClp, tipClpOf(totalClp, paying.tip), { ...DEFAULT_TIPS, isOn: true })
  if (tip !== null) return tip
  const settled = settleTyped(totalClp, paying, methods)
  if (!settled.ok) return settled.refusal
  const unnamed = tendersOf(totalClp, paying, methods).map(({ method, reference }) =>
    referenceProblem(method, reference),
  )
  return unnamed.find((problem) => problem !== null) ?? customerProblem(customer, isInvoice)
}
