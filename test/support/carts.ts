/** Products and carts for tests of the cart's rules. */
import { applyToCart, type Cart, type CartAction } from '#shared/selling/cart/cart.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'

export function product(id: number, unitGrossClp: number, isExempt = false): ProductView {
  return {
    id: `p${id}` as ProductId,
    code: String(id),
    name: `Producto ${id}`,
    unitGrossClp: clp(unitGrossClp),
    isExempt,
    unit: null,
    categoryId: 'c',
    isFavourite: false,
  }
}

/** Throws where an action is refused. */
export function after(cart: Cart, ...actions: CartAction[]): Cart {
  return actions.reduce((current, action) => {
    const next = applyToCart(current, action)
    if (!next.ok) throw new Error(next.refusal.code)
    return next.value
  }, cart)
}
