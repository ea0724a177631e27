/**
 * How the open sale is being paid, with the shop's methods: what the screen of the payment draws.
 */
import { useStore } from 'zustand'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import type { Methods, Paying } from '#shared/selling/open-sale/paying.ts'
import type { DocumentAsked } from '#shared/selling/payment/emission.ts'
import { useUi } from '../stores/till-ui.ts'

export function usePaying(): { readonly paying: Paying; readonly methods: Methods } {
  const ui = useUi()
  return {
    paying: useStore(ui.cart, (state) => state.sale.paying),
    methods: useStore(ui.payment, (state) => state.methods),
  }
}

/** What decides whether a voucher may document a part of the open sale. */
export function useDocumentAsked(): DocumentAsked {
  const ui = useUi()
  return {
    isInvoice: useStore(ui.cart, ({ sale }) => sale.isInvoice === true),
    totalClp: useStore(ui.cart, ({ cart }) => cartTotals(cart).totalClp),
    buyerRequiredFromClp: useStore(
      ui.status,
      ({ bootstrap }) => bootstrap?.buyerRequiredFromClp ?? Infinity,
    ),
  }
}
