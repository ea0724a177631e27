import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyToCart, cartTotals, EMPTY_CART, type Cart } from '../selling/cart/cart.ts'
import type { SaleId } from '../core/brand.ts'
import { clp } from '../money/clp.ts'
import { newSale, type OpenSale } from '../selling/open-sale/open-sale.ts'
import { DEFAULT_METHODS } from '../selling/payment/payment-method.ts'
import { CUSTOMER_LINES_MAX, customerViewOf, type CustomerFacts } from './customer-view.ts'

const ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV' as SaleId
const BUYER = { rut: '11111111-1', name: 'Rosa Soto', email: 'rosa@ejemplo.cl', phone: '987654321' }

function cartWith(prices: readonly number[]): Cart {
  return prices.reduce<Cart>((cart, unitGrossClp, at) => {
    const added = applyToCart(cart, {
      type: 'add-free-line',
      name: `Cosa ${at}`,
      unitGrossClp,
      isExempt: false,
    })
    return added.ok ? added.value : cart
  }, EMPTY_CART)
}
const saleOf = (cart: Cart, part: Partial<OpenSale> = {}): OpenSale => ({
  ...newSale(ID),
  cart,
  ...part,
})
const view = (facts: Partial<CustomerFacts>) =>
  customerViewOf({ sale: null, methods: DEFAULT_METHODS, isLocked: false, charged: null, ...facts })

describe('what the customer sees', () => {
  it('is the total of the cart, whatever is in it, and never more lines than fit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 60 }),
        (prices) => {
          const cart = cartWith(prices)
          const seen = view({ sale: saleOf(cart) })
          if (seen.kind !== 'sale') throw new Error(seen.kind)
          expect(seen.totalClp).toBe(cartTotals(cart).totalClp)
          expect(seen.lines.length).toBe(Math.min(CUSTOMER_LINES_MAX, prices.length))
          expect(seen.lines.length + seen.earlierLines).toBe(prices.length)
          expect(seen.lines.at(-1)?.totalClp).toBe(prices.at(-1))
        },
      ),
    )
  })

  it('has no buyer, product number, code or note of the shop in it', () => {
    const noted = applyToCart(cartWith([990]), {
      type: 'set-note',
      lineNumber: 1,
      note: 'fiado a Juan',
    })
    if (!noted.ok) throw new Error(noted.refusal.code)
    const [line] = noted.value.lines
    const cart = { ...noted.value, lines: [{ ...line!, code: 'SECRET-CODE' }] }
    const sale = saleOf(cart, { customer: { ...newSale(ID).customer, ...BUYER } })
    const told = JSON.stringify(view({ sale }))
    for (const secret of [...Object.values(BUYER), 'fiado', 'SECRET-CODE', ID])
      expect(told).not.toContain(secret)
  })

  it.each([
    ['', null],
    ['500', null],
    ['990', { tenderedClp: 990, changeClp: 0 }],
    ['2000', { tenderedClp: 2_000, changeClp: 1_010 }],
  ])('says what was handed over once it is enough: %s', (tendered, paid) => {
    const sale = saleOf(cartWith([990]))
    expect(view({ sale: { ...sale, paying: { ...sale.paying, tendered } } })).toMatchObject({
      paid,
    })
  })

  it('is nothing behind a locked counter, thanks after a charge, and the next sale at its first line', () => {
    const charged = {
      ...{ toCollectClp: clp(990), tenderedClp: clp(1_000), changeClp: clp(10) },
      ...{ savedClp: clp(110), document: { kind: 'provisional' } as const },
    }
    const sale = saleOf(cartWith([500]))
    expect(view({}).kind).toBe('idle')
    expect(view({ charged })).toEqual({
      kind: 'thanks',
      totalClp: 990,
      tenderedClp: 1_000,
      changeClp: 10,
      savedClp: 110,
      document: { kind: 'provisional' },
      code: null,
    })
    expect(view({ charged, sale }).kind).toBe('sale')
    expect(view({ charged, sale, isLocked: true })).toEqual({ kind: 'idle' })
    expect(view({ sale: saleOf(EMPTY_CART) }).kind).toBe('idle')
  })
})
