/** Shapes that many rows ask for, checked where they arrive. */
import { z } from 'zod'
import type { SaleId } from '../core/brand.ts'
import { typedText } from './typed-text.ts'

export const wholeClp = z.int().min(0).max(999_999_999_999)

export const saleIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/) as unknown as z.ZodType<
  SaleId,
  SaleId
>

/** Somebody's PIN over the shoulder, where the cashier has not the right. */
export const approvalIdInput = typedText().max(40).nullable().default(null)

export const lentApproval = typedText().max(40).nullable().optional()
