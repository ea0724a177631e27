import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { after, product } from '../../../test/support/carts.ts'
import type { ProductView } from '../../catalogue/product.ts'
import { quantityMilli } from '../../money/quantity.ts'
import { applyToCart, EMPTY_CART, type CartAction } from './cart.ts'

describe('what is sold by weight', () => {
  const tomato: ProductView = { ...product(7, 1890), unit: 'kg' }
  const weigh = (milli: number): CartAction => ({
    type: 'add-product',
    product: tomato,
    quantity: quantityMilli(milli),
  })

  it('needs its weight, by hand or from a label', () => {
    expect(applyToCart(EMPTY_CART, { type: 'add-product', product: tomato })).toMatchObject({
      refusal: { code: 'WEIGHT_REQUIRED' },
    })
    expect(
      applyToCart(EMPTY_CART, { type: 'add-product', product: { ...tomato, unit: 'LT' } }),
    ).toMatchObject({ refusal: { code: 'MEASURE_REQUIRED' } })
    expect(
      after(EMPTY_CART, {
        type: 'add-product',
        product: { ...tomato, weighed: quantityMilli(350) },
      }).lines[0]?.quantity,
    ).toBe(350)
    // A label with a price is one piece of that price.
    expect(
      after(EMPTY_CART, { type: 'add-product', product: { ...tomato, unit: null } }).lines[0]
        ?.quantity,
    ).toBe(1000)
  })

  it('is a line a weighing, and a weight put right changes no other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 2, maxLength: 8 }),
        fc.nat(7),
        (weights, at) => {
          const cart = after(EMPTY_CART, ...weights.map(weigh))
          expect(cart.lines.map((line) => line.quantity)).toEqual(weights)
          const lineNumber = (at % weights.length) + 1
          const right = after(cart, {
            type: 'set-quantity',
            lineNumber,
            quantity: quantityMilli(123),
          })
          expect(right.lines.map((line) => line.quantity)).toEqual(
            weights.map((weight, index) => (index + 1 === lineNumber ? 123 : weight)),
          )
        },
      ),
    )
  })
})

describe('price and note of a line', () => {
  it('remember the price of the catalogue, and forget it when it is charged again', () => {
    const cart = after(
      EMPTY_CART,
      { type: 'add-product', product: product(1, 500) },
      { type: 'set-price', lineNumber: 1, unitGrossClp: 400 },
    )
    expect(cart.lines[0]).toMatchObject({ unitGrossClp: 400, listGrossClp: 500 })
    expect(
      after(cart, { type: 'set-price', lineNumber: 1, unitGrossClp: 300 }).lines[0]?.listGrossClp,
    ).toBe(500)
    expect(
      after(cart, { type: 'set-price', lineNumber: 1, unitGrossClp: 500 }).lines[0],
    ).not.toHaveProperty('listGrossClp')
    // What was agreed for one piece is not agreed for the next.
    expect(after(cart, { type: 'add-product', product: product(1, 400) }).lines).toHaveLength(2)
  })

  it('are refused where they could not stand', () => {
    const cart = after(
      EMPTY_CART,
      { type: 'add-product', product: product(1, 500) },
      { type: 'set-discount', lineNumber: 1, discount: { kind: 'amount', amountClp: 450 } },
    )
    expect(
      applyToCart(cart, { type: 'set-price', lineNumber: 1, unitGrossClp: 400 }),
    ).toMatchObject({ refusal: { code: 'DISCOUNT_OUTGROWS_LINE' } })
    expect(applyToCart(cart, { type: 'set-price', lineNumber: 1, unitGrossClp: 0 })).toMatchObject({
      refusal: { code: 'PRICE_NOT_VALID' },
    })
    expect(
      applyToCart(cart, { type: 'set-price', lineNumber: 1, unitGrossClp: 999_999_999 }),
    ).toMatchObject({ refusal: { code: 'PRICE_TOO_LARGE', params: { limit: '$500.000.000' } } })
    expect(
      applyToCart(cart, { type: 'set-note', lineNumber: 1, note: 'x'.repeat(61) }),
    ).toMatchObject({ refusal: { code: 'NOTE_TOO_LONG' } })
    expect(
      applyToCart(cart, { type: 'set-note', lineNumber: 1, note: 'Feliz día 🎂' }),
    ).toMatchObject({ refusal: { code: 'NAME_NOT_LATIN1', field: 'note' } })
    const noted = after(cart, { type: 'set-note', lineNumber: 1, note: '  Feliz   día ' })
    expect(noted.lines[0]?.note).toBe('Feliz día')
    expect(
      after(noted, { type: 'set-note', lineNumber: 1, note: ' ' }).lines[0],
    ).not.toHaveProperty('note')
  })
})
