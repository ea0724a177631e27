/** Returns as they cross the bridge: what of a sale may be given back, the order to do it, and the values kept for a next sale. */
import { z } from 'zod'
import type { EpochMs, Folio, IsoDate, SaleId } from '../core/brand.ts'
import { CART_LINES_MAX } from '../cart/cart.ts'
import type { Clp } from '../money/clp.ts'
import type { ReturnableLine } from '../returns/return-shares.ts'
import { approvalIdInput, saleIdSchema, wholeClp } from './commands.ts'
import type { CommittedSale } from './till-api.ts'
import type { PaymentView, ReceiptType } from './views.ts'

export const commitReturnInput = z.object({
  /** Made when the return was opened: the same one sent again is the same return. */
  returnId: saleIdSchema,
  originalId: saleIdSchema,
  lines: z.array(z.object({
    /** Of the original sale. */
    lineNumber: z.int().min(1),
    /** Thousandths. */
    quantity: z.int().min(1).max(99_999_000),
  })).max(CART_LINES_MAX),
  reason: z.string().max(200),
  refund: z.object({
    /** A way to pay of the shop, or `NC`: the value is kept for the customer's next sale at this till. */
    method: z.string().min(1).max(8),
    reference: z.string().max(60).default(''),
  }),
  /** What the cashier saw; another sum is refused instead of paid out. */
  expectedTotalClp: wholeClp,
  approvalId: approvalIdInput,
})
export type CommitReturnInput = z.output<typeof commitReturnInput>

/** A sale as the screen of a return shows it. */
export interface ReturnableSale {
  /** Goes with the command. */
  readonly returnId: SaleId
  readonly originalId: SaleId
  readonly documentType: ReceiptType
  /** Null while the receipt waits for it: the note then waits for the receipt. */
  readonly folio: Folio | null
  readonly date: IsoDate
  readonly soldAt: EpochMs
  readonly totalClp: Clp
  /** Given back by earlier returns. */
  readonly returnedClp: Clp
  readonly payments: readonly Pick<PaymentView, 'method' | 'name'>[]
  readonly customerName: string | null
  readonly lines: readonly ReturnableLine[]
}

/** Everything here is on disk. `toCollectClp` is what is handed over, the rounding of the law included. */
export interface CommittedReturn extends CommittedSale {
  readonly originalId: SaleId
}

/** The value of a return that its customer has not spent yet. */
export interface CreditView {
  readonly creditId: SaleId
  /** `Nota de crédito N° 12`, as a payment names it. */
  readonly name: string
  readonly amountClp: Clp
  readonly givenAt: EpochMs
}
