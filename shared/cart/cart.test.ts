import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProductId } from '../core/brand.ts'
import type { ProductView } from '../bridge/views.ts'
import { clp } from '../money/clp.ts'
import { quantityMilli } from '../money/quantity.ts'
import { applyToCart, cartLineTotal, cartTotals, checkName, EMPTY_CART, type Cart, type CartAction } from './cart.ts'

function product(id: number, unitGrossClp: number, isExempt = false): ProductView {
  return {
    id: `p${id}` as ProductId, code: String(id), name: `Producto ${id}`, unitGrossClp: clp(unitGrossClp), isExempt, unit: null,
    categoryId: 'c', isFavourite: false,
  }
}

function after(cart: Cart, ...actions: CartAction[]): Cart {
  return actions.reduce((current, action) => {
    const next = applyToCart(current, action)
    if (!next.ok) throw new Error(next.refusal.code)
    return next.value
  }, cart)
}

describe('discount on the whole sale', () => {
  const priced = fc.record({ price: fc.integer({ min: 1, max: 500_000 }), isExempt: fc.boolean() })
  const prices = fc.array(priced, { minLength: 1, maxLength: 30 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const cartOf = (lines: readonly { price: number; isExempt: boolean }[]) => after(EMPTY_CART,
    ...lines.map(({ price, isExempt }): CartAction => ({ type: 'add-free-line', name: 'Varios', unitGrossClp: price, isExempt })))

  it('takes off exactly that amount to the peso, leaves no line below zero and replaces the one before', () => {
    fc.assert(fc.property(prices, share, share, (lines, first, second) => {
      const cart = cartOf(lines)
      const before = cartTotals(cart).totalClp
      const [one, two] = [Math.floor(before * first), Math.floor(before * second)]
      const discounted = after(cart, { type: 'set-cart-discount', discountClp: one }, { type: 'set-cart-discount', discountClp: two })
      const totals = cartTotals(discounted)
      expect([totals.totalClp, totals.grossDiscountClp]).toEqual([before - two, two])
      expect(totals.netoClp + totals.ivaClp + totals.exentoClp).toBe(totals.totalClp)
      expect(discounted.lines.every((line) => cartLineTotal(line) >= 0)).toBe(true)
    }))
  })

  it.each([[5001, 'DISCOUNT_ABOVE_CART'], [-1, 'DISCOUNT_NOT_VALID'], [0.5, 'DISCOUNT_NOT_VALID']])('refuses %d: %s', (discountClp, code) => {
    const cart = cartOf([{ price: 5000, isExempt: false }])
    expect(applyToCart(cart, { type: 'set-cart-discount', discountClp })).toMatchObject({ refusal: { code, field: 'discountClp' } })
  })
})

describe('price and note of a line', () => {
  it('remember the price of the catalogue, and forget it when it is charged again', () => {
    const cart = after(EMPTY_CART, { type: 'add-product', product: product(1, 500) }, { type: 'set-price', lineNumber: 1, unitGrossClp: 400 })
    expect(cart.lines[0]).toMatchObject({ unitGrossClp: 400, listGrossClp: 500 })
    expect(after(cart, { type: 'set-price', lineNumber: 1, unitGrossClp: 300 }).lines[0]?.listGrossClp).toBe(500)
    expect(after(cart, { type: 'set-price', lineNumber: 1, unitGrossClp: 500 }).lines[0]).not.toHaveProperty('listGrossClp')
    // What was agreed for one piece is not agreed for the next.
    expect(after(cart, { type: 'add-product', product: product(1, 400) }).lines).toHaveLength(2)
  })

  it('are refused where they could not stand', () => {
    const cart = after(EMPTY_CART, { type: 'add-product', product: product(1, 500) }, { type: 'set-discount', lineNumber: 1, discountClp: 450 })
    expect(applyToCart(cart, { type: 'set-price', lineNumber: 1, unitGrossClp: 400 })).toMatchObject({ refusal: { code: 'DISCOUNT_ABOVE_LINE' } })
    expect(applyToCart(cart, { type: 'set-price', lineNumber: 1, unitGrossClp: 0 })).toMatchObject({ refusal: { code: 'PRICE_NOT_VALID' } })
    expect(applyToCart(cart, { type: 'set-note', lineNumber: 1, note: 'x'.repeat(61) })).toMatchObject({ refusal: { code: 'NOTE_TOO_LONG' } })
    expect(applyToCart(cart, { type: 'set-note', lineNumber: 1, note: 'Feliz día 🎂' })).toMatchObject({ refusal: { code: 'NAME_NOT_LATIN1', field: 'note' } })
    const noted = after(cart, { type: 'set-note', lineNumber: 1, note: '  Feliz   día ' })
    expect(noted.lines[0]?.note).toBe('Feliz día')
    expect(after(noted, { type: 'set-note', lineNumber: 1, note: ' ' }).lines[0]).not.toHaveProperty('note')
  })
})

describe('cart', () => {
  it('adds the same product to its line, another to a new one', () => {
    const cart = after(EMPTY_CART, { type: 'add-product', product: product(1, 500) }, { type: 'add-product', product: product(2, 900) },
      { type: 'add-product', product: product(1, 500) })
    expect(cart.lines.map((line) => [line.name, line.quantity])).toEqual([['Producto 1', 2000], ['Producto 2', 1000]])
  })

  it('does not mix a discounted line with a new scan', () => {
    const cart = after(EMPTY_CART, { type: 'add-product', product: product(1, 500) }, { type: 'set-discount', lineNumber: 1, discountClp: 100 },
      { type: 'add-product', product: product(1, 500) })
    expect(cart.lines.map(cartLineTotal)).toEqual([400, 500])
  })

  it('never reuses a line number', () => {
    const cart = after(EMPTY_CART, { type: 'add-product', product: product(1, 500) }, { type: 'remove-line', lineNumber: 1 },
      { type: 'add-product', product: product(2, 500) })
    expect(cart.lines[0]?.lineNumber).toBe(2)
    expect(applyToCart(cart, { type: 'set-discount', lineNumber: 1, discountClp: 1 })).toMatchObject({ refusal: { code: 'LINE_NOT_FOUND' } })
  })

  it('refuses a discount above the line, also when the quantity shrinks under it', () => {
    const cart = after(EMPTY_CART, { type: 'add-product', product: product(1, 500), quantity: quantityMilli(2000) },
      { type: 'set-discount', lineNumber: 1, discountClp: 800 })
    const refusal = { ok: false, refusal: { code: 'DISCOUNT_ABOVE_LINE', field: 'discountClp' } }
    expect(applyToCart(cart, { type: 'set-discount', lineNumber: 1, discountClp: 1001 })).toMatchObject(refusal)
    expect(applyToCart(cart, { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(1000) })).toMatchObject(refusal)
    expect(applyToCart(cart, { type: 'set-discount', lineNumber: 1, discountClp: -1 })).toMatchObject({ refusal: { code: 'DISCOUNT_NOT_VALID' } })
  })

  it('holds at most 1,000 lines', () => {
    const full: Cart = after(EMPTY_CART, ...Array.from({ length: 1000 }, (_, id): CartAction => ({ type: 'add-product', product: product(id, 10) })))
    expect(applyToCart(full, { type: 'add-product', product: product(5000, 10) })).toMatchObject({ refusal: { code: 'CART_TOO_LONG' } })
    expect(applyToCart(full, { type: 'add-product', product: product(5, 10) }).ok).toBe(true)
  })

  it('refuses names that cannot stand on a receipt and respells those that can', () => {
    expect(checkName('Café “especial” – 1 kg')).toEqual({ ok: true, value: 'Café "especial" - 1 kg' })
    expect(checkName('Torta 🎂')).toEqual({ ok: false, refusal: { code: 'NAME_NOT_LATIN1', field: 'name', params: { character: '🎂' } } })
    expect(checkName('  ')).toMatchObject({ refusal: { code: 'NAME_REQUIRED' } })
    expect(checkName('x'.repeat(81))).toMatchObject({ refusal: { code: 'NAME_TOO_LONG' } })
  })

  it('keeps its promises under any sequence of actions, and a refusal changes nothing', () => {
    const action: fc.Arbitrary<CartAction> = fc.oneof(
      fc.record({ type: fc.constant('add-product' as const), product: fc.tuple(fc.nat(5), fc.boolean()).map(([id, exempt]) => product(id, 100 + id * 37, exempt)) }),
      fc.record({ type: fc.constant('set-quantity' as const), lineNumber: fc.integer({ min: 1, max: 12 }), quantity: fc.integer({ min: 1, max: 9000 }).map(quantityMilli) }),
      fc.record({ type: fc.constant('set-discount' as const), lineNumber: fc.integer({ min: 1, max: 12 }), discountClp: fc.integer({ min: -5, max: 2000 }) }),
      fc.record({ type: fc.constant('set-price' as const), lineNumber: fc.integer({ min: 1, max: 12 }), unitGrossClp: fc.integer({ min: 0, max: 3000 }) }),
      fc.record({ type: fc.constant('set-note' as const), lineNumber: fc.integer({ min: 1, max: 12 }), note: fc.constantFrom('', 'Sin sal', '日本') }),
      fc.record({ type: fc.constant('set-cart-discount' as const), discountClp: fc.integer({ min: -5, max: 20_000 }) }),
      fc.record({ type: fc.constant('remove-line' as const), lineNumber: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ type: fc.constant('add-free-line' as const), name: fc.constantFrom('Varios', '', '日本'), unitGrossClp: fc.integer({ min: -1, max: 5000 }), isExempt: fc.boolean() }),
    )
    fc.assert(fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      let cart = EMPTY_CART
      for (const next of actions) {
        const before = JSON.stringify(cart)
        const result = applyToCart(cart, next)
        if (!result.ok) expect(JSON.stringify(cart)).toBe(before)
        else cart = result.value
        const totals = cartTotals(cart)
        expect(totals.totalClp).toBe(cart.lines.reduce((sum, line) => sum + cartLineTotal(line), 0))
        expect(totals.netoClp + totals.ivaClp + totals.exentoClp).toBe(totals.totalClp)
        expect(new Set(cart.lines.map((line) => line.lineNumber)).size).toBe(cart.lines.length)
        expect(cart.lines.every((line) => cartLineTotal(line) >= 0 && line.quantity > 0)).toBe(true)
      }
    }))
  })
})
