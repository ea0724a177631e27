/** Labels for shelves and goods: what a screen may ask, and what it is told. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { ProductId } from '../core/brand.ts'
import { goodsListInput } from './goods-bulk.ts'

/** Labels of one product at once. */
export const LABELS_EACH_MAX = 50
/** Labels of one strip: some metres of a roll. */
export const ROLL_LABELS_MAX = 96
/** Labels of one file: twenty sheets. */
export const SHEET_LABELS_MAX = 480

export const labelsInput = z.object({
  /** One product, or those of the list. */
  of: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('product'),
      productId: typedText().min(1).max(40) as unknown as z.ZodType<ProductId, ProductId>,
    }),
    goodsListInput.extend({ kind: z.literal('list') }),
  ]),
  /** Labels of each product. */
  each: z.int().min(1).max(LABELS_EACH_MAX),
})
export type LabelsInput = z.output<typeof labelsInput>

export interface LabelsPrinted {
  readonly labels: number
  /** The printer itself said that they are out. */
  readonly isPrinted: boolean
}

/** Sheets of A4, three labels by eight. */
export interface LabelSheets {
  readonly labels: number
  /** The PDF. */
  readonly base64: string
}
