/**
 * How the open sale is being paid, with the shop's methods: what the screen of the payment draws.
 */
import { useStore } from 'zustand'
import type { Methods, Paying } from '#shared/selling/open-sale/paying.ts'
import { useUi } from '../stores/till-ui.ts'

export function usePaying(): { readonly paying: Paying; readonly methods: Methods } {
  const ui = useUi()
  return {
    paying: useStore(ui.cart, (state) => state.sale.paying),
    methods: useStore(ui.payment, (state) => state.methods),
  }
}
