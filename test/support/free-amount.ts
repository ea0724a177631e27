import { applyToCart, EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import { must } from './must.ts'

/** A cart of one free amount: for a shop without products, and for sums no product has. */
export const freeAmount = (unitGrossClp: number, name = 'Pan'): Cart =>
  must(applyToCart(EMPTY_CART, { type: 'add-free-line', name, unitGrossClp, isExempt: false }))
