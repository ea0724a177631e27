/**
 * A cart as it lies in the open sale and in parked ones (shared/selling/open-sale/stored-sale.ts),
 * also as earlier tills wrote it.
 */
import { z } from 'zod'
import { lineOffersSchema } from '../../promotions/promotion.ts'
import { discountRuleSchema } from '../../money/discount-schema.ts'
import type { DiscountRule } from '../../money/discount.ts'

const storedLine = z
  .object({
    lineNumber: z.int().min(1),
    productId: z.string().nullable(),
    code: z.string(),
    name: z.string(),
    unit: z.string().nullable(),
    unitGrossClp: z.int().min(1),
    isExempt: z.boolean(),
    quantity: z.int().min(1),
    discount: discountRuleSchema.optional(),
    /** Earlier tills kept a discount as the pesos it was when it was given. */
    discountClp: z.int().min(0).optional(),
    listGrossClp: z.int().optional(),
    note: z.string().optional(),
    label: z.object({ code: z.string(), isScanned: z.boolean() }).optional(),
    categoryId: z.string().optional(),
    offers: lineOffersSchema.optional(),
  })
  .transform(({ discountClp = 0, ...line }) => {
    const frozen: DiscountRule = { kind: 'amount', amountClp: discountClp }
    return line.discount === undefined && discountClp > 0 ? { ...line, discount: frozen } : line
  })

export const storedCart = z.object({
  lines: z.array(storedLine),
  nextLineNumber: z.int().min(1),
  discount: discountRuleSchema.optional(),
  offersAt: z.int().optional(),
  priceListId: z.string().optional(),
  customerListId: z.string().optional(),
})
