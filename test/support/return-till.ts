/** A till at which sales come back: whole or in parts, and what its service was sent. */
import { applyToCart } from '#shared/selling/cart/cart.ts'
import type { CommitReturnInput, ReturnableSale } from '#shared/returns/views.ts'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { refundTotal } from '#shared/returns/return-shares.ts'
import { must } from './must.ts'
import { cartOf, commitOf, receiptOf } from './till-fixture.ts'
import { onlineTillPerTest } from './till-per-test.ts'

export const COFFEE = '7801040000037'

/** `pieces` by line number, in thousandths; null = everything that is left. */
export function orderOf(
  sale: ReturnableSale,
  pieces: Record<number, number> | null,
  changes: Partial<CommitReturnInput> = {},
): CommitReturnInput {
  const quantities = new Map(
    pieces === null
      ? sale.lines.map((line) => [line.lineNumber, line.quantity - line.returnedQuantity])
      : Object.entries(pieces).map(([line, quantity]) => [Number(line), quantity]),
  )
  return {
    returnId: sale.returnId,
    originalId: sale.originalId,
    reason: 'Producto fallado',
    refund: { method: 'EF', reference: '' },
    approvalId: null,
    lines: [...quantities]
      .filter(([, quantity]) => quantity > 0)
      .map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
    expectedTotalClp: refundTotal(sale.lines, quantities),
    ...changes,
  }
}

export function returnTillPerTest(changes?: Parameters<typeof onlineTillPerTest>[0]) {
  const { fixture, till } = onlineTillPerTest(changes)
  const returnable = (saleId: SaleId): ReturnableSale => must(till.api.startReturn(saleId))
  /** What the service was sent. */
  const bodies = () =>
    fixture.service.created().map(({ body }) => documentRequestSchema.parse(JSON.parse(body)))
  return {
    fixture,
    till,
    returnable,
    giveBack: (
      saleId: SaleId,
      pieces: Record<number, number> | null,
      changes: Partial<CommitReturnInput> = {},
    ) => till.api.commitReturn(orderOf(returnable(saleId), pieces, changes)),
    /** Two coffees at 1996, 1,234 kg of bread, a fare; 700 off all of it. */
    sellMixed(): SaleId {
      const actions = [
        { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(2000) },
        { type: 'set-quantity', lineNumber: 2, quantity: quantityMilli(1234) },
        { type: 'set-cart-discount', discount: { kind: 'amount', amountClp: 700 } },
      ] as const
      const cart = actions.reduce(
        (before, action) => must(applyToCart(before, action)),
        cartOf(till.api, COFFEE, '101', '201'),
      )
      return must(till.api.commitSale(commitOf(till.api, cart))).saleId
    },
    bodies,
    /** Types that were sent, each with the folio that it is about. */
    sent: () =>
      bodies().map(({ invoice_type: type, billing_reference: of }) => [type, of?.[0]?.number]),
    noteOf: (saleId: SaleId) =>
      receiptOf(till.api, receiptOf(till.api, saleId).returns.at(-1)?.saleId ?? saleId),
  }
}
