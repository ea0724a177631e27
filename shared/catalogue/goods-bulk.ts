/** One change to many products: what a screen may ask, and what it is told. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { Refusal } from '../languages/refusals.ts'
import { BULK_ROWS_MAX } from './bulk-change.ts'
import { goodsInput, productId, type GoodsRow } from './goods.ts'

const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('percent'),
    /** Tenths of a percent. */
    tenths: z.int().min(-900).max(5_000),
    roundToClp: z.literal([1, 10, 50, 100]),
  }),
  /** Judged as the price of one product is. */
  z.object({ kind: z.literal('price'), unitGrossClp: z.number() }),
  z.object({ kind: z.literal('exempt'), isExempt: z.boolean() }),
  z.object({ kind: z.literal('category'), categoryId: typedText().min(1).max(40) }),
  z.object({ kind: z.literal('archive'), isArchived: z.boolean() }),
])

/**
 * All of the list on the screen, not only of its window; of it only what somebody has marked, or
 * all but that.
 */
export const goodsListInput = goodsInput
  .omit({ offset: true, limit: true })
  .extend({
    picked: z
      .object({ ids: z.array(productId).max(BULK_ROWS_MAX), isAllBut: z.boolean() })
      .optional(),
  })
export type Picked = NonNullable<z.output<typeof goodsListInput>['picked']>

export const bulkInput = goodsListInput.extend({ change })
/** `shown` of the preview: what is done is what was shown, or nothing. */
export const applyBulkInput = bulkInput.extend({ shown: typedText().max(64) })

export const BULK_SAMPLE_ROWS = 50

export interface BulkRefusal {
  readonly name: string
  readonly refusal: Refusal
}

export interface BulkPreview {
  readonly shown: string
  readonly changed: number
  /** Left as they are. */
  readonly refused: number
  /** Which, and why: the first of them. */
  readonly refusals: readonly BulkRefusal[]
  readonly sample: readonly { readonly before: GoodsRow; readonly to: GoodsRow }[]
  /** Products of the last change that may be taken back. */
  readonly mayUndo: number
}

export interface BulkDone {
  readonly changed: number
  /** Somebody has changed them since; they stay. */
  readonly left: number
}
