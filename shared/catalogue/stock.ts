/** What there is of a product: what a screen may order, and what it is told. Thousandths all. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import { STOCK_MILLI_MAX } from './decide-stock.ts'
import type { EpochMs, ProductId, SaleId } from '../core/brand.ts'

const productId = typedText().min(1).max(40) as unknown as z.ZodType<ProductId, ProductId>
const quantity = z.int().min(-STOCK_MILLI_MAX).max(STOCK_MILLI_MAX)

export interface StockState {
  /** Below 0 where more was sold than anybody had written down. */
  readonly milli: number
  /** At or below it the product runs out; null: nobody has said. */
  readonly lowMilli: number | null
}

export interface StockedProduct {
  readonly id: ProductId
  readonly code: string
  readonly name: string
  readonly unit: string | null
  readonly stock: StockState | null
}

export const STOCK_MOVE_KINDS = [
  'sold',
  'returned',
  /** A return that was undone. */
  'undone',
  /** A sale whose receipt was deleted. */
  'annulled',
  'received',
  'corrected',
  'counted',
  /** What the shop's other tills moved. */
  'elsewhere',
] as const
export type StockMoveKind = (typeof STOCK_MOVE_KINDS)[number]

export interface StockMove {
  readonly kind: StockMoveKind
  /** Less than 0 went out. */
  readonly milli: number
  readonly at: EpochMs
  readonly staffName: string
  readonly reason: string | null
  readonly saleId: SaleId | null
}

export const stockMovesInput = z.object({ productId })
/** Movements of one answer, the newest first. */
export const STOCK_MOVES_SHOWN_MAX = 50

export const setStockInput = z.object({
  productId,
  hasStock: z.boolean(),
  lowMilli: z.int().min(0).max(STOCK_MILLI_MAX).nullable(),
})

/** Products of one delivery, or of one part of a count. */
export const STOCK_LINES_MAX = 500
/** Long enough for who brought it and the number of their paper. */
export const moveStockInput = z.object({
  moveId: typedText().min(1).max(40),
  kind: z.enum(['received', 'corrected', 'counted']),
  lines: z
    .array(
      z.object({
        productId,
        /** What came, what differs, or what was counted. */
        milli: quantity,
        /** Of a count: what was shown as there; without it, what is there now. */
        expectedMilli: z.int().exactOptional(),
      }),
    )
    .min(1)
    .max(STOCK_LINES_MAX),
  reason: typedText().max(200),
  /** From here on stock is kept of those of which none was. */
  switchesOn: z.boolean(),
})
