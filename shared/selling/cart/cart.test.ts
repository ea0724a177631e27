import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clp } from '../../money/clp.ts'
import { quantityMilli } from '../../money/quantity.ts'
import { after, product } from '../../../test/support/carts.ts'
import { discountClpOf } from '../../money/discount.ts'
import { storedCart } from './stored-cart.ts'
import {
  applyToCart,
  cartLineTotal,
  cartTotals,
  EMPTY_CART,
  type Cart,
  type CartAction,
} from './cart.ts'
import { checkName } from '../../text/check-name.ts'

/** Also what is no discount. */
const anyDiscount = (max: number) =>
  fc.oneof(
    fc.constant(null),
    fc.integer({ min: -5, max: 105 }).map((percent) => ({ kind: 'percent' as const, percent })),
    fc.integer({ min: -5, max }).map((amountClp) => ({ kind: 'amount' as const, amountClp })),
  )

describe('discount on the whole sale', () => {
  const priced = fc.record({ price: fc.integer({ min: 1, max: 500_000 }), isExempt: fc.boolean() })
  const prices = fc.array(priced, { minLength: 1, maxLength: 30 })
  const cartOf = (lines: readonly { price: number; isExempt: boolean }[]) =>
    after(
      EMPTY_CART,
      ...lines.map(
        ({ price, isExempt }): CartAction => ({
          type: 'add-free-line',
          name: 'Varios',
          unitGrossClp: price,
          isExempt,
        }),
      ),
    )

  const rule = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((percent) => ({ kind: 'percent' as const, percent })),
    fc
      .integer({ min: 1, max: 5_000_000 })
      .map((amountClp) => ({ kind: 'amount' as const, amountClp })),
  )
  const freeLine = (price: number): CartAction => ({
    type: 'add-free-line',
    name: 'Varios',
    unitGrossClp: price,
    isExempt: false,
  })

  it('is taken off what is there, also off what is scanned later, and leaves the lines their own', () => {
    fc.assert(
      fc.property(
        prices,
        rule,
        rule,
        fc.integer({ min: 1, max: 500_000 }),
        (lines, first, own, later) => {
          const cart = cartOf(lines)
          const ofOne = applyToCart(cart, { type: 'set-discount', lineNumber: 1, discount: own })
          const before = ofOne.ok ? ofOne.value : cart
          const discounted = applyToCart(before, { type: 'set-cart-discount', discount: first })
          fc.pre(discounted.ok)
          const now = discounted.ok ? after(discounted.value, freeLine(later)) : before
          const totals = cartTotals(now)
          const base = now.lines.reduce((sum, line) => sum + cartLineTotal(line), 0)
          expect(now.lines.map((line) => line.discount)).toEqual([
            ...before.lines.map((line) => line.discount),
            undefined,
          ])
          expect(totals.saleDiscountBaseClp).toBe(base)
          expect(totals.saleDiscountClp).toBe(discountClpOf(first, clp(base)))
          expect(totals.totalClp).toBe(base - totals.saleDiscountClp)
          expect(totals.netoClp + totals.ivaClp + totals.exentoClp).toBe(totals.totalClp)
        },
      ),
    )
  })

  it('stops at what is left when lines are taken out, and goes with the last of them', () => {
    const cart = after(EMPTY_CART, freeLine(5000), freeLine(300), {
      type: 'set-cart-discount',
      discount: { kind: 'amount', amountClp: 1000 },
    })
    const less = after(cart, { type: 'remove-line', lineNumber: 1 })
    expect(cartTotals(less)).toMatchObject({ totalClp: 0, saleDiscountClp: 300 })
    expect(cartTotals(after(less, freeLine(2000)))).toMatchObject({
      totalClp: 1300,
      saleDiscountClp: 1000,
    })
    expect(after(less, { type: 'remove-line', lineNumber: 2 })).not.toHaveProperty('discount')
    expect(after(cart, { type: 'clear' })).not.toHaveProperty('discount')
  })

  it.each([
    [{ kind: 'amount', amountClp: 5001 }, 'DISCOUNT_ABOVE_CART'],
    [{ kind: 'amount', amountClp: -1 }, 'DISCOUNT_NOT_VALID'],
    [{ kind: 'amount', amountClp: 0.5 }, 'DISCOUNT_NOT_VALID'],
    [{ kind: 'percent', percent: 101 }, 'PERCENT_NOT_VALID'],
  ] as const)('refuses %o: %s', (discount, code) => {
    const cart = cartOf([{ price: 5000, isExempt: false }])
    expect(applyToCart(cart, { type: 'set-cart-discount', discount })).toMatchObject({
      refusal: { code, field: 'discount' },
    })
  })
})

