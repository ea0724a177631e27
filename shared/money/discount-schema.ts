/** A discount's rule as it is sent and stored; what a page counts with needs no schema. */
import { z } from 'zod'
import { AMOUNT_CLP_MAX } from './clp.ts'
import { PERCENT_MAX } from './discount.ts'

export const discountRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: z.int().min(1).max(PERCENT_MAX) }),
  z.object({ kind: z.literal('amount'), amountClp: z.int().min(1).max(AMOUNT_CLP_MAX) }),
])
