import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyToCart, cartTotals, EMPTY_CART, type Cart, type CartAction } from '../cart/cart.ts'
import { documentRequestSchema } from '../../issuing/document-request.ts'
import type { EpochMs, ExternalReference, IsoDate, SaleId } from '../../core/brand.ts'
import { grossLinesOf } from '../../issuing/receipt-document.ts'
import { clp, roundForCash } from '../../money/clp.ts'
import { quantityMilli } from '../../money/quantity.ts'
import { sumPayments } from '../payment/payment.ts'
import { DEFAULT_METHODS } from '../payment/payment-method.ts'
import { decideSale, type SaleContext } from './decide-sale.ts'

const OPEN = {
  saleId: '01JD0000000000000000000000' as SaleId,
  externalReference: 'P1-01JD0000000000000000000000' as ExternalReference,
}
const CONTEXT: SaleContext = {
  open: OPEN,
  now: Date.UTC(2026, 10, 20, 15) as EpochMs,
  date: '2026-11-20' as IsoDate,
  issuer: { legalName: 'Almacén', rut: '76192083-9' },
  branchOffice: 1,
  registerName: 'Caja 1',
  cashierName: 'Ana',
  buyerRequiredFromClp: 1e12,
  paymentMethods: DEFAULT_METHODS,
  serviceIsDown: false,
}
/**
 * What may be wrong with any of it is refused by the cart itself; here is what a cashier gets on
 * the screen.
 */
const anyCart = fc
  .record({
    lines: fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 500_000 }),
        isExempt: fc.boolean(),
        thousandths: fc.oneof(
          fc.integer({ min: 1, max: 12 }).map((n) => n * 1000),
          fc.integer({ min: 1, max: 20_000 }),
        ),
        share: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    ofAll: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.99, noNaN: true })),
    percents: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 99 })),
  })
  .map(({ lines, ofAll, percents: [ofFirst, ofSale] }) => {
    const steps = lines.flatMap(({ price, thousandths, isExempt, share }, index): CartAction[] => [
      { type: 'add-free-line', name: 'Varios', unitGrossClp: price, isExempt },
      { type: 'set-quantity', lineNumber: index + 1, quantity: quantityMilli(thousandths) },
      {
        type: 'set-discount',
        lineNumber: index + 1,
        discount: { kind: 'amount', amountClp: Math.floor(((price * thousandths) / 1000) * share) },
      },
    ])
    const cart = step(steps.reduce(step, EMPTY_CART), {
      type: 'set-discount',
      lineNumber: 1,
      discount: { kind: 'percent', percent: ofFirst },
    })
    if (ofSale % 2 === 1)
      return step(cart, {
        type: 'set-cart-discount',
        discount: { kind: 'percent', percent: ofSale },
      })
    return ofAll === 0
      ? cart
      : step(cart, {
          type: 'set-cart-discount',
          discount: { kind: 'amount', amountClp: Math.floor(cartTotals(cart).totalClp * ofAll) },
        })
  })
function step(cart: Cart, action: CartAction): Cart {
  const next = applyToCart(cart, action)
  return next.ok ? next.value : cart
}
/** Shares paid to the peso by card and transfer, the rest in cash with so much too much. */
const anyPlan = fc.tuple(
  fc.array(fc.tuple(fc.constantFrom('TC', 'PE'), fc.double({ min: 0, max: 0.5, noNaN: true })), {
    maxLength: 3,
  }),
  fc.nat(20_000),
)

it('is to the peso what the cashier saw: cart, document, lines and money, however it is discounted and split', () => {
  let sold = 0
  fc.assert(
    fc.property(anyCart, anyPlan, (cart, [shares, extra]) => {
      const { totalClp, netoClp, ivaClp, exentoClp, documentType } = cartTotals(cart)
      fc.pre(totalClp > 0)
      let leftClp: number = totalClp
      const exact = shares.flatMap(([method, share]) => {
        const amountClp = Math.floor(leftClp * share)
        leftClp -= amountClp
        return amountClp === 0 ? [] : [{ method, amountClp, reference: '4711' }]
      })
      const dueClp = roundForCash(clp(leftClp))
      fc.pre(dueClp > 0)
      const decided = decideSale(
        {
          saleId: OPEN.saleId,
          lines: [...cart.lines],
          discount: cart.discount,
          expectedTotalClp: totalClp,
          recipient: null,
          payments: [...exact, { method: 'EF', amountClp: dueClp + extra, reference: '' }],
        },
        CONTEXT,
      )
      if (!decided.ok) throw new Error(decided.refusal.code)
      sold += 1
      const { totals, payments, request, lines, opensDrawer } = decided.value
      expect([totals.totalClp, totals.netoClp + totals.ivaClp + totals.exentoClp]).toEqual([
        totalClp,
        netoClp + ivaClp + exentoClp,
      ])
      expect(lines.reduce((sum, { grossClp }) => sum + grossClp, 0)).toBe(totalClp)
      expect(lines.reduce((sum, line) => sum + line.saleDiscountClp, 0)).toBe(
        cartTotals(cart).saleDiscountClp,
      )
      expect(
        request?.additional_footer_info?.some(({ key }) =>
          /^Incluye descuento a la venta/.test(key ?? ''),
        ) ?? false,
      ).toBe(cart.discount !== undefined)
      expect(sumPayments(payments)).toMatchObject({
        totalClp,
        roundingClp: dueClp - leftClp,
        changeClp: extra,
      })
      expect(opensDrawer).toBe(true)
      // The law rounds the cash, never the document.
      expect(request).toMatchObject({ invoice_type: documentType, totals: { total: totalClp } })
      expect(documentRequestSchema.safeParse(request).success).toBe(true)
      const onPaper = grossLinesOf(request?.items ?? [], request?.totals.total ?? 0)
      expect(onPaper.map(({ grossClp }) => grossClp)).toEqual(lines.map(({ grossClp }) => grossClp))
    }),
  )
  expect(sold).toBeGreaterThan(50)
})

it('is refused with two lines of one number, for an approval names a line by it', () => {
  const cart = step(
    step(EMPTY_CART, { type: 'add-free-line', name: 'A', unitGrossClp: 1000, isExempt: false }),
    { type: 'add-free-line', name: 'B', unitGrossClp: 1000, isExempt: false },
  )
  const command = {
    saleId: OPEN.saleId,
    expectedTotalClp: 2000,
    recipient: null,
    payments: [{ method: 'EF', amountClp: null, reference: '' }],
  }
  const [first, second] = cart.lines
  if (first === undefined || second === undefined) throw new Error('two lines')
  expect(decideSale({ ...command, lines: [first, second] }, CONTEXT)).toMatchObject({ ok: true })
  expect(
    decideSale(
      { ...command, lines: [first, { ...second, lineNumber: first.lineNumber }] },
      CONTEXT,
    ),
  ).toMatchObject({ refusal: { code: 'LINE_NUMBER_TWICE' } })
})