describe('a discount in percent of a line', () => {
  const percentOff = {
    type: 'set-discount',
    lineNumber: 1,
    discount: { kind: 'percent', percent: 10 },
  } as const
  const ten = after(
    EMPTY_CART,
    { type: 'add-product', product: product(1, 1000), quantity: quantityMilli(1000) },
    percentOff,
    { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(10_000) },
  )

  it('is that percent at every quantity and price', () => {
    expect(ten.lines.map(cartLineTotal)).toEqual([9000])
    const two = after(ten, { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(2000) })
    expect(two.lines.map(cartLineTotal)).toEqual([1800])
    expect(
      after(two, { type: 'set-price', lineNumber: 1, unitGrossClp: 1995 }).lines.map(cartLineTotal),
    ).toEqual([3591])
  })
})

describe('a stored cart', () => {
  it('is read as it was written', () => {
    const cart = after(
      EMPTY_CART,
      { type: 'add-product', product: product(1, 1000), quantity: quantityMilli(350) },
      { type: 'set-discount', lineNumber: 1, discount: { kind: 'percent', percent: 10 } },
      { type: 'set-cart-discount', discount: { kind: 'amount', amountClp: 7 } },
    )
    expect(storedCart.parse(JSON.parse(JSON.stringify(cart)))).toEqual(cart)
  })

  it('of an earlier till keeps its frozen discount as the pesos it was', () => {
    const line = {
      lineNumber: 1,
      productId: 'p1',
      code: '1',
      name: 'Pan',
      unit: null,
      unitGrossClp: 1000,
      isExempt: false,
      quantity: 2000,
    }
    const old = {
      lines: [
        { ...line, discountClp: 150 },
        { ...line, lineNumber: 2, discountClp: 0 },
      ],
      nextLineNumber: 3,
    }
    const cart = storedCart.parse(JSON.parse(JSON.stringify(old))) as unknown as Cart
    expect(cart.lines.map((each) => each.discount)).toEqual([
      { kind: 'amount', amountClp: 150 },
      undefined,
    ])
    expect(cartTotals(cart).totalClp).toBe(3850)
  })
})

