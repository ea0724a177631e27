/** What the screen may ask of the catalogue, checked where it arrives. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import { typedProduct } from './goods.ts'

export const searchInput = z.object({
  text: typedText().max(120),
  categoryId: typedText().max(40).nullable(),
  favouritesOnly: z.boolean().default(false),
  limit: z.int().min(1).max(200).default(60),
})

export const bestSellersInput = z.object({
  limit: z.int().min(1).max(5_000),
  /** Without those that have never sold. */
  onlySold: z.boolean().optional(),
})

export const productSliceInput = z.object({
  after: z.int().min(0),
  limit: z.int().min(1).max(5_000),
})

/** A bar code, a short code or the code of the shop. */
export const codeInput = typedText().min(1).max(64)

export const saveProductInput = typedProduct.extend({
  /** Somebody's PIN, where the cashier may not set prices. */
  approvalId: typedText().max(40).nullable().optional(),
})

/** As `ScaleLayout` is kept. */
export const scaleLayout = z.object({
  prefixes: z.array(z.string()),
  carries: z.enum(['weight', 'price']),
  itemDigits: z.int(),
  valueDigits: z.int(),
  decimals: z.int().optional(),
})

/** How the shop's scales divide their labels; the parts have to fill thirteen digits. */
export const saveScaleLayoutsInput = z.object({
  layouts: z.array(scaleLayout.extend({ prefixes: z.array(typedText().max(3)).max(20) })).max(20),
})
