/** How a sale asks for its buyer, checked where it arrives. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'

export const findCustomersInput = z.object({
  text: typedText().max(100),
  limit: z.int().min(1).max(20).default(6),
})

export const lookUpTaxpayerInput = z.object({ rut: typedText().max(20) })