describe('cart', () => {
  it('adds the same product to its line, another to a new one', () => {
    const cart = after(
      EMPTY_CART,
      { type: 'add-product', product: product(1, 500) },
      { type: 'add-product', product: product(2, 900) },
      { type: 'add-product', product: product(1, 500) },
    )
    expect(cart.lines.map((line) => [line.name, line.quantity])).toEqual([
      ['Producto 1', 2000],
      ['Producto 2', 1000],
    ])
  })

  it('does not mix a discounted line with a new scan', () => {
    const cart = after(
      EMPTY_CART,
      { type: 'add-product', product: product(1, 500) },
      { type: 'set-discount', lineNumber: 1, discount: { kind: 'amount', amountClp: 100 } },
      { type: 'add-product', product: product(1, 500) },
    )
    expect(cart.lines.map(cartLineTotal)).toEqual([400, 500])
  })

  it('never reuses a line number', () => {
    const cart = after(
      EMPTY_CART,
      { type: 'add-product', product: product(1, 500) },
      { type: 'remove-line', lineNumber: 1 },
      { type: 'add-product', product: product(2, 500) },
    )
    expect(cart.lines[0]?.lineNumber).toBe(2)
    expect(
      applyToCart(cart, {
        type: 'set-discount',
        lineNumber: 1,
        discount: { kind: 'amount', amountClp: 1 },
      }),
    ).toMatchObject({ refusal: { code: 'LINE_NOT_FOUND' } })
  })

  it('refuses a discount above the line, also when the quantity shrinks under it', () => {
    const cart = after(
      EMPTY_CART,
      { type: 'add-product', product: product(1, 500), quantity: quantityMilli(2000) },
      { type: 'set-discount', lineNumber: 1, discount: { kind: 'amount', amountClp: 800 } },
    )
    const refusal = { ok: false, refusal: { code: 'DISCOUNT_ABOVE_LINE', field: 'discount' } }
    const outgrown = {
      ok: false,
      refusal: {
        code: 'DISCOUNT_OUTGROWS_LINE',
        field: 'quantity',
        params: { discount: '$800', lineTotal: '$500' },
      },
    }
    expect(
      applyToCart(cart, {
        type: 'set-discount',
        lineNumber: 1,
        discount: { kind: 'amount', amountClp: 1001 },
      }),
    ).toMatchObject(refusal)
    expect(
      applyToCart(cart, { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(1000) }),
    ).toMatchObject(outgrown)
    expect(
      applyToCart(cart, {
        type: 'set-discount',
        lineNumber: 1,
        discount: { kind: 'amount', amountClp: -1 },
      }),
    ).toMatchObject({ refusal: { code: 'DISCOUNT_NOT_VALID' } })
  })

  it('holds at most 1,000 lines', () => {
    const full: Cart = after(
      EMPTY_CART,
      ...Array.from(
        { length: 1000 },
        (_, id): CartAction => ({ type: 'add-product', product: product(id, 10) }),
      ),
    )
    expect(applyToCart(full, { type: 'add-product', product: product(5000, 10) })).toMatchObject({
      refusal: { code: 'CART_TOO_LONG' },
    })
    expect(applyToCart(full, { type: 'add-product', product: product(5, 10) }).ok).toBe(true)
  })

  it('refuses names that cannot stand on a receipt and respells those that can', () => {
    expect(checkName('Café “especial” – 1 kg')).toEqual({
      ok: true,
      value: 'Café "especial" - 1 kg',
    })
    expect(checkName('Torta 🎂')).toEqual({
      ok: false,
      refusal: { code: 'NAME_NOT_LATIN1', field: 'name', params: { character: '🎂' } },
    })
    expect(checkName('  ')).toMatchObject({ refusal: { code: 'NAME_REQUIRED' } })
    expect(checkName('x'.repeat(81))).toMatchObject({ refusal: { code: 'NAME_TOO_LONG' } })
  })

  it('keeps its promises under any sequence of actions, and a refusal changes nothing', () => {
    const action: fc.Arbitrary<CartAction> = fc.oneof(
      fc.record({
        type: fc.constant('add-product' as const),
        product: fc
          .tuple(fc.nat(5), fc.boolean())
          .map(([id, exempt]) => product(id, 100 + id * 37, exempt)),
      }),
      fc.record({
        type: fc.constant('set-quantity' as const),
        lineNumber: fc.integer({ min: 1, max: 12 }),
        quantity: fc.integer({ min: 1, max: 9000 }).map(quantityMilli),
      }),
      fc.record({
        type: fc.constant('set-discount' as const),
        lineNumber: fc.integer({ min: 1, max: 12 }),
        discount: anyDiscount(2000),
      }),
      fc.record({
        type: fc.constant('set-price' as const),
        lineNumber: fc.integer({ min: 1, max: 12 }),
        unitGrossClp: fc.integer({ min: 0, max: 3000 }),
      }),
      fc.record({
        type: fc.constant('set-note' as const),
        lineNumber: fc.integer({ min: 1, max: 12 }),
        note: fc.constantFrom('', 'Sin sal', '日本'),
      }),
      fc.record({ type: fc.constant('set-cart-discount' as const), discount: anyDiscount(20_000) }),
      fc.record({
        type: fc.constant('remove-line' as const),
        lineNumber: fc.integer({ min: 1, max: 12 }),
      }),
      fc.record({
        type: fc.constant('add-free-line' as const),
        name: fc.constantFrom('Varios', '', '日本'),
        unitGrossClp: fc.integer({ min: -1, max: 5000 }),
        isExempt: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        let cart = EMPTY_CART
        for (const next of actions) {
          const before = JSON.stringify(cart)
          const result = applyToCart(cart, next)
          if (!result.ok) expect(JSON.stringify(cart)).toBe(before)
          else cart = result.value
          const totals = cartTotals(cart)
          const left = cart.lines.reduce((sum, line) => sum + cartLineTotal(line), 0)
          expect(totals.totalClp).toBe(left - discountClpOf(cart.discount, clp(left)))
          expect(totals.netoClp + totals.ivaClp + totals.exentoClp).toBe(totals.totalClp)
          expect(new Set(cart.lines.map((line) => line.lineNumber)).size).toBe(cart.lines.length)
          expect(cart.lines.every((line) => cartLineTotal(line) >= 0 && line.quantity > 0)).toBe(
            true,
          )
        }
      }),
    )
  })
})
