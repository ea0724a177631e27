/** What the screen may ask of receipts, checked where it arrives. */
import { z } from 'zod'
import { recipientInput } from '../selling/inputs.ts'
import { lentApproval, saleIdSchema } from '../text/input-schemas.ts'
import { typedText } from '../text/typed-text.ts'

export const listReceiptsInput = z.object({
  cursor: z.int().nullable(),
  limit: z.int().min(1).max(100).default(40),
  /** Folio, amount, date, RUT, reference, customer or words of a product; empty = all. */
  text: typedText().max(80).default(''),
  onlyPending: z.boolean().default(false),
  /** Only those with a paper that nobody has. */
  onlyUnprinted: z.boolean().optional(),
  /** Only those that only a person can settle. */
  onlyAttention: z.boolean().optional(),
})

/** A refused receipt may get another buyer, never other money. Null = nobody identified. */
export const resendFixedInput = z.object({
  saleId: saleIdSchema,
  recipient: recipientInput.nullable(),
  approvalId: lentApproval,
})

export const setAsideInput = z.object({
  saleId: saleIdSchema,
  reason: typedText().max(200),
  approvalId: lentApproval,
})

/**
 * The id the provider gave for a receipt whose id was lost; it is read and compared before it is
 * believed.
 */
export const adoptIdInput = z.object({
  saleId: saleIdSchema,
  remoteId: typedText().max(100),
  approvalId: lentApproval,
})

/** Deletes what is still pending, with the reason for the audit. */
export const deleteReceiptInput = z.object({
  saleId: saleIdSchema,
  reason: typedText().max(200),
  approvalId: typedText().max(40).nullable().optional(),
})
